test_that("data(example) says that it is another data set than the original's", {
  expect_message(read_example(), "another data set than that of the R package dagbag 1.1")
  expect_identical(run_script("library(dagbag)"), character())
})

test_that("data(example) is the example of the Python package, to the last bit", {
  example <- suppressMessages(read_example())
  expect_identical(names(example), c("Y", "true.dir", "true.ske"))
  python <- reticulate::import("dagbag")$load_example()
  expect_identical(example$Y, python$Y)
  expect_identical(example$true.dir, python$adjacency + 0)
})

test_that("data(example) has the types of the original", {
  example <- suppressMessages(read_example())
  expect_type(example$Y, "double")
  expect_type(example$true.dir, "double")
  expect_identical(example$true.ske, example$true.dir == 1 | t(example$true.dir) == 1)
  for (part in example) expect_identical(dim(part), c(102L, 102L))
})
