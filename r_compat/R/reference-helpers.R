# y.stand(), result_skeleton() and move_adj() in plain R, beside reference.R.

y.stand <- function(Y) {
  Y <- as.matrix(Y)
  sd <- apply(Y, 2, sd)
  if (any(sd == 0)) stop("Y must have no constant columns, got ", which(sd == 0)[1])
  sweep(sweep(Y, 2, colMeans(Y)), 2, sd, "/")
}

result_skeleton <- function(adj, true.ske) {
  learned <- adj != 0 | t(adj) != 0
  true <- true.ske != 0 | t(true.ske) != 0
  upper <- upper.tri(learned)
  c(sum(learned[upper]), sum((learned & true)[upper]))
}

move_adj <- function(p, movement) {
  adjacency <- matrix(0L, p, p)
  graphs <- list()
  for (k in seq_len(nrow(movement))) {
    move <- movement[k, ]
    if (move[3] == 0) break
    adjacency[move[1], move[2]] <- as.integer(move[3] == 1)
    if (move[3] == 3) adjacency[move[2], move[1]] <- 1L
    graphs[[k]] <- adjacency
  }
  graphs
}
