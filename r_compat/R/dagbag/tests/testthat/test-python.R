# Where Python comes from, in sessions of their own.

test_that("Python starts with the first call that needs it", {
  lines <- run_script(c(
    "library(dagbag)",
    "suppressMessages(data(example))",
    "cat(reticulate::py_available(), '')",
    "result <- score(example$Y[, 1:5])",
    "cat(reticulate::py_available())"
  ))
  expect_identical(lines, "FALSE TRUE")
})

test_that("a Python that is not there is an error that says what to do", {
  text <- paste(run_script(
    c("library(dagbag)", "data(example)", "score(example$Y)"), "RETICULATE_PYTHON=/no/such/python"
  ), collapse = " ")
  expect_match(text, "Error in score(example$Y)", fixed = TRUE)
  expect_match(text, "dagbag needs Python with the package dagbag", fixed = TRUE)
  expect_match(text, "/no/such/python", fixed = TRUE)
  expect_match(text, "Sys.setenv(RETICULATE_PYTHON =", fixed = TRUE)
})

test_that("a Python without dagbag is an error that names it", {
  bare <- tempfile("bare")
  on.exit(unlink(bare, recursive = TRUE))
  status <- system2(reticulate::py_config()$python, c("-m", "venv", "--without-pip", bare))
  expect_identical(status, 0L)
  path <- file.path(bare, "bin", "python")
  text <- paste(run_script(
    c("library(dagbag)", "data(example)", "score(example$Y)"), paste0("RETICULATE_PYTHON=", path)
  ), collapse = " ")
  expect_match(text, "No module named 'dagbag' in ", fixed = TRUE)
  expect_match(text, paste0("`", path, " -m pip install dagbag`"), fixed = TRUE)
})

test_that("a numpy that reticulate cannot read is an error that says so", {
  expect_match(no_numpy(), "cannot work with numpy [0-9.]+ of .*: update reticulate to 1.38")
})
