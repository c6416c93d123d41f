# What `migrate --check` runs on R's side: a script, and then a description of what it left behind.
#
#   DAGBAG_SCRIPT=script.R DAGBAG_OUT=found.json DAGBAG_STDOUT=out.txt DAGBAG_STDERR=err.txt \
#     DAGBAG_TOOLS=folder-of-describe.R-and-plots.R Rscript run.R >out.txt 2>err.txt
#
# Not as arguments, which the script may ask for. Functions here see base before the script's
# variables, so that it may call its own what it likes. The output is JSON:
#
#   {"failure": null or {"line": 3, "text": "..."}, "variables": {name: value},
#    "starts": [1, 2, ...], "pieces": [...], "drawn": {...}}
#
# with values as in describe.R and what was drawn as in plots.R. A piece is what a top-level expression
# printed: its first and last line, where it begins and ends in both streams (files that are only
# appended to, so that their sizes are places), how many bytes cat() and its like wrote, and the
# values that print() showed, each with its place.

local({
  tools <- Sys.getenv("DAGBAG_TOOLS")
  for (name in c("describe.R", "plots.R")) {
    sys.source(file.path(tools, name), envir = environment())
  }
  streams <- c(Sys.getenv("DAGBAG_STDOUT"), Sys.getenv("DAGBAG_STDERR"))
  MOST <- 2000L  # values shown that are described, and elements of each
  LARGEST <- 20000L
  LOOSE <- c("str", "summary", "sessionInfo", "warnings", "dev.off", "proc.time", "system.time")
  BARS <- c("txtProgressBar", "setTxtProgressBar")  # left out of translations

  places <- function() file.size(streams)

  written <- 0        # bytes of the standard output that cat() and its like wrote
  shown <- character()
  pieces <- character()
  now <- 0L           # the line of the top-level expression that is evaluated
  starts <- integer()  # first lines of the top-level expressions

  # The script's own calls of functions whose output is text as it is.
  counted <- function(original) {
    force(original)
    function(...) {
      list(...)  # what the arguments print is not this function's
      before <- file.size(streams[1])
      done <- withVisible(original(...))
      written <<- written + file.size(streams[1]) - before
      if (done$visible) done$value else invisible(done$value)
    }
  }

  plain <- function(x) {
    if (is.function(x) || isS4(x) || length(x) > LARGEST) return(FALSE)
    !is.object(x) || inherits(x, c("data.frame", "factor", "table")) || inherits(x, "noquote")
  }

  # A value is shown: note which, and how it would look without lines being broken.
  note <- function(x, from, to) {
    if (length(shown) >= MOST || !plain(x)) return(invisible())
    old <- options(width = 10000)
    on.exit(options(old))
    wide <- tryCatch(utils::capture.output(base::print(x)), error = function(e) "")
    shown <<- c(shown, object_of(start = from, end = to, value = described(unnoted(x)),
                                 wide = quoted(paste(wide, collapse = "\n"))))
  }

  unnoted <- function(x) {
    if (inherits(x, "noquote")) unclass(x) else x
  }

  show <- function(call, frame) {
    from <- file.size(streams[1])
    before <- length(shown)
    done <- withVisible(eval(call, frame))
    if (length(shown) == before) note(done$value, from, file.size(streams[1]))
    if (done$visible) done$value else invisible(done$value)
  }

  printed <- function(...) {
    call <- sys.call()
    call[[1]] <- base::print
    show(call, parent.frame())
  }

  # quit() ends a script, not this one: its variables are still wanted.
  ended <- function(...) signalCondition(structure(class = c("ended", "condition"), list()))

  # The line of the script that is being evaluated, if R knows it: the innermost call's.
  line_of <- function(calls, script, otherwise) {
    for (call in rev(calls)) {
      from <- attr(call, "srcref")
      if (is.null(from)) next
      name <- attr(from, "srcfile")$filename
      if (identical(name, script)) return(as.integer(from)[1])
    }
    otherwise
  }

  told <- function(condition, line) {
    from <- conditionCall(condition)
    where <- if (is.null(from)) "" else paste0(" (in ", deparse(from, nlines = 1)[1], ")")
    object_of(line = if (is.null(line)) "null" else as.character(line),
              text = quoted(paste0(conditionMessage(condition), where)))
  }

  # The function that an expression calls and whose value it shows.
  called <- function(expression) {
    while (is.call(expression) && length(expression) > 1 &&
           as.character(expression[[1]])[1] %in% c("print", "(", "invisible")) {
      expression <- expression[[2]]
    }
    if (is.call(expression) && is.name(expression[[1]])) as.character(expression[[1]]) else ""
  }

  begin <- function() {
    written <<- 0
    shown <<- character()
    places()
  }

  finish <- function(from, lines, expression) {
    to <- places()
    if (any(to > from)) {
      bars <- intersect(BARS, all.names(expression))
      loose <- c(bars, intersect(LOOSE, called(expression)))
      pieces <<- c(pieces, object_of(
        line = as.character(lines[1]), end = as.character(lines[2]),
        out = array_of(c(from[1], to[1])), err = array_of(c(from[2], to[2])),
        exact = if (written >= to[1] - from[1] && length(bars) == 0) "true" else "false",
        loose = strings(loose),
        values = array_of(shown)
      ))
    }
  }

  run <- function(script) {
    line <- NULL
    inner <- NULL
    expressions <- tryCatch(
      parse(script, keep.source = TRUE, encoding = "UTF-8"),
      error = function(e) e
    )
    if (inherits(expressions, "error")) return(told(simpleError(conditionMessage(expressions)), NULL))
    lines <- lapply(attr(expressions, "srcref"), function(x) as.integer(x)[c(1, 3)])
    starts <<- vapply(lines, `[`, 1L, 1)
    from <- NULL
    k <- 0
    failure <- tryCatch(withCallingHandlers({
      for (k in seq_along(expressions)) {
        line <- now <<- lines[[k]][1]
        from <- begin()
        value <- withVisible(eval(expressions[[k]], globalenv()))
        if (value$visible) show(as.call(list(base::print, call("quote", value$value))), globalenv())
        finish(from, lines[[k]], expressions[[k]])
        from <- NULL
      }
      NULL
    },
    packageStartupMessage = function(m) invokeRestart("muffleMessage"),
    warning = function(w) if (getOption("warn") < 2) invokeRestart("muffleWarning"),
    error = function(e) inner <<- line_of(sys.calls(), script, line)
    ), ended = function(c) NULL, error = function(e) told(e, inner))
    if (!is.null(from)) finish(from, lines[[k]], expressions[[k]])
    failure
  }

  main <- function(script, out) {
    options(device = function(...) grDevices::pdf(NULL))  # no Rplots.pdf
    drawn <- record_plots(function() now)
    own <- list(q = ended, quit = ended, print = printed)
    for (name in c("cat", "writeLines")) own[[name]] <- counted(get(name, envir = baseenv()))
    attach(own, name = "run", warn.conflicts = FALSE)
    failure <- run(script)
    while (sink.number() > 0) sink()
    grDevices::graphics.off()
    variables <- mget(ls(globalenv()), envir = globalenv())
    fields <- sprintf("%s:%s", quoted(names(variables)), vapply(variables, described, ""))
    text <- object_of(
      failure = if (is.null(failure)) "null" else failure,
      variables = paste0("{", paste(fields, collapse = ","), "}"),
      starts = array_of(starts),
      pieces = array_of(pieces),
      drawn = drawn()
    )
    connection <- file(out, open = "wb")
    writeLines(text, connection, useBytes = TRUE)
    close(connection)
  }

  main(Sys.getenv("DAGBAG_SCRIPT"), Sys.getenv("DAGBAG_OUT"))
}, envir = new.env(parent = baseenv()))
