test_that("y.stand brings columns to mean 0 and sd 1", {
  named <- Y
  dimnames(named) <- list(NULL, letters[1:10])
  standardized <- y.stand(named)
  expect_equal(standardized, scale(named), ignore_attr = c("scaled:center", "scaled:scale"))
  expect_identical(colnames(standardized), letters[1:10])
  expect_null(dimnames(y.stand(Y)))
  expect_equal(y.stand(as.data.frame(named)), standardized)
})

test_that("result_skeleton counts skeleton edges, and the correct ones", {
  adj <- true <- matrix(0, 4, 4)
  adj[1, 2] <- adj[2, 3] <- adj[4, 1] <- 1
  true[2, 1] <- true[1, 2] <- true[1, 4] <- true[3, 4] <- 1
  expect_identical(result_skeleton(adj, true), c(3L, 2L))
  expect_identical(result_skeleton(adj * 0, true), c(0L, 0L))
})

test_that("move_adj replays the moves to the graph", {
  result <- score(Y)
  graphs <- move_adj(10, result$movement)
  expect_type(graphs, "list")
  expect_length(graphs, result$final.step - 1)
  expect_identical(graphs[[1]], local({
    first <- matrix(0L, 10, 10)
    first[result$movement[1, 1], result$movement[1, 2]] <- 1L
    first
  }))
  expect_identical(graphs[[length(graphs)]], result$adj.matrix)
  expect_identical(move_adj(3, matrix(0, 5, 3)), list())
  expect_length(move_adj(3, rbind(c(1, 2, 1))), 1)
})

test_that("they are found where scripts look for them", {
  expect_identical(dagbag:::y.stand, y.stand)
  expect_identical(dagbag:::result_skeleton, result_skeleton)
  expect_identical(dagbag:::move_adj, move_adj)
})
