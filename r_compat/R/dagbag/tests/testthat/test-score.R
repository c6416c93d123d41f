# R's list: names, types, dimensions.

test_that("arguments and defaults are those of the original", {
  expected <- alist(
    Y = , n.boot = 0, score.type = "BIC", threshold = 0, max.step = 500, ini.adj.matrix = NULL,
    blacklist = NULL, whitelist = NULL, standardize = TRUE, standardize.boot = TRUE,
    random.forest = FALSE, random.step.length = NULL, nrestart = 0, perturb = 0, shuffle = FALSE,
    print = FALSE, EPS = 1e-06
  )
  expect_identical(as.list(formals(score)), expected)
})

test_that("a search returns R's list", {
  result <- score(Y)
  expect_identical(names(result),
                   c("bic.ok", "movement", "final.step", "adj.matrix", "delta.min"))
  expect_identical(result[[4]], result$adj.matrix)
  expect_identical(dim(result$adj.matrix), c(10L, 10L))
  expect_type(result$adj.matrix, "integer")
  expect_null(dimnames(result$adj.matrix))
  expect_type(result$final.step, "integer")
  expect_length(result$final.step, 1)
  expect_identical(dim(result$movement), c(500L, 3L))
  expect_type(result$movement, "integer")
  for (name in c("delta.min", "bic.ok")) {
    expect_type(result[[name]], if (name == "bic.ok") "integer" else "double")
    expect_null(dim(result[[name]]))
    expect_length(result[[name]], 500)
  }
  moves <- result$final.step - 1
  expect_gt(moves, 0)
  expect_true(all(result$delta.min[seq_len(moves)] < 0))
  expect_identical(result$delta.min[moves + 1], 0)
  expect_true(all(result$delta.min[-seq_len(moves + 1)] == -99))
  expect_identical(result$bic.ok, ifelse(result$delta.min == -99, -99L, 0L))
  expect_true(all(result$movement[-seq_len(moves), ] == 0))
})

test_that("an ensemble returns R's list, one resample included", {
  for (B in c(1, 3)) {
    set.seed(1)
    result <- score(Y, n.boot = B)
    expect_identical(names(result), "adj.matrix")
    expect_type(result$adj.matrix, "integer")
    expect_identical(dim(result$adj.matrix), c(10L, 10L, as.integer(B)))
    expect_setequal(unique(as.vector(result$adj.matrix)), 0:1)
  }
})

test_that("each resample is the search on its rows", {
  set.seed(4)
  ensemble <- score(Y, n.boot = 3)$adj.matrix
  set.seed(4)
  for (b in 1:3) {
    rows <- ceiling(nrow(Y) * runif(nrow(Y)))
    expect_identical(ensemble[, , b], score(Y[rows, ])$adj.matrix)
  }
})

test_that("a graph without edges is an empty matrix", {
  result <- score(Y, threshold = -1e6)
  expect_identical(result$adj.matrix, matrix(0L, 10, 10))
  expect_identical(result$final.step, 1L)
  set.seed(1)
  shuffled <- score(Y, threshold = -1e6, shuffle = TRUE)
  expect_identical(dim(shuffled$movement), c(0L, 3L))
})

test_that("data come as matrix, data frame, integers or logicals", {
  expected <- score(Y)
  named <- Y
  colnames(named) <- letters[1:10]
  expect_identical(score(named), expected)
  expect_identical(score(as.data.frame(named)), expected)
  colnames(named) <- rep("a", 10)
  expect_identical(score(named), expected)
  counts <- round(Y * 10)
  whole <- counts
  storage.mode(whole) <- "integer"
  expect_identical(score(whole), score(counts))
  expect_identical(score(Y > 0), score((Y > 0) + 0))
})

test_that("lists come as 0/1 or logical matrices and data frames", {
  blacklist <- whitelist <- matrix(0, 10, 10)
  blacklist[1:5, 6:10] <- 1
  whitelist[10, 1] <- whitelist[9, 2] <- 1
  result <- score(Y, blacklist = blacklist, whitelist = whitelist)
  expect_true(all(result$adj.matrix[blacklist == 1] == 0))
  expect_true(all(result$adj.matrix[whitelist == 1] == 1))
  expect_identical(result$movement[1:2, ], rbind(c(10L, 1L, 1L), c(9L, 2L, 1L)))
  expect_identical(score(Y, blacklist = blacklist == 1, whitelist = whitelist == 1), result)
  expect_identical(
    score(Y, blacklist = as.data.frame(blacklist), whitelist = as.data.frame(whitelist)), result
  )
})

test_that("an initial graph is where the search starts", {
  first <- score(Y)
  again <- score(Y, ini.adj.matrix = first$adj.matrix)
  expect_identical(again$adj.matrix, first$adj.matrix)
  expect_identical(again$final.step, 1L)
})

test_that("arguments by position, by part of their name and as numbers work as in R", {
  set.seed(1)
  expected <- suppressWarnings(score(Y, n.boot = 2, score.type = "likelihood", max.step = 5))
  set.seed(1)
  expect_identical(suppressWarnings(score(Y, 2L, "likelihood", 0, 5L)), expected)
  set.seed(1)
  expect_identical(suppressWarnings(score(Y, n. = 2, score = "likelihood", max = 5)), expected)
  expect_identical(score(Y, standardize = 1, print = 0), score(Y))
})

test_that("further arguments of the Python function are options", {
  old <- options(dagbag.score = list(max.parents = 1))
  on.exit(options(old))
  expect_identical(max(colSums(score(Y)$adj.matrix)), 1)
  options(dagbag.score = list(n.jobs = 2))
  set.seed(1)
  two <- score(Y, n.boot = 4)
  options(dagbag.score = list(n_jobs = 1))
  set.seed(1)
  expect_identical(score(Y, n.boot = 4), two)
})

test_that("the data are neither copied in R nor changed", {
  before <- Y + 0
  watched <- Y + 0
  copies <- capture.output({
    tracemem(watched)
    result <- score(watched)
    set.seed(1)
    ensemble <- score(watched, n.boot = 2)
    untracemem(watched)
  })
  expect_identical(copies, character())
  expect_identical(watched, before)
  expect_false(reticulate::py_to_r(
    reticulate::import("numpy", convert = FALSE)$asarray(watched)$flags$owndata
  ))
})
