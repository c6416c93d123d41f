# A user's session from the data to one DAG, as a script of the original package would have it.
#
#   Rscript manual-example.R
#   Rscript manual-example.R Y.csv edges.csv
#
# Y.csv: a row per sample, with or without a line of names. edges.csv: the true graph, a line of
# names, then a line with the numbers, or the names, of source and target for each edge.

library(dagbag)

given <- commandArgs(trailingOnly = TRUE)
if (length(given) == 2) {
  named <- is.character(read.csv(given[1], header = FALSE, nrows = 1)[[1]])
  Y <- as.matrix(read.csv(given[1], header = named))
  edges <- as.matrix(read.csv(given[2]))
  if (is.character(edges)) edges <- matrix(match(edges, colnames(Y)), ncol = 2)
  true.dir <- matrix(0, ncol(Y), ncol(Y))
  true.dir[edges] <- 1
  example <- list(Y = Y, true.dir = true.dir, true.ske = true.dir + t(true.dir))
} else {
  data(example)
}
Y <- example$Y
true.ske <- example$true.ske

# One search on the data: far too many edges.
result <- score(Y)
print(dagbag:::result_skeleton(result$adj.matrix, true.ske))

# Ten resamples, aggregated: fewer edges, and nearly all of the correct ones.
set.seed(1)
boot <- score(Y, n.boot = 10)
for (alpha in c(1, 0.5, 1.5, 2)) {
  bagged <- score_shd(boot$adj.matrix, alpha = alpha)
  cat("alpha", alpha, "\n")
  print(dagbag:::result_skeleton(bagged$adj.matrix, true.ske))
}
