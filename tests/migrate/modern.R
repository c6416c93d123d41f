# Benchmark of aggregation settings ------------------------------------------------

library(dagbag)

## Parameters ----

params <- list(
  seed = 2024L,
  n_boot = 6L,
  alphas = c(0.5, 1.0, 2.0),
  nodes = c(55L, 66L, 94L, 27L, 45L, 58L, 89L)
)

## Helpers ----

#' Number of true positives, false positives and false negatives.
confusion <- function(estimated, truth) {
  stopifnot(is.matrix(estimated), identical(dim(estimated), dim(truth)))
  list(
    tp = sum(estimated == 1 & truth == 1),
    fp = sum(estimated == 1 & truth == 0),
    fn = sum(estimated == 0 & truth == 1)
  )
}

f1_score <- function(counts) {
  with(counts, if (tp == 0) 0 else 2 * tp / (2 * tp + fp + fn))
}

`%||%` <- function(a, b) if (is.null(a)) b else a

as_edges <- function(adjacency, labels = NULL) {
  labels <- labels %||% paste0("V", seq_len(nrow(adjacency)))
  index <- which(adjacency == 1, arr.ind = TRUE)
  data.frame(
    from = labels[index[, "row"]],
    to = labels[index[, "col"]]
  )
}

## Data ----

data(example, package = "dagbag")
Y <- example$Y[, params$nodes]
truth <- example$true.dir[params$nodes, params$nodes]
colnames(Y) <- paste0("G", params$nodes)

## Run ----

set.seed(params$seed)
ensemble <- score(Y, n.boot = params$n_boot, max.step = 200L)[["adj.matrix"]]

results <- lapply(params$alphas, \(alpha) {
  dag <- score_shd(ensemble, alpha = alpha)
  counts <- confusion(dag$adj.matrix, truth)
  data.frame(
    alpha = alpha,
    edges = sum(dag$adj.matrix),
    tp = counts$tp,
    fp = counts$fp,
    f1 = f1_score(counts)
  )
}) |>
  do.call(what = rbind)

print(results)
best_alpha <- results$alpha[which.max(results$f1)]
message(sprintf("Best alpha: %s (F1 = %.3f)", best_alpha, max(results$f1)))

## Edges ----

best_dag <- score_shd(ensemble, alpha = best_alpha)$adj.matrix
edges <- as_edges(best_dag, colnames(Y))
edges$weight <- apply(ensemble, c(1, 2), mean)[best_dag == 1]
edges <- edges[order(edges$weight, decreasing = TRUE), , drop = FALSE]
rownames(edges) <- NULL

strong <- edges |> subset(weight >= 0.8)
n_strong <- nrow(strong)
sources <- unique(edges$from) |> sort()
degree <- table(factor(c(edges$from, edges$to), levels = colnames(Y)))
isolated <- names(degree)[degree == 0]

invisible(Map(
  \(from, to, weight) cat(sprintf("%s -> %s (%.2f)\n", from, to, weight)),
  edges$from, edges$to, edges$weight
))

long_name_of_a_summary_statistic <- vapply(
  split(edges$weight, edges$from),
  \(w) max(w),
  FUN.VALUE = numeric(1)
)

if (interactive()) {
  View(edges)
}
