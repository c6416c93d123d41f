# What `migrate --check` runs on R's side: a script, and then a description of its variables.
#
#   DAGBAG_SCRIPT=script.R DAGBAG_OUT=variables.json DAGBAG_DESCRIBE=describe.R Rscript run.R
#
# Not as arguments, which the script may ask for. Functions here see base before the script's
# variables, so that it may call its own what it likes. The output is JSON,
# {"failure": null or a message, "variables": {name: value}}, with values as in describe.R.

local({
  sys.source(Sys.getenv("DAGBAG_DESCRIBE"), envir = environment())

  # The line a top-level expression starts at, and R's message.
  told <- function(condition, line) {
    from <- conditionCall(condition)
    where <- if (is.null(from)) "" else paste0(" (in ", deparse(from, nlines = 1)[1], ")")
    paste0(if (!is.null(line)) paste0("line ", line, ": "), conditionMessage(condition), where)
  }

  # quit() ends a script, not this one: its variables are still wanted.
  ended <- function(...) signalCondition(structure(class = c("ended", "condition"), list()))

  run <- function(script) {
    line <- NULL
    expressions <- tryCatch(
      parse(script, keep.source = TRUE, encoding = "UTF-8"),
      error = function(e) e
    )
    if (inherits(expressions, "error")) return(conditionMessage(expressions))
    lines <- vapply(attr(expressions, "srcref"), function(x) as.integer(x)[1], 1L)
    tryCatch({
      for (k in seq_along(expressions)) {
        line <- lines[k]
        shown <- withVisible(eval(expressions[[k]], globalenv()))
        if (shown$visible) print(shown$value)
      }
      NULL
    }, ended = function(c) NULL, error = function(e) told(e, line))
  }

  main <- function(script, out) {
    attach(list(q = ended, quit = ended), name = "run", warn.conflicts = FALSE)
    failure <- run(script)
    grDevices::graphics.off()
    variables <- mget(ls(globalenv()), envir = globalenv())
    fields <- sprintf("%s:%s", quoted(names(variables)), vapply(variables, described, ""))
    text <- object_of(
      failure = if (is.null(failure)) "null" else quoted(failure),
      variables = paste0("{", paste(fields, collapse = ","), "}")
    )
    connection <- file(out, open = "wb")
    writeLines(text, connection, useBytes = TRUE)
    close(connection)
  }

  main(Sys.getenv("DAGBAG_SCRIPT"), Sys.getenv("DAGBAG_OUT"))
}, envir = new.env(parent = baseenv()))
