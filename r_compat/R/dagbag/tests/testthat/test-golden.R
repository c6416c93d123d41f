# Answers of the original package. The environment variable DAGBAG_GOLDEN names a folder with all
# of them; those beside this file are always there.

folder <- Sys.getenv("DAGBAG_GOLDEN", test_path("golden"))
# The original goes on into saturated fits here.
saturated <- c("score-bic-n-below-p", "boot-n-below-p")
names <- setdiff(sub("[.]json$", "", dir(folder, "^(score|boot|forest|shd)-?.*[.]json$")), saturated)

read_golden <- function(name) {
  jsonlite::read_json(file.path(folder, paste0(name, ".json")), simplifyVector = TRUE)
}

listed <- function(pairs, p) {
  if (length(pairs) == 0) return(NULL)
  list <- matrix(0, p, p)
  list[matrix(pairs, ncol = 2)] <- 1
  list
}

with_lists <- function(case, p) {
  c(as.list(case$args), list(blacklist = listed(case$blacklist, p),
                             whitelist = listed(case$whitelist, p)))
}

quietly <- function(expression) {
  withCallingHandlers(expression, ConvergenceWarning = function(w) invokeRestart("muffleWarning"))
}

pairs <- function(edges) {
  edges <- if (length(edges)) matrix(unlist(edges), ncol = 2) else matrix(integer(), 0, 2)
  storage.mode(edges) <- "integer"
  edges
}

test_that("there are cases of every kind", {
  expect_true(all(c("score-bic-p5", "boot-shuffle", "shd-cyclic-ties") %in% names))
})

for (name in grep("^shd", names, value = TRUE, invert = TRUE)) {
  test_that(paste("score() answers as R does:", name), {
    case <- read_golden(name)
    if (!is.null(case$seed)) set.seed(case$seed)
    result <- quietly(do.call(score, c(list(case$Y), with_lists(case, case$p))))
    if (length(dim(result$adj.matrix)) == 3) {
      for (b in seq_len(case$args$n.boot)) {
        expect_identical(edges_of(result$adj.matrix[, , b]), pairs(case$result$edges[[b]]))
      }
      return()
    }
    expect_identical(edges_of(result$adj.matrix), pairs(case$result$edges))
    expect_equal(result$final.step, case$result$final.step)
    rows <- seq_len(result$final.step - isTRUE(case$args$shuffle))
    expect_equal(result$movement[rows, , drop = FALSE], case$result$movement)
    expect_equal(result$delta.min[result$delta.min != -99], case$result$delta.min,
                 tolerance = 1e-6)
    expect_equal(result$bic.ok[result$bic.ok != -99], case$result$bic.ok)
  })
}

for (name in grep("^shd", names, value = TRUE)) {
  test_that(paste("score_shd() answers as R does:", name), {
    golden <- jsonlite::read_json(file.path(folder, paste0(name, ".json")))
    boot.adj <- array(0, c(golden$p, golden$p, length(golden$ensemble)))
    for (b in seq_along(golden$ensemble)) {
      for (edge in golden$ensemble[[b]]) boot.adj[edge[[1]], edge[[2]], b] <- 1
    }
    two_columns <- function(rows, columns = 2) {
      matrix(as.integer(unlist(rows)), ncol = columns, byrow = TRUE)
    }
    for (case in golden$cases) {
      for (which in c("blacklist", "whitelist")) {
        if (length(case[[which]])) case[[which]] <- two_columns(case[[which]])
      }
      result <- quietly(do.call(score_shd, c(list(boot.adj), with_lists(case, golden$p))))
      expect_equal(result$final.step, case$result$final.step)
      expect_identical(edges_of(result$adj.matrix), two_columns(case$result$edges))
      expect_identical(result$movement[seq_len(result$final.step), , drop = FALSE],
                       two_columns(case$result$movement, 3))
    }
  })
}
