# Errors and warnings at the line of the user's script.

# The outermost call of this package.
user_call <- function() {
  namespace <- environment(user_call)
  for (k in seq_len(sys.nframe())) {
    if (identical(environment(sys.function(k)), namespace)) return(sys.call(k))
  }
}

refuse <- function(...) stop(simpleError(paste0(...), user_call()))

warn <- function(message, classes) {
  warning(warningCondition(message, class = classes, call = user_call()))
}

# A short form of a value for messages.
shown <- function(x) {
  if (is.data.frame(x)) return("a data frame")
  if (!is.null(dim(x))) return(paste("a", typeof(x), if (is.matrix(x)) "matrix" else "array"))
  if (is.function(x)) return("a function")
  text <- paste(deparse(x, width.cutoff = 500L), collapse = " ")
  if (nchar(text) <= 60) text else paste0(substr(text, 1, 57), "...")
}
