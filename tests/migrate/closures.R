# While, repeat, closures and recursion
library(dagbag)

make.counter <- function(start = 0) {
  count <- start
  function(by = 1) {
    count <<- count + by
    count
  }
}
tick <- make.counter()
tick(); tick(5)
n.ticks <- tick()

# bag until the aggregated DAG no longer changes
Y <- as.matrix(read.table("data/study.dat"))[, 1:8]
dimnames(Y) <- NULL
p <- ncol(Y)
set.seed(5)
counts <- matrix(0, p, p)
B <- 0
old <- matrix(0, p, p)
history <- c()
repeat {
  batch <- score(Y, n.boot = 4, max.step = 100)$adj.matrix
  for (b in 1:4) counts <- counts + batch[, , b]
  B <- B + 4
  new <- (counts / B > 0.5) * 1
  changed <- sum(abs(new - old))
  history <- c(history, changed)
  if (changed == 0 || B >= 40) break
  old <- new
}
cat("stopped at B =", B, "\n")

# topological order of the consensus graph
topo <- function(A) {
  left <- seq_len(nrow(A))
  ord <- integer(0)
  while (length(left) > 0) {
    indeg <- colSums(A[left, left, drop = FALSE])
    free <- left[indeg == 0]
    if (length(free) == 0) stop("cycle")
    ord <- c(ord, free)
    left <- setdiff(left, free)
  }
  ord
}
ord <- tryCatch(topo(new), error = function(e) NULL)

# ancestors by recursion
ancestors <- function(A, v, seen = c()) {
  for (u in which(A[, v] == 1)) {
    if (!(u %in% seen)) {
      seen <- c(seen, u)
      seen <- ancestors(A, u, seen)
    }
  }
  sort(unique(seen))
}
anc <- lapply(1:p, function(v) ancestors(new, v))
n.anc <- sapply(anc, length)

fact <- function(n) if (n <= 1) 1 else n * fact(n - 1)
f10 <- fact(10)

# Newton's method
newton <- function(f, df, x0, tol = 1e-10, maxit = 50) {
  x <- x0
  it <- 0
  while (abs(f(x)) > tol && it < maxit) {
    x <- x - f(x) / df(x)
    it <- it + 1
  }
  list(root = x, iterations = it, converged = abs(f(x)) <= tol)
}
root <- newton(function(x) x^2 - 2, function(x) 2 * x, 1)
compose <- function(f, g) function(x) g(f(x))
add1 <- function(x) x + 1
h <- compose(add1, sqrt)
h8 <- h(8)

adders <- lapply(1:3, function(i) function(x) x + i)
a2 <- adders[[2]](10)

collatz <- 27
steps <- 0
while (collatz != 1) {
  collatz <- if (collatz %% 2 == 0) collatz / 2 else 3 * collatz + 1
  steps <- steps + 1
}
k <- 0
total <- 0
while (TRUE) {
  k <- k + 1
  if (k %% 2 == 0) next
  if (k > 9) break
  total <- total + k
}
safe.log <- function(x) {
  if (missing(x)) return(NA)
  if (any(x <= 0)) {
    warning("non-positive values")
    x <- x[x > 0]
  }
  log(x)
}
lg <- suppressWarnings(safe.log(c(1, exp(1), -1)))
nothing <- safe.log()
vararg <- function(...) { args <- list(...); length(args) }
nv <- vararg(1, "a", TRUE)
