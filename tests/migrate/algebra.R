# Matrix algebra behind the score: BIC of a DAG by hand, three ways
library(dagbag)

Y <- as.matrix(read.table("data/study.dat"))[, 1:6]
dimnames(Y) <- list(NULL, letters[1:6])
n <- nrow(Y); p <- ncol(Y)
A <- score(Y)$adj.matrix

Yc <- scale(Y, center = TRUE, scale = FALSE)
attr(Yc, "scaled:center") <- NULL
C <- crossprod(Yc)
all.equal(C, t(Yc) %*% Yc)
S <- C / (n - 1)
max(abs(S - cov(Y)))

# 1. by the normal equations
rss1 <- sapply(1:p, function(j) {
  pa <- which(A[, j] == 1)
  if (length(pa) == 0) return(C[j, j])
  C[j, j] - drop(C[j, pa] %*% solve(C[pa, pa]) %*% C[pa, j])
})

# 2. by qr
rss2 <- numeric(p)
for (j in 1:p) {
  pa <- which(A[, j] == 1)
  X <- cbind(1, Y[, pa])
  rss2[j] <- sum(qr.resid(qr(X), Y[, j])^2)
}

# 3. by lm
rss3 <- sapply(seq_len(p), function(j) {
  pa <- A[, j] == 1
  fit <- if (any(pa)) lm(Y[, j] ~ Y[, pa]) else lm(Y[, j] ~ 1)
  sum(residuals(fit)^2)
})
max.diff <- max(abs(rss1 - rss2))

k <- colSums(A)
bic <- n * log(rss1 / n) + k * log(n)
total <- sum(bic)
empty <- sum(n * log(diag(C) / n))
improvement <- empty - total

# log-determinants agree with the recursive form
L <- chol(S)
logdet <- 2 * sum(log(diag(L)))
logdet2 <- log(det(S))
ev <- eigen(S, symmetric = TRUE, only.values = TRUE)$values
logdet3 <- sum(log(ev))
cond <- max(ev) / min(ev)

# reachability by powers of I + A
I <- diag(p)
R <- I + A
for (step in 1:ceiling(log2(p))) R <- (R %*% R > 0) * 1
desc <- rowSums(R) - 1
is.dag <- sum(diag(expm <- A)) == 0
paths <- A %*% A
trace <- sum(diag(paths))

# partial regression coefficients as a weighted adjacency matrix
W <- matrix(0, p, p, dimnames = list(colnames(Y), colnames(Y)))
for (j in which(k > 0)) {
  pa <- which(A[, j] == 1)
  W[pa, j] <- solve(C[pa, pa, drop = FALSE], C[pa, j])
}
strongest <- which(abs(W) == max(abs(W)), arr.ind = TRUE)
implied <- solve(t(I - W)) %*% diag(rss1 / n) %*% solve(I - W)
fit.error <- norm(implied - C / n, "F")
K <- kronecker(diag(2), matrix(1, 1, 2))
o <- outer(1:3, 1:4)
tri <- lower.tri(matrix(0, 3, 3))
idx <- cbind(1:3, c(2, 3, 1))
picked <- S[idx]
stack <- rbind(1:3, 4:6, deparse.level = 0)
wide <- cbind(stack, 0)
bound <- cbind(a = 1:2, b = 3:4)
det2 <- det(matrix(c(2, 1, 1, 3), 2))
inv <- solve(matrix(c(2, 1, 1, 3), 2))
