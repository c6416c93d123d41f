# How many edges does the aggregated DAG have, as a function of alpha?
require(dagbag)
data("example")
nodes <- c(55, 66, 94, 27, 45, 58, 89, 20, 25, 38, 44, 54)   # one corner of the graph
Y <- example$Y[, nodes]
truth <- example$true.dir[nodes, nodes]
p <- dim(Y)[2]

alphas <- c(0.25, 0.5, 1, 1.5, 2)
thresholds <- seq(-0.2, 0.2, by = 0.2)
B <- 10

set.seed(123)
ens <- score(Y, n.boot = B, max.step = 250)$adj.matrix

# selection frequencies
sf <- apply(ens, 1:2, sum) / B
sym <- sf + t(sf)
summary(sf[sf > 0])

dags <- lapply(alphas, function(a) score_shd(ens, alpha = a)$adj.matrix)
names(dags) <- paste0("alpha", alphas)
n.edges <- sapply(dags, sum)
n.correct <- sapply(dags, function(A) sum(A == 1 & truth == 1))
n.reversed <- vapply(dags, function(A) sum(A == 1 & t(truth) == 1), numeric(1))

tab <- cbind(alpha = alphas, edges = n.edges, correct = n.correct, reversed = n.reversed)
rownames(tab) <- NULL
tab

# grid over alpha and threshold
grid <- matrix(0, length(alphas), length(thresholds))
for (i in seq_along(alphas))
  for (j in seq_along(thresholds))
    grid[i, j] <- sum(score_shd(ens, alpha = alphas[i], threshold = thresholds[j])$adj.matrix)
dimnames(grid) <- list(alphas, thresholds)
print(grid)

# nested? edges at a larger alpha should mostly be among those at a smaller one
nested <- sapply(2:length(dags), function(k) {
  small <- dags[[k]]
  large <- dags[[k - 1]]
  sum(small == 1 & large == 0)
})
all(nested == 0)

# pairwise distances
hamming <- function(A, B) {
  S <- (A + t(A) > 0) != (B + t(B) > 0)
  sum(S[upper.tri(S)]) + sum(A * t(B) * (1 - B))
}
D <- matrix(0, length(dags), length(dags))
for (i in 1:length(dags)) for (j in 1:length(dags)) D[i, j] <- hamming(dags[[i]], dags[[j]])
D

best <- which.max(n.correct / pmax(n.edges, 1))
cat("best alpha:", alphas[best], "\n")

plot(alphas, n.edges, type = "b", ylim = range(0, n.edges), xlab = expression(alpha), ylab = "edges")
lines(alphas, n.correct, type = "b", col = "red", lty = 2)
matplot(alphas, grid, type = "l")
