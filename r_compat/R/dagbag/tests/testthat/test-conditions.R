# Errors and warnings in R's words, at the user's call.

test_that("errors name R's arguments and the call", {
  error <- expect_error(score(Y, max.step = 0),
                        "max.step must be a whole number of at least 1, got 0", fixed = TRUE)
  expect_identical(conditionCall(error), quote(score(Y, max.step = 0)))
  expect_error(score(Y, n.boot = -1), "n.boot must be a whole number of at least 0, got -1",
               fixed = TRUE)
  expect_error(score(Y, n.boot = NA), "n.boot must be a whole number of at least 0, got NaN",
               fixed = TRUE)
  expect_error(score(Y, n.boot = NULL), "n.boot must be .*, got NULL")
  expect_error(score(Y, score.type = "BICC"), "score.type must be one of .*did you mean 'BIC'")
  expect_error(score(Y, blacklist = matrix(0, 9, 10)),
               "blacklist must have shape (10, 10), got (9, 10)", fixed = TRUE)
  expect_error(score(Y, random.forest = TRUE),
               "random.step.length must be a number, .* when random.forest is TRUE, got NULL")
  expect_error(score(Y, nrestart = 2), "perturb must be at least 1")
  expect_error(score_shd(array(0, c(2, 3, 4))),
               "boot.adj must have shape (p, p, B), got (2, 3, 4)", fixed = TRUE)
  expect_error(score_shd(array(0, c(4, 3, 3))), "aperm(boot.adj, c(2, 3, 1))", fixed = TRUE)
})

test_that("columns, rows and graphs are counted from 1, or named", {
  holes <- Y
  holes[4, 3] <- NA
  expect_error(score(holes), "got NaN in column 3 (first in row 4)", fixed = TRUE)
  colnames(holes) <- letters[1:10]
  expect_error(score(holes), "got NaN in column 'c' (first in row 4)", fixed = TRUE)
  whole <- round(Y * 10)
  storage.mode(whole) <- "integer"
  whole[4, 3] <- NA
  expect_error(score(whole), "got NaN in column 3 (first in row 4)", fixed = TRUE)
  cyclic <- array(0, c(2, 2, 3))
  cyclic[1, 2, 3] <- cyclic[2, 1, 3] <- 1
  expect_error(score_shd(cyclic), "the cycle 1 -> 2 -> 1 in graph 3", fixed = TRUE)
  whitelist <- matrix(0, 10, 10)
  whitelist[1, 2] <- whitelist[2, 1] <- 1
  expect_error(score(Y, whitelist = whitelist), "1 -> 2 -> 1", fixed = TRUE)
  expect_error(y.stand(cbind(1:3, 1)), "no constant columns, got 2", fixed = TRUE)
})

test_that("what is no matrix, no flag or no argument is an error", {
  expect_error(score(1:10), "Y must be a numeric matrix or data frame, got 1:10", fixed = TRUE)
  expect_error(score(matrix("a", 9, 2)), "got a character matrix", fixed = TRUE)
  expect_error(score(data.frame(a = 1:9, b = letters[1:9])), "got a character matrix", fixed = TRUE)
  expect_error(score(Y, blacklist = list(c(1, 2))), "blacklist must be a numeric matrix")
  expect_error(score(Y, blacklist = matrix(c(NA, rep(0, 99)), 10)),
               "blacklist must hold only 0 and 1")
  expect_error(score(Y, blacklist = matrix(NA, 10, 10)), "blacklist must hold only 0 and 1")
  expect_error(score(Y, standardize = NA), "standardize must be TRUE or FALSE, got NA")
  expect_error(score(Y, shuffle = "yes"), "shuffle must be TRUE or FALSE, got \"yes\"")
  expect_error(score_shd(list(adj.matrix = 1)), "boot.adj must be a p x p x B array")
  expect_error(score_shd(array(NA, c(2, 2, 2))), "boot.adj must hold only 0 and 1")
  expect_error(score(Y, max.stepp = 3), "unused argument")
})

test_that("options that are no further arguments are errors", {
  old <- options(dagbag.score = list(max.parentss = 3))
  on.exit(options(old))
  expect_error(score(Y), "'max.parentss'; did you mean 'max.parents'", fixed = TRUE)
  options(dagbag.score = list(seed = 1))
  expect_error(score(Y), "no argument 'seed' in R, where set.seed decides")
  options(dagbag.score = list(4))
  expect_error(score(Y), "options(dagbag.score = ) must be a list with a name for each argument",
               fixed = TRUE)
  options(dagbag.score = list(max_step = 4))
  expect_error(score(Y), "must not have arguments of score(), got max.step", fixed = TRUE)
})

test_that("warnings are R's, with the class they have in Python", {
  warned <- expect_warning(result <- score(Y, max.step = 2), class = "ConvergenceWarning")
  expect_match(conditionMessage(warned), "stopped by max.step=2 before it converged", fixed = TRUE)
  expect_identical(conditionCall(warned), quote(score(Y, max.step = 2)))
  expect_s3_class(warned, c("ConvergenceWarning", "UserWarning", "warning", "condition"),
                  exact = TRUE)
  expect_identical(result$final.step, 2L)
  constant <- cbind(Y[, 1:3], 1)
  expect_warning(score(constant), "1 constant column isolated: 4", fixed = TRUE,
                 class = "DegenerateDataWarning")
  set.seed(1)
  expect_warning(score(Y, n.boot = 4, max.step = 2), "of 4 replicates: 4 stopped by max.step=2",
                 class = "ReplicateWarning")
})

test_that("warnings repeat with every call and obey options(warn)", {
  for (k in 1:2) expect_warning(score(Y, max.step = 2), class = "ConvergenceWarning")
  old <- options(warn = 2)
  on.exit(options(old))
  expect_error(score(Y, max.step = 2), "converted from warning")
})

test_that("Ctrl-C is heard, and the stream stays where it was", {
  wide <- matrix(sin(seq_len(300 * 1500)^1.5), 300)
  ctrl_c <- function(expression) {
    system(paste0("(sleep 1; kill -INT ", Sys.getpid(), ")"), wait = FALSE)
    tryCatch({
      expression
      "finished"
    }, interrupt = function(condition) "interrupted")
  }
  for (n.boot in rep(c(0, 50), 3)) {
    set.seed(1)
    before <- .Random.seed
    expect_identical(
      ctrl_c(score(wide, n.boot = n.boot, max.step = 1e6, score.type = "AIC")), "interrupted"
    )
    expect_identical(.Random.seed, before)
  }
  expect_gt(sum(score(Y)$adj.matrix), 0)
  expect_identical(ctrl_c(Sys.sleep(60)), "interrupted")
})
