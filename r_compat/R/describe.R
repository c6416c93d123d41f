# Values of R as JSON, for `migrate --check`: described(x).
#
# A value has a "type" and what that type needs; numbers are R's "%a", which loses no bit, and NA is
# null. dagbag.r_compat.migrate._describe says the same of Python's values.

quoted <- function(x) {
  x <- enc2utf8(x)
  x <- gsub("\\", "\\\\", x, fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  if (any(grepl("[[:cntrl:]]", x))) {
    for (k in c(1:31, 127)) {
      code <- rawToChar(as.raw(k))
      x <- gsub(code, sprintf("\\u%04x", k), x, fixed = TRUE)
    }
  }
  paste0("\"", x, "\"")
}

array_of <- function(items) paste0("[", paste(items, collapse = ","), "]")

object_of <- function(...) {
  fields <- Filter(Negate(is.null), list(...))
  paste0("{", paste0("\"", names(fields), "\":", unlist(fields), collapse = ","), "}")
}

strings <- function(x) array_of(ifelse(is.na(x), "null", quoted(x)))

# Values of an atomic vector; null is NA.
atoms <- function(x) {
  x <- as.vector(x)
  if (length(x) == 0) return("[]")
  switch(typeof(x),
    logical = array_of(ifelse(is.na(x), "null", ifelse(x, "true", "false"))),
    integer = array_of(ifelse(is.na(x), "null", x)),
    double = array_of(ifelse(is.na(x) & !is.nan(x), "null", paste0("\"", sprintf("%a", x), "\""))),
    character = strings(x)
  )
}

labels_of <- function(x) if (is.null(x)) "null" else strings(as.character(x))

vector_of <- function(x, type = typeof(x)) {
  object_of(
    type = quoted(type),
    values = atoms(x),
    names = if (is.null(dim(x)) && !is.null(names(x))) labels_of(names(x)),
    dim = if (!is.null(dim(x))) array_of(dim(x)),
    dimnames = if (!is.null(dimnames(x))) array_of(vapply(dimnames(x), labels_of, ""))
  )
}

items_of <- function(x, type, names, class = NULL, seen = list()) {
  object_of(
    type = quoted(type),
    class = if (!is.null(class)) quoted(class[1]),
    packaged = if (!is.null(class) && packaged(class)) "true",
    items = array_of(vapply(seq_along(x), function(k) described(x[[k]], seen), "")),
    names = if (!is.null(names)) labels_of(names)
  )
}

# Whether a class is of R or a package, which give it a way of printing, and not of the script.
packaged <- function(class) {
  for (name in class) {
    method <- utils::getS3method("print", name, optional = TRUE)
    if (is.function(method) && isNamespace(topenv(environment(method)))) return(TRUE)
  }
  FALSE
}

# The variables of an environment, sorted; one inside of itself is not gone into again.
environment_of <- function(x, seen) {
  if (any(vapply(seen, identical, NA, x)) || length(seen) > 5 || isNamespace(x) ||
      identical(x, globalenv()) || !identical(environmentName(x), "")) {
    return(object_of(type = quoted("other"), class = quoted("environment")))
  }
  variables <- mget(sort(ls(x)), envir = x)
  items <- vapply(variables, described, "", seen = c(seen, list(x)))
  class <- attr(x, "class")
  object_of(type = quoted("environment"), class = if (!is.null(class)) quoted(class[1]),
            items = array_of(items), names = labels_of(names(variables)))
}

TIMES <- c("POSIXct", "POSIXlt", "difftime", "proc_time")
# Parts of the session, and plots and graphs of packages: no values
SESSION <- c("connection", "txtProgressBar", "cluster", "gg", "igraph")

described <- function(x, seen = list()) {
  if (is.null(x)) return(object_of(type = quoted("NULL")))
  if (inherits(x, "Date")) return(vector_of(floor(unclass(x)), "date"))
  if (inherits(x, TIMES)) return(object_of(type = quoted("time"), class = quoted(class(x)[1])))
  if (is.factor(x)) {
    return(object_of(type = quoted("factor"), values = strings(as.character(x)),
                     levels = strings(levels(x)),
                     names = if (!is.null(names(x))) labels_of(names(x))))
  }
  if (is.data.frame(x)) {
    rows <- attr(x, "row.names")
    return(object_of(
      type = quoted("data.frame"),
      items = array_of(vapply(seq_along(x), function(k) described(x[[k]], seen), "")),
      names = labels_of(names(x)),
      rows = if (is.character(rows) || !identical(rows, seq_along(rows))) labels_of(rows),
      height = as.character(length(rows))
    ))
  }
  if (inherits(x, SESSION)) return(object_of(type = quoted("other"), class = quoted(class(x)[1])))
  if (is.function(x)) return(object_of(type = quoted("function")))
  if (isS4(x)) return(object_of(type = quoted("other"), class = quoted(class(x)[1])))
  if (is.environment(x)) return(environment_of(x, seen))
  kinds <- c("logical", "integer", "double", "character")
  if (is.atomic(x) && typeof(x) %in% kinds) return(vector_of(unclass(x)))
  if (is.pairlist(x)) x <- as.list(x)
  if (is.list(x)) return(items_of(unclass(x), "list", names(x), attr(x, "class"), seen))
  object_of(type = quoted("other"), class = quoted(class(x)[1]))
}
