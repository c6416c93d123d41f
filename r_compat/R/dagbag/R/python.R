# The engine: Python starts at the first call that needs it.

engine <- new.env(parent = emptyenv())

python <- function() {
  if (is.null(engine$module)) engine$module <- connect("dagbag.r_compat.reticulate")
  engine$module
}

connect <- function(name) {
  module <- tryCatch(
    reticulate::import(name),
    error = function(error) refuse(no_engine(conditionMessage(error)))
  )
  if (!reticulate::py_numpy_available()) refuse(no_numpy())
  module
}

no_engine <- function(reason) {
  running <- reticulate::py_available()
  where <- if (running) reticulate::py_config()$python else "python"
  paste0(
    "dagbag needs Python with the package dagbag: ", trimws(reason),
    if (running) paste0(" in ", where),
    ". Install it there with `", where, " -m pip install dagbag`, or choose a Python that has it ",
    "with Sys.setenv(RETICULATE_PYTHON = \"/path/to/python\")",
    if (running) " in a new session of R", "."
  )
}

no_numpy <- function() {
  config <- reticulate::py_config()
  paste0(
    "reticulate ", format(utils::packageVersion("reticulate")), " cannot work with numpy ",
    format(config$numpy$version), " of ", config$python, ": update reticulate to 1.38 or later, ",
    "or install an older numpy with `", config$python, " -m pip install \"numpy<2\"`, ",
    "and start R anew."
  )
}

# Call a Python function: its warnings and errors are R's, and so are its random numbers.
ask <- function(name, arguments, nodes = NULL, draws = FALSE) {
  module <- python()
  seed <- if (draws) take_stream()
  reply <- module$answer(name, arguments, nodes, seed)
  if (!is.null(reply$r_seed)) put_stream(reply$r_seed)
  if (reply$interrupted) interrupt()
  for (found in reply$warnings) warn(found$message, found$classes)
  if (!is.null(reply$error)) refuse(reply$error)
  reply$value
}

# Python has heard Ctrl-C in R's place: pass it on, as R itself would. A signal to the own process
# is no way: reticulate has a handler of its own, and R was seen to halt past tryCatch(interrupt =).
interrupt <- function() {
  signalCondition(structure(list(), class = c("interrupt", "condition")))
  invokeRestart("abort")
}

# R's array of 0 and 1 from where its ones stand.
adjacency <- function(graphs) {
  adj.matrix <- array(0L, graphs$dim)
  adj.matrix[graphs$ones] <- 1L
  adj.matrix
}
