## Power and FDR of one search against bagging, over sample sizes
rm(list = ls())
library(dagbag)

p <- 8
n.rep <- 3
n.boot <- 6
n.list <- c(30, 60)

## random DAG: edges from lower to higher numbers
gen.dag <- function(p, prob = 0.25) {
  A <- matrix(0, p, p)
  for (i in 1:(p - 1)) {
    for (j in (i + 1):p) {
      if (runif(1) < prob) A[i, j] <- 1
    }
  }
  A
}

## data from linear structural equations
gen.data <- function(n, A, lo = 0.5, hi = 1.5) {
  p <- nrow(A)
  beta <- A * matrix(runif(p * p, lo, hi), p, p)
  Y <- matrix(0, nrow = n, ncol = p)
  for (j in 1:p) {
    pa <- which(A[, j] == 1)
    Y[, j] <- rnorm(n)
    if (length(pa) > 0) {
      Y[, j] <- Y[, j] + Y[, pa, drop = FALSE] %*% beta[pa, j]
    }
  }
  return(Y)
}

skeleton <- function(A) (A + t(A)) > 0

power.fdr <- function(est, true) {
  e <- skeleton(est)[upper.tri(est)]
  s <- skeleton(true)[upper.tri(true)]
  tp <- sum(e & s)
  c(power = tp / max(sum(s), 1), fdr = if (sum(e) == 0) 0 else 1 - tp / sum(e))
}

set.seed(2014)
results <- NULL
for (n in n.list) {
  for (r in 1:n.rep) {
    A <- gen.dag(p)
    Y <- gen.data(n, A)
    single <- score(Y, score.type = "BIC", max.step = 300)$adj.matrix
    boot <- score(Y, n.boot = n.boot, score.type = "BIC", max.step = 300)$adj.matrix
    bagged <- score_shd(boot, alpha = 1)$adj.matrix
    s1 <- power.fdr(single, A)
    s2 <- power.fdr(bagged, A)
    results <- rbind(results, c(n, r, sum(A), s1, s2))
  }
}
colnames(results) <- c("n", "rep", "edges", "power1", "fdr1", "power2", "fdr2")

## averages by sample size
avg <- matrix(NA, length(n.list), 4)
for (k in seq_along(n.list)) {
  sel <- results[, "n"] == n.list[k]
  avg[k, ] <- colMeans(results[sel, 4:7])
}
rownames(avg) <- paste("n =", n.list)
colnames(avg) <- colnames(results)[4:7]
print(round(avg, 3))

se <- apply(results[, 4:7], 2, sd) / sqrt(nrow(results))
better <- mean(results[, "fdr2"] <= results[, "fdr1"])
cat("bagging had the lower FDR in", 100 * better, "% of the runs\n")

plot(results[, "power1"], results[, "fdr1"], xlim = c(0, 1), ylim = c(0, 1),
     xlab = "power", ylab = "FDR", pch = 1)
points(results[, "power2"], results[, "fdr2"], pch = 16, col = 2)
legend("topleft", c("one search", "bagging"), pch = c(1, 16), col = 1:2)
