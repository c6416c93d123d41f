# R's side of test_migrate_random.py: Rscript evaluate.R describe.R FOLDER OUT
#
# Evaluates every program of a folder in an environment of its own. OUT has a line of JSON for each,
# in the order of their names: {"failure": null or R's error, "variables": {...}, "output": "..."}.

arguments <- commandArgs(trailingOnly = TRUE)
tools <- new.env(parent = baseenv())
sys.source(arguments[1], envir = tools)

answer <- function(path, tools) {
  scope <- new.env(parent = globalenv())
  failure <- NULL
  printed <- utils::capture.output(
    suppressMessages(suppressWarnings(tryCatch(
      for (expression in parse(path, keep.source = FALSE)) eval(expression, scope),
      error = function(e) failure <<- conditionMessage(e)
    )))
  )
  variables <- mget(sort(ls(scope)), envir = scope)
  fields <- sprintf("%s:%s", tools$quoted(names(variables)), vapply(variables, tools$described, ""))
  tools$object_of(
    failure = if (is.null(failure)) "null" else tools$quoted(failure),
    variables = paste0("{", paste(fields, collapse = ","), "}"),
    output = tools$quoted(paste(printed, collapse = "\n"))
  )
}

paths <- sort(list.files(arguments[2], full.names = TRUE))
connection <- file(arguments[3], open = "wb")
for (path in paths) writeLines(answer(path, tools), connection, useBytes = TRUE)
close(connection)
