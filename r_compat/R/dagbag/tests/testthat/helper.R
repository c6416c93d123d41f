read_example <- function() {
  found <- new.env()
  data(example, package = "dagbag", envir = found)
  found$example
}

# Ten connected nodes of the example.
Y <- suppressMessages(read_example())$Y[, c(39, 49, 69, 71, 80, 85, 90, 91, 96, 98)]

edges_of <- function(adj.matrix) unname(which(adj.matrix == 1, arr.ind = TRUE))

# What a script prints in an R of its own; `env` are lines NAME=value.
run_script <- function(lines, env = character()) {
  script <- tempfile(fileext = ".R")
  on.exit(unlink(script))
  writeLines(lines, script)
  libraries <- paste(.libPaths(), collapse = .Platform$path.sep)
  suppressWarnings(system2(
    file.path(R.home("bin"), "Rscript"), c("--vanilla", shQuote(script)),
    stdout = TRUE, stderr = TRUE, env = c(paste0("R_LIBS=", shQuote(libraries)), env)
  ))
}
