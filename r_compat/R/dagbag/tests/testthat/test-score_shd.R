ensemble <- array(0, c(3, 3, 4))
ensemble[1, 2, 1:3] <- 1
ensemble[2, 1, 4] <- 1
ensemble[2, 3, 1:2] <- 1

test_that("arguments and defaults are those of the original", {
  expected <- alist(boot.adj = , alpha = 1, threshold = 0, max.step = 500, blacklist = NULL,
                    whitelist = NULL, print = FALSE)
  expect_identical(as.list(formals(score_shd)), expected)
})

test_that("an aggregation returns R's list", {
  result <- score_shd(ensemble)
  expect_identical(names(result), c("movement", "final.step", "adj.matrix"))
  expect_identical(result$adj.matrix, rbind(c(0L, 1L, 0L), 0L, 0L))
  expect_identical(result$final.step, 1L)
  expect_identical(dim(result$movement), c(500L, 3L))
  expect_type(result$movement, "integer")
  expect_identical(result$movement[1:2, ], rbind(c(1L, 2L, 1L), 0L))
})

test_that("integers, doubles and logicals are one", {
  whole <- ensemble
  storage.mode(whole) <- "integer"
  expect_identical(score_shd(whole), score_shd(ensemble))
  expect_identical(score_shd(ensemble == 1), score_shd(ensemble))
})

test_that("alpha, threshold and both lists decide as in R", {
  expect_identical(edges_of(score_shd(ensemble, threshold = 0.1)$adj.matrix),
                   rbind(c(1L, 2L), c(2L, 3L)))
  # gsf(1, 2) = 0.75 + (1 - alpha / 2) * 0.25
  expect_identical(score_shd(ensemble, alpha = 1, threshold = -0.74)$final.step, 1L)
  expect_identical(score_shd(ensemble, alpha = 2, threshold = -0.74)$final.step, 0L)
  listed <- matrix(0, 3, 3)
  listed[1, 2] <- 1
  expect_identical(edges_of(score_shd(ensemble, blacklist = listed)$adj.matrix),
                   cbind(2L, 1L)) # its gsf is 0.25 + 0.75 / 2
  listed[] <- 0
  listed[3, 1] <- 1
  expect_identical(score_shd(ensemble, whitelist = listed)$movement[1:2, ],
                   rbind(c(3L, 1L, 1L), c(1L, 2L, 1L)))
})

test_that("the ensemble of score() is aggregated", {
  set.seed(1)
  boot <- score(Y, n.boot = 20)
  frequency <- apply(boot$adj.matrix, 1:2, mean)
  bagged <- score_shd(boot$adj.matrix)$adj.matrix
  expect_gt(sum(bagged), 0)
  expect_true(all((frequency + t(frequency) / 2)[bagged == 1] > 0.5))
})

test_that("the exact method of the Python function is at hand", {
  greedy <- score_shd(ensemble)
  old <- options(dagbag.score_shd = list(method = "exact"))
  on.exit(options(old))
  expect_identical(score_shd(ensemble)$adj.matrix, greedy$adj.matrix)
})
