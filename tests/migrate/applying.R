# Stability of edges: everything by the apply family and small functions
library(dagbag)
Y <- as.matrix(read.table("data/study.dat"))
dimnames(Y) <- NULL

standardise <- function(v, center = TRUE, ...) {
  if (center) v <- v - mean(v)
  v / sd(v, ...)
}
Z <- apply(Y, 2, standardise)
check.mean <- max(abs(colMeans(Z)))
check.sd <- range(apply(Z, 2, sd))

# summaries per column, as a matrix
describe <- function(v) c(mean = mean(v), sd = sd(v), min = min(v), q = quantile(v, c(0.25, 0.75)),
                          max = max(v))
S <- sapply(as.data.frame(Y), describe)
S2 <- t(S)
dim(S2)

# leave-one-fold-out searches
folds <- rep(1:4, length.out = nrow(Y))
fits <- lapply(1:4, function(k) score(Y[folds != k, ], max.step = 60))
steps <- sapply(fits, function(f) f$final.step)
adjs <- Map(function(f, k) f$adj.matrix * k, fits, 1:4)
total <- Reduce("+", lapply(fits, `[[`, "adj.matrix"))
stable <- total == 4
n.stable <- sum(stable)
running <- Reduce(function(a, b) a + b, 1:5, accumulate = TRUE)

# edges as strings
edge.names <- function(A) {
  w <- which(A != 0, arr.ind = TRUE)
  if (nrow(w) == 0) return(character(0))
  apply(w, 1, function(e) paste(e, collapse = ">"))
}
e.list <- lapply(fits, function(f) edge.names(f$adj.matrix))
n.e <- vapply(e.list, length, integer(1))
all.edges <- sort(unique(unlist(e.list)))
common <- Reduce(intersect, e.list)
only1 <- setdiff(e.list[[1]], e.list[[2]])
membership <- sapply(e.list, function(e) all.edges %in% e)
rownames(membership) <- all.edges
votes <- rowSums(membership)
table(votes)

# parents of every node
parents <- lapply(1:ncol(Y), function(j) which(total[, j] >= 3))
n.parents <- sapply(parents, length)
orphans <- which(n.parents == 0)
most <- which.max(n.parents)

# residual variances with the stable parents
res.var <- numeric(ncol(Y))
for (j in seq_len(ncol(Y))) {
  X <- cbind(1, Y[, parents[[j]], drop = FALSE])
  b <- solve(t(X) %*% X, t(X) %*% Y[, j])
  res.var[j] <- sum((Y[, j] - X %*% b)^2) / nrow(Y)
}
ratio <- round(res.var / apply(Y, 2, var), 4)

# outer, mapply, do.call, Filter
dist2 <- outer(1:4, 1:4, function(i, j) abs(i - j))
agree <- outer(1:4, 1:4, Vectorize(function(i, j) length(intersect(e.list[[i]], e.list[[j]]))))
lens <- mapply(function(a, b) a + b, 1:3, 4:6)
big <- Filter(function(v) length(v) > 1, parents)
stacked <- do.call(rbind, lapply(1:3, function(i) c(i, i^2)))
means <- sapply(split(Y[, 1], folds), mean)
scaled <- sweep(Y, 2, colMeans(Y))
quad <- sapply(1:3, function(i) sapply(1:2, function(j) i * 10 + j))
