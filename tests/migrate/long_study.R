###############################################################################
# Bootstrap aggregation of DAGs: the complete pilot study
#
#   1. settings and helper functions
#   2. data: read, check, transform
#   3. one search with each score
#   4. bagging, with and without prior knowledge
#   5. comparison with the truth
#   6. tables and figures
###############################################################################

rm(list = ls())
options(digits = 5, stringsAsFactors = FALSE)
library(dagbag)
library(stats)

# -----------------------------------------------------------------------------
# 1. Settings
# -----------------------------------------------------------------------------
SEED <- 1406
N.BOOT <- 8
MAX.STEP <- 150
ALPHAS <- c(1, 2)
out.dir <- "output"
if (!dir.exists(out.dir)) dir.create(out.dir)
verbose <- TRUE

log.line <- function(...) {
  if (verbose) cat("[study]", ..., "\n")
}

# skeleton of a directed graph, as a 0/1 matrix
skel <- function(A) {
  S <- A + t(A)
  S[S > 1] <- 1
  S
}

# moral graph: parents of a common child are married
moral <- function(A) {
  M <- skel(A)
  p <- ncol(A)
  for (j in 1:p) {
    pa <- which(A[, j] != 0)
    if (length(pa) >= 2) {
      for (a in pa) {
        for (b in pa) {
          if (a != b) M[a, b] <- 1
        }
      }
    }
  }
  M
}

# v-structures i -> k <- j with i and j not adjacent
v.structures <- function(A) {
  res <- NULL
  S <- skel(A)
  for (k in 1:ncol(A)) {
    pa <- which(A[, k] == 1)
    if (length(pa) < 2) next
    for (x in 1:(length(pa) - 1)) {
      for (y in (x + 1):length(pa)) {
        if (S[pa[x], pa[y]] == 0) res <- rbind(res, c(pa[x], k, pa[y]))
      }
    }
  }
  res
}

evaluate <- function(est, truth) {
  es <- skel(est)
  ts <- skel(truth)
  up <- upper.tri(es)
  tp <- sum(es[up] == 1 & ts[up] == 1)
  fp <- sum(es[up] == 1 & ts[up] == 0)
  fn <- sum(es[up] == 0 & ts[up] == 1)
  c(total = sum(est), correct.ske = tp, fdr = fp / max(1, tp + fp), power = tp / (tp + fn),
    correct.dir = sum(est * truth))
}

shd <- function(A, B) {
  d <- abs(A - B)
  d <- d + t(d)
  d[d > 1] <- 1
  sum(d) / 2
}

# -----------------------------------------------------------------------------
# 2. Data
# -----------------------------------------------------------------------------
study <- readRDS("data/study.rds")
Y.raw <- study$Y
truth <- study$true.dir
n <- nrow(Y.raw)
p <- ncol(Y.raw)
log.line("data:", n, "x", p, "with", sum(truth), "true edges")
stopifnot(!any(is.na(Y.raw)), nrow(truth) == p)

node.names <- sprintf("N%02d", 1:p)
colnames(Y.raw) <- node.names

# outliers: more than 3 robust standard deviations away
med <- apply(Y.raw, 2, median)
mads <- apply(Y.raw, 2, function(v) 1.4826 * median(abs(v - median(v))))
z <- sweep(sweep(Y.raw, 2, med, "-"), 2, mads, "/")
outlier <- abs(z) > 3
n.out <- colSums(outlier)
log.line("outliers:", sum(outlier))
Y <- Y.raw
for (j in seq_len(p)) {
  lim <- med[j] + c(-3, 3) * mads[j]
  Y[Y[, j] < lim[1], j] <- lim[1]
  Y[Y[, j] > lim[2], j] <- lim[2]
}
n.changed <- sum(Y != Y.raw)

# -----------------------------------------------------------------------------
# 3. One search
# -----------------------------------------------------------------------------
types <- c("BIC", "likelihood")
single <- vector("list", length(types))
names(single) <- types
for (type in types) {
  steps <- if (type == "BIC") MAX.STEP else 20
  single[[type]] <- score(Y, score.type = type, max.step = steps)
}
n.moves <- sapply(single, function(s) sum(s$movement[, 3] > 0))
ops <- single$BIC$movement[1:(single$BIC$final.step - 1), 3]
op.table <- table(factor(ops, levels = 1:3, labels = c("add", "delete", "reverse")))
gain <- cumsum(single$BIC$delta.min[single$BIC$delta.min > -99])
half.gain <- which(gain < min(gain) / 2)[1]
log.line("BIC improves by", round(-min(gain), 2), "in", length(gain), "steps")

# -----------------------------------------------------------------------------
# 4. Bagging
# -----------------------------------------------------------------------------
# prior knowledge: the node that is a root in truth is known to be one
roots <- which(colSums(truth) == 0)
known.root <- roots[1]
black <- matrix(0, p, p)
black[, known.root] <- 1

set.seed(SEED)
ens <- list()
ens$plain <- score(Y, n.boot = N.BOOT, max.step = MAX.STEP)$adj.matrix
ens$prior <- score(Y, n.boot = N.BOOT, max.step = MAX.STEP, blacklist = black)$adj.matrix

# edges per replicate
per.rep <- sapply(ens, function(e) apply(e, 3, sum))
rep.range <- apply(per.rep, 2, range)
freq <- lapply(ens, function(e) apply(e, c(1, 2), sum) / dim(e)[3])

bagged <- list()
for (which.ens in names(ens)) {
  for (alpha in ALPHAS) {
    key <- paste(which.ens, alpha, sep = ".")
    bl <- if (which.ens == "prior") black else NULL
    bagged[[key]] <- score_shd(ens[[which.ens]], alpha = alpha, blacklist = bl)$adj.matrix
  }
}

# -----------------------------------------------------------------------------
# 5. Comparison
# -----------------------------------------------------------------------------
graphs <- c(lapply(single, function(s) s$adj.matrix), bagged)
scores <- t(sapply(graphs, evaluate, truth = truth))
scores <- cbind(scores, shd = sapply(graphs, shd, B = truth))
ranking <- order(scores[, "shd"], -scores[, "power"])
winner <- rownames(scores)[ranking[1]]
log.line("winner:", winner)

moral.sizes <- sapply(graphs, function(A) sum(moral(A)) / 2)
vs <- lapply(graphs, v.structures)
n.vs <- sapply(vs, function(v) if (is.null(v)) 0 else nrow(v))

between <- matrix(NA, length(graphs), length(graphs), dimnames = list(names(graphs), names(graphs)))
for (i in seq_along(graphs)) {
  for (j in i:length(graphs)) {
    between[i, j] <- between[j, i] <- shd(graphs[[i]], graphs[[j]])
  }
}
mean.between <- mean(between[upper.tri(between)])

# -----------------------------------------------------------------------------
# 6. Tables and figures
# -----------------------------------------------------------------------------
tab <- data.frame(graph = rownames(scores), round(scores, 3), row.names = NULL)
tab <- tab[ranking, ]
write.csv(tab, file.path(out.dir, "scores.csv"), row.names = FALSE)
print(tab)

w <- which(bagged[["plain.1"]] == 1, arr.ind = TRUE)
edge.tab <- data.frame(from = node.names[w[, 1]], to = node.names[w[, 2]],
                       freq = freq$plain[w], true = truth[w] == 1)
edge.tab <- edge.tab[order(edge.tab$freq, decreasing = TRUE), ]
hit.rate <- tapply(edge.tab$true, edge.tab$freq > 0.6, mean)

pdf(file.path(out.dir, "figures.pdf"))
par(mfrow = c(2, 1), mar = c(4, 4, 2, 1))
plot(gain, type = "s", xlab = "step", ylab = "change of BIC", main = "One search")
abline(v = half.gain, lty = 3)
hist(freq$plain[freq$plain > 0], breaks = seq(0, 1, 0.1), main = "Selection frequencies", xlab = "")
text(0.5, 1, "B = 8")
dev.off()
cat("done\n")
