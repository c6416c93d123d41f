# set.seed decides the draws, and R's stream goes on as the original would have left it.

n <- nrow(Y)
seed_of <- function() get(".Random.seed", envir = globalenv(), inherits = FALSE)

# The next numbers after a call, and after the draws that the call should have made.
expect_stream <- function(call, draws, start = function() set.seed(7)) {
  start()
  suppressWarnings(eval(call))
  seed <- seed_of()
  after <- runif(5)
  start()
  eval(draws)
  expect_identical(seed, seed_of())
  expect_identical(after, runif(5))
}

test_that("n uniforms are drawn for each resample", {
  expect_stream(quote(score(Y, n.boot = 3)), quote(runif(3 * n)))
  old <- options(dagbag.score = list(n.jobs = 2))
  on.exit(options(old))
  expect_stream(quote(score(Y, n.boot = 9)), quote(runif(9 * n)))
})

test_that("shuffle draws one permutation before the resamples", {
  expect_stream(quote(score(Y, shuffle = TRUE)), quote(sample(1:10)))
  expect_stream(quote(score(Y, n.boot = 2, shuffle = TRUE)), quote({
    sample(1:10)
    runif(2 * n)
  }))
})

test_that("a randomised search draws one number for each step", {
  set.seed(7)
  result <- score(Y, random.forest = TRUE, random.step.length = 10)
  after <- runif(1)
  moves <- sum(result$movement[, 3] > 0)
  set.seed(7)
  expect_true(match(after, runif(moves + 2)) %in% (moves + 1:2))
})

test_that("plain searches and aggregations leave the stream alone", {
  expect_stream(quote(score(Y)), NULL)
  expect_stream(quote(score_shd(array(0, c(3, 3, 2)))), NULL)
  expect_stream(quote(y.stand(Y)), NULL)
})

test_that("a call that fails draws nothing", {
  set.seed(7)
  before <- seed_of()
  expect_error(score(Y, n.boot = 3, max.step = 0))
  expect_identical(seed_of(), before)
})

test_that("the same seed gives the same ensemble, the next call another", {
  set.seed(7)
  first <- score(Y, n.boot = 3)
  second <- score(Y, n.boot = 3)
  expect_false(identical(first, second))
  set.seed(7)
  expect_identical(score(Y, n.boot = 3), first)
  set.seed(7)
  both <- score(Y, n.boot = 6)
  expect_identical(both$adj.matrix[, , 4:6], second$adj.matrix)
})

test_that("without a seed R makes one", {
  old <- seed_of()
  on.exit(assign(".Random.seed", old, envir = globalenv()))
  rm(".Random.seed", envir = globalenv())
  first <- score(Y, n.boot = 5)
  expect_length(seed_of(), 626)
  rm(".Random.seed", envir = globalenv())
  expect_false(identical(score(Y, n.boot = 5), first))
})

test_that("words that R shows as NA are kept", {
  set.seed(7)
  words <- seed_of()
  words[c(3, 100, 400, 626)] <- NA
  words[2] <- 5L # no new words before these are used
  start <- function() assign(".Random.seed", words, envir = globalenv())
  start()
  expect_true(anyNA(seed_of()))
  expect_stream(quote(score(Y, n.boot = 2)), quote(runif(2 * n)), start)
  expect_stream(quote(score(Y[1:20, ], n.boot = 1)), quote(runif(20)), start)
})

test_that("sample.kind and normal.kind are respected and kept", {
  kinds <- RNGkind()
  on.exit(suppressWarnings(RNGkind(kinds[1], kinds[2], kinds[3])))
  suppressWarnings(RNGkind(sample.kind = "Rounding"))
  expect_stream(quote(score(Y, n.boot = 2, shuffle = TRUE)), quote({
    sample(1:10)
    runif(2 * n)
  }))
  expect_identical(RNGkind()[3], "Rounding")
  RNGkind(normal.kind = "Box-Muller", sample.kind = "Rejection")
  expect_stream(quote(score(Y, n.boot = 2)), quote(runif(2 * n)))
  expect_identical(RNGkind()[2:3], c("Box-Muller", "Rejection"))
})

test_that("another generator is an error that names the remedy", {
  kinds <- RNGkind()
  on.exit(RNGkind(kinds[1]))
  RNGkind("Wichmann-Hill")
  before <- seed_of()
  expect_error(score(Y, n.boot = 2),
               "only under RNGkind(\"Mersenne-Twister\"), R's default, got \"Wichmann-Hill\"",
               fixed = TRUE)
  expect_identical(seed_of(), before)
  expect_gt(sum(score(Y)$adj.matrix), 0)
})
