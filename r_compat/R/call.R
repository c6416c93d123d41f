# What the bridge's child process runs: one call, with its errors, warnings and time.

function(f, label, arguments, seed, sample.kind) {
  # An earlier call or Rprofile.site may have chosen others. Not if they are these already:
  # RNGkind() would start another stream.
  if (!identical(RNGkind(), c("Mersenne-Twister", "Inversion", sample.kind)))
    suppressWarnings(RNGkind("Mersenne-Twister", "Inversion", sample.kind))
  if (!is.null(seed)) set.seed(seed)
  # By name, not by value: an error's call then reads score(Y = Y, n.boot = n.boot).
  frame <- list2env(arguments, parent = globalenv())
  assign(label, f, frame)
  call <- as.call(c(as.name(label), sapply(names(arguments), as.name)))
  warned <- character()
  failure <- NULL
  start <- Sys.time()
  value <- tryCatch(
    withCallingHandlers(
      eval(call, frame),
      warning = function(w) {
        warned <<- c(warned, conditionMessage(w))
        invokeRestart("muffleWarning")
      }
    ),
    error = function(e) {
      from <- conditionCall(e)
      failure <<- c(conditionMessage(e), if (!is.null(from)) deparse(from, nlines = 1)[1])
      NULL
    }
  )
  seconds <- as.numeric(difftime(Sys.time(), start, units = "secs"))
  list(value = value, seconds = seconds, warnings = warned, failure = failure)
}
