# What is handed over. Python looks at R's own memory, so nothing is copied here.

# A matrix, as R's `as.matrix` sees it. Integers and logicals lose their NA in Python, which is
# why those that have one become doubles.
as_matrix <- function(x, name) {
  if (is.data.frame(x) || isS4(x)) x <- as.matrix(x)
  if (!is.matrix(x) || !(is.numeric(x) || is.logical(x))) {
    refuse(name, " must be a numeric matrix or data frame, got ", shown(x))
  }
  if (!is.double(x) && anyNA(x)) storage.mode(x) <- "double"
  x
}

# A p x p matrix of 0 and 1, or NULL.
as_graph <- function(x, name) if (!is.null(x)) as_matrix(x, name)

# The p x p x B array of an ensemble; a p x p matrix has selection frequencies.
as_ensemble <- function(x) {
  if (!is.array(x) || !(is.numeric(x) || is.logical(x))) {
    refuse("boot.adj must be a p x p x B array, the adj.matrix of score() with n.boot, got ",
           shown(x))
  }
  if (!is.double(x) && anyNA(x)) storage.mode(x) <- "double"
  x
}

# TRUE or FALSE, or a number where R's `if` takes one.
as_flag <- function(x, name) {
  if (length(x) != 1 || !(is.logical(x) || is.numeric(x)) || is.na(x)) {
    refuse(name, " must be TRUE or FALSE, got ", shown(x))
  }
  as.logical(x)
}

as_shuffle <- function(x) if (identical(x, "resample")) x else as_flag(x, "shuffle")

# A whole number is an integer in Python, whatever its type in R, and NA is not TRUE.
as_value <- function(x) {
  if (is.factor(x)) x <- as.character(x)
  if (length(x) != 1 || !is.atomic(x)) return(x)
  if (is.logical(x) && is.na(x)) return(NA_real_)
  whole <- is.double(x) && is.finite(x) && x == trunc(x) && abs(x) <= .Machine$integer.max
  if (whole) as.integer(x) else as.vector(x)
}

# What the Python function takes beyond the original's arguments, from options(dagbag.score = list())
# or options(dagbag.score_shd = list()): the signatures are the original's.
further <- function(name, own) {
  option <- paste0("dagbag.", name)
  given <- getOption(option)
  if (is.null(given)) return(list())
  if (!is.list(given) || is.null(names(given)) || !all(nzchar(names(given)))) {
    refuse("options(", option, " = ) must be a list with a name for each argument, got ",
           shown(given))
  }
  taken <- intersect(gsub("_", ".", names(given), fixed = TRUE), own)
  if (length(taken)) {
    refuse("options(", option, " = ) must not have arguments of ", name, "(), got ", taken[1])
  }
  lapply(given, as_value)
}
