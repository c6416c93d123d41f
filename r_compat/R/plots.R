# What R's base graphics draw, for `migrate --check`: record_plots() replaces the functions of
# graphics through which everything is drawn by others that note their data first; the value is a
# function that tells what was drawn, as JSON: {"plots": [{"line": 3, "marks": [...]}, ...],
# "grid": true if ggplot2, lattice or grid may have drawn what is not noted}. line() tells where the
# script is.
#
# The marks of a plot are {"kind": ..., "x": [...], "y": [...], "text": [...]}, in the words of
# dagbag.r_compat.migrate._figures, which says the same of matplotlib's figures. Labels that R makes
# up (the name of a variable, "Histogram of x") are left out: only those that the script gives.

record_plots <- function(line) {
  plots <- list()
  lines <- integer()
  quiet <- 0  # inside of what is noted as a whole

  begin <- function() {
    plots[[length(plots) + 1]] <<- character()
    lines[length(plots)] <<- line()
  }

  # What igraph draws is not compared: its places are random.
  of_igraph <- function() {
    if (!"igraph" %in% loadedNamespaces()) return(FALSE)
    drawing <- getExportedValue("igraph", "plot.igraph")
    any(vapply(seq_len(sys.nframe()), function(k) identical(sys.function(k), drawing), NA))
  }

  add <- function(kind, x = NULL, y = NULL, text = NULL) {
    if (of_igraph() && !kind %in% c("title", "x label", "y label")) {
      kind <- "other"
      x <- y <- NULL
      text <- "graphs"
    }
    labels <- c("title", "x label", "y label")
    if (kind == "other") labels <- paste("an expression as", labels)
    if (quiet > 0 && !(if (kind == "other") text else kind) %in% labels) return(invisible())
    if (length(plots) == 0) begin()
    mark <- object_of(
      kind = quoted(kind),
      x = if (!is.null(x)) atoms(as.double(x)),
      y = if (!is.null(y)) atoms(as.double(y)),
      text = if (!is.null(text)) strings(as.character(text))
    )
    plots[[length(plots)]] <<- c(plots[[length(plots)]], mark)
  }

  originals <- list()  # the functions that are replaced, which know their parameters

  # Whether the script itself, and not a function of R, gives an argument of this name.
  given <- function(name) {
    calls <- sys.calls()
    parents <- sys.parents()
    for (k in seq_along(calls)) {
      from <- if (parents[k] == 0) globalenv() else sys.frame(parents[k])
      if (!identical(topenv(from), globalenv())) next
      called <- calls[[k]][[1]]
      definition <- if (is.name(called)) originals[[as.character(called)]]
      if (is.null(definition)) definition <- sys.function(k)
      full <- tryCatch(
        match.call(definition, calls[[k]], envir = from),
        error = function(e) calls[[k]]
      )
      if (name %in% names(as.list(full))) return(TRUE)
    }
    FALSE
  }

  label <- function(kind, value) {
    if (is.null(value) || length(value) == 0) return(invisible())
    if (is.language(value)) return(add("other", text = paste("an expression as", kind)))
    if (any(nzchar(value))) add(kind, text = paste(value, collapse = "\n"))
  }

  ends <- function(x0, y0, x1, y1) {
    n <- max(length(x0), length(y0), length(x1), length(y1))
    x0 <- rep_len(x0, n); y0 <- rep_len(y0, n); x1 <- rep_len(x1, n); y1 <- rep_len(y1, n)
    for (k in seq_len(n)) add("line", c(x0[k], x1[k]), c(y0[k], y1[k]))
  }

  notes <- list(
    plot.new = function(...) begin(),
    plot.xy = function(xy, type, ...) {
      type <- substr(type, 1, 1)
      if (type %in% c("p", "b", "o")) add("points", xy$x, xy$y)
      if (type %in% c("l", "b", "o", "c", "s", "S")) add("line", xy$x, xy$y)
      if (type == "h") ends(xy$x, 0, xy$x, xy$y)
    },
    rect = function(xleft, ybottom, xright, ytop, ...) {
      n <- max(length(xleft), length(ybottom), length(xright), length(ytop))
      add("bars", rep_len(xright - xleft, n), rep_len(ytop - ybottom, n))
    },
    segments = function(x0, y0, x1 = x0, y1 = y0, ...) ends(x0, y0, x1, y1),
    polygon = function(x, y = NULL, ...) {
      xy <- grDevices::xy.coords(x, y, setLab = FALSE)
      n <- length(xy$x)  # matplotlib closes an outline that R's script may have closed, too
      if (n > 1 && isTRUE(xy$x[1] == xy$x[n]) && isTRUE(xy$y[1] == xy$y[n])) n <- n - 1
      add("area", xy$x[seq_len(n)], xy$y[seq_len(n)])
    },
    abline = function(a = NULL, b = NULL, h = NULL, v = NULL, reg = NULL, coef = NULL, ...) {
      if (is.object(a) || is.list(a)) reg <- a
      if (!is.null(reg)) a <- stats::coef(reg)
      if (!is.null(coef)) a <- coef
      if (!is.null(a)) {
        if (is.null(b)) { b <- a[2 - (length(a) == 1)]; a <- if (length(a) == 1) 0 else a[1] }
        add("slope", a, b)
      }
      for (level in h) add("horizontal", y = level)
      for (level in v) add("vertical", x = level)
    },
    text.default = function(x, y = NULL, labels = seq_along(x), ...) {
      if (is.language(labels)) return(add("other", text = "an expression as text"))
      xy <- grDevices::xy.coords(x, y, setLab = FALSE, recycle = TRUE)
      add("text", xy$x, xy$y, rep_len(labels, length(xy$x)))
    },
    title = function(main = NULL, sub = NULL, xlab = NULL, ylab = NULL, ...) {
      if (given("main")) label("title", if (is.list(main)) main[[1]] else main)
      if (given("xlab")) label("x label", if (is.list(xlab)) xlab[[1]] else xlab)
      if (given("ylab")) label("y label", if (is.list(ylab)) ylab[[1]] else ylab)
      if (given("sub")) add("other", text = "subtitles")
    },
    axis = function(side, at = NULL, labels = TRUE, ...) {
      kind <- if (side %% 2) "x ticks" else "y ticks"
      if (is.language(labels)) return(add("other", text = paste("an expression as", kind)))
      if (is.numeric(labels) || is.character(labels)) add(kind, text = labels)
    },
    legend = function(x, y = NULL, legend, ...) {
      if (missing(legend)) legend <- y
      if (is.language(legend)) return(add("other", text = "an expression as legend"))
      add("legend", text = legend)
    },
    bxp = function(z, ..., horizontal = FALSE) {
      for (k in seq_len(ncol(z$stats))) {
        add("box", z$stats[, k], z$out[z$group == k])
      }
      ticks <- if (horizontal) "y ticks" else "x ticks"
      if (any(nzchar(z$names))) add(ticks, text = z$names)
    },
    image.default = function(x, y, z, ...) {
      if (missing(z)) z <- if (is.list(x)) x$z else x
      add("image", dim(z), z)
    },
    plotHclust = function(n1, merge, height, order, hang, labels, ...) {
      add("other", text = "lines of trees")
      if (any(nzchar(labels))) add("x ticks", text = labels[base::order(order)])
    },
    mtext = function(...) add("other", text = "texts in the margin"),
    arrows = function(...) add("other", text = "arrows"),
    grid = function(...) NULL,
    pie = function(...) add("other", text = "pies"),
    persp.default = function(...) add("other", text = "perspective plots"),
    contour.default = function(...) add("other", text = "contours")
  )
  whole <- c("legend", "bxp", "grid", "pie", "persp.default", "contour.default",
             "image.default")

  replaced <- function(name, original) {
    force(original)
    noted <- notes[[name]]
    inside <- as.integer(name %in% whole)
    function(...) {
      if (inside == 0) {
        tryCatch(noted(...), error = function(e) NULL)
        return(original(...))
      }
      quiet <<- quiet + 1
      done <- tryCatch(withVisible(original(...)), finally = quiet <<- quiet - 1)
      tryCatch(noted(...), error = function(e) NULL)  # after the plot that it begins
      if (done$visible) done$value else invisible(done$value)
    }
  }

  space <- asNamespace("graphics")
  places <- list(space, as.environment("package:graphics"))
  places <- c(places, list(parent.env(asNamespace("stats"))))  # what stats itself draws with
  for (from in list(space, baseenv())) {
    places <- c(places, list(get(".__S3MethodsTable__.", envir = from)))
  }
  for (name in names(notes)) {
    originals[[name]] <- get(name, envir = space)
    wrapper <- replaced(name, originals[[name]])
    for (place in places) {
      for (alias in c(name, if (name == "plot.new") "frame")) {
        if (!exists(alias, envir = place, inherits = FALSE)) next
        locked <- bindingIsLocked(alias, place)
        if (locked) unlockBinding(alias, place)
        assign(alias, wrapper, envir = place)
        if (locked) lockBinding(alias, place)
      }
    }
  }

  function() {
    object_of(
      plots = array_of(vapply(seq_along(plots), function(k) {
        object_of(line = as.character(lines[k]), marks = array_of(plots[[k]]))
      }, "")),
      grid = if ("grid" %in% loadedNamespaces()) "true" else "false"
    )
  }
}
