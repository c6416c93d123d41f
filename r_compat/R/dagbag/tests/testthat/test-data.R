test_that("data(example) is the example of the Python package, to the last bit", {
  found <- new.env()
  data(example, package = "dagbag", envir = found)
  example <- found$example
  expect_identical(names(example), c("Y", "true.dir", "true.ske"))
  python <- reticulate::import("dagbag")$load_example()
  expect_identical(example$Y, python$Y)
  expect_identical(example$true.dir, python$adjacency)
  expect_identical(example$true.ske, (example$true.dir | t(example$true.dir)) + 0L)
})
