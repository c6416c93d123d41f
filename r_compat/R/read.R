# Values in files of R as JSON, for `migrate --check`: Rscript read.R describe.R OUT FILE ...
#
# OUT has a line for each file: the description of its value, of a list of its variables sorted by
# name, or null if R cannot read it.

local({
  arguments <- commandArgs(trailingOnly = TRUE)
  sys.source(arguments[1], envir = environment())

  read <- function(path) {
    if (grepl("[.]rds$", tolower(path))) return(readRDS(path))
    inside <- new.env()
    load(path, envir = inside)
    mget(sort(ls(inside)), envir = inside)
  }

  told <- function(path) tryCatch(described(read(path)), error = function(e) "null")
  connection <- file(arguments[2], open = "wb")
  for (path in arguments[-(1:2)]) writeLines(told(path), connection, useBytes = TRUE)
  close(connection)
}, envir = new.env(parent = baseenv()))
