# R's side of rprograms: Rscript evaluate.R describe.R PROGRAMS OUT FOLDER
#
# PROGRAMS has many programs, parted by lines of one record separator (0x1e). Each is evaluated in
# the global environment, which is then emptied, in an empty FOLDER. OUT has a line of JSON for each:
# {"failure": null or R's error, "line": where it is, "variables": {...}, "output": "...",
#  "files": {name: text, or null if it is not text}}.

local({
  arguments <- commandArgs(trailingOnly = TRUE)
  sys.source(arguments[1], envir = environment())
  options(warn = 0, device = function(...) grDevices::pdf(NULL))
  before <- options()
  attached <- search()
  locale <- Sys.getlocale("LC_COLLATE")
  out <- file(arguments[3], open = "wb")
  folder <- arguments[4]
  setwd(folder)
  limit <- 5 # seconds

  evaluated <- function(lines) {
    line <- NA_integer_
    failure <- tryCatch({
      expressions <- parse(text = lines, keep.source = TRUE)
      starts <- vapply(attr(expressions, "srcref"), function(x) as.integer(x)[1], 1L)
      setTimeLimit(elapsed = limit, transient = TRUE)
      for (k in seq_along(expressions)) {
        line <- starts[k]
        shown <- withVisible(suppressMessages(suppressWarnings(eval(expressions[[k]], globalenv()))))
        if (shown$visible) eval(quote(print(x)), list(x = shown$value), globalenv())
      }
      NULL
    }, error = function(e) conditionMessage(e))
    setTimeLimit()
    list(failure = failure, line = line)
  }

  text_of <- function(path) {
    raw <- readBin(path, "raw", file.size(path))
    if (any(raw == 0) || (length(raw) > 1 && raw[1] == 0x1f)) return("null")
    text <- rawToChar(raw)
    Encoding(text) <- "UTF-8"
    if (validUTF8(text)) quoted(text) else "null"
  }

  # As it was before a program: options, random numbers, devices, connections, packages, files.
  restored <- function(paths) {
    while (sink.number() > 0) sink()
    rm(list = ls(globalenv(), all.names = TRUE), envir = globalenv())
    options(before)
    if (Sys.getlocale("LC_COLLATE") != locale) Sys.setlocale("LC_ALL", locale)
    if (!is.null(grDevices::dev.list())) grDevices::graphics.off()
    for (name in setdiff(search(), attached)) detach(name, character.only = TRUE)
    if (length(paths)) unlink(list.files(folder, all.files = TRUE, full.names = TRUE, no.. = TRUE), recursive = TRUE)
    if (!identical(getwd(), folder)) setwd(folder)
  }
  folder <- getwd()

  answer <- function(lines) {
    printed <- tempfile()
    connection <- file(printed, open = "w")
    sink(connection)
    found <- evaluated(lines)
    while (sink.number() > 0) sink()
    close(connection)
    variables <- mget(sort(ls(globalenv())), envir = globalenv())
    fields <- sprintf("%s:%s", quoted(names(variables)), vapply(variables, described, ""))
    setwd(folder)
    paths <- sort(list.files(recursive = TRUE))
    texts <- sprintf("%s:%s", quoted(paths), vapply(paths, text_of, ""))
    said <- if (file.size(printed) > 0) text_of(printed) else "\"\""
    unlink(printed)
    restored(paths)
    object_of(
      failure = if (is.null(found$failure)) "null" else quoted(found$failure),
      line = if (is.na(found$line)) "null" else as.character(found$line),
      variables = paste0("{", paste(fields, collapse = ","), "}"),
      output = if (said == "null") "\"\"" else said,
      files = paste0("{", paste(if (length(paths)) texts, collapse = ","), "}")
    )
  }

  lines <- readLines(arguments[2], encoding = "UTF-8")
  ends <- which(lines == "\x1e")
  starts <- c(1, ends[-length(ends)] + 1)
  for (k in seq_along(ends)) {
    writeLines(answer(lines[seq(starts[k], length.out = ends[k] - starts[k])]), out, useBytes = TRUE)
  }
  close(out)
}, envir = new.env(parent = baseenv()))
