# score() and score_shd() in plain R: the second, independent implementation of this project.
#
# Arguments, defaults and results are those of the R package dagbag 1.1; where that is wrong, the
# rules are those of DEVIATIONS.md. Least squares on the data at every step, nothing remembered,
# R's own random numbers as the session has them. Meant to be read, and to be compared with.
#
# A graph is a logical matrix, graph[from, to]. Operations: 1 add, 2 delete, 3 reverse.

NOISE <- 1e-14   # the part of a sum of squares below which a remainder is rounding
UNUSED <- -99

score <- function(Y, n.boot = 0, score.type = "BIC", threshold = 0, max.step = 500,
                  ini.adj.matrix = NULL, blacklist = NULL, whitelist = NULL,
                  standardize = TRUE, standardize.boot = TRUE, random.forest = FALSE,
                  random.step.length = NULL, nrestart = 0, perturb = 0, shuffle = FALSE,
                  print = FALSE, EPS = 1e-06) {
  Y <- check_data(Y)
  p <- ncol(Y)
  settings <- list(
    penalty = penalty_of(score.type, nrow(Y)), threshold = threshold, max.step = max.step,
    lengths = if (random.forest) check_lengths(random.step.length, max.step),
    nrestart = nrestart, perturb = perturb, EPS = EPS
  )
  if (nrestart > 0 && perturb < 1) stop("perturb must be at least 1 when nrestart is above 0")
  lists <- check_lists(blacklist, whitelist, ini.adj.matrix, p)
  number <- row_numbers(Y)
  columns <- prepare(Y, standardize)
  check_start(lists$start, columns$constant, length(unique(number)) - 2)

  order <- if (shuffle) sample(seq_len(p)) else seq_len(p)
  if (n.boot == 0) {
    answer <- run_search(columns, length(unique(number)), lists, settings, order)
    return(as_list(answer, max.step, shuffle))
  }
  list(adj.matrix = bootstrap(columns$X, number, n.boot, lists, settings, order,
                              standardize.boot))
}

score_shd <- function(boot.adj, alpha = 1, threshold = 0, max.step = 500, blacklist = NULL,
                      whitelist = NULL, print = FALSE) {
  if (length(dim(boot.adj)) != 3 || dim(boot.adj)[1] != dim(boot.adj)[2])
    stop("boot.adj must be an array of shape p x p x B")
  p <- dim(boot.adj)[1]
  B <- dim(boot.adj)[3]
  lists <- check_lists(blacklist, whitelist, NULL, p)
  count <- apply(boot.adj != 0, c(1, 2), sum)
  gsf <- count / B + ((1 - alpha / 2) * t(count)) / B    # this order of rounding is contract

  graph <- lists$white
  added <- matrix(0L, 0, 3)
  pairs <- which(row(gsf) != col(gsf))                   # by target, then source
  ranked <- pairs[order(-gsf[pairs], seq_along(pairs))]
  for (k in head(ranked, max.step)) {
    from <- row(gsf)[k]
    to <- col(gsf)[k]
    if (gsf[k] <= (1 - threshold) / 2) break
    if (lists$white[k] || lists$black[k] || reachable(graph)[to, from]) next
    graph[k] <- TRUE
    added <- rbind(added, c(from, to, 1L))
  }
  path <- rbind(edge_rows(lists$white), added)
  list(movement = padded(path, max.step), final.step = nrow(path), adj.matrix = graph + 0L)
}

# Input

check_data <- function(Y) {
  Y <- as.matrix(Y)
  if (!is.numeric(Y)) stop("Y must be a numeric matrix")
  if (nrow(Y) < 3) stop("Y must have at least 3 rows, got ", nrow(Y))
  bad <- which(colSums(!is.finite(Y)) > 0)
  if (length(bad)) stop("Y must be finite, got NA, NaN or Inf in column ", bad[1])
  storage.mode(Y) <- "double"
  dimnames(Y) <- NULL
  Y
}

penalty_of <- function(score.type, n) {
  if (identical(score.type, "BIC")) return(log(n))
  if (identical(score.type, "likelihood")) return(0)
  stop("score.type must be \"BIC\" or \"likelihood\", got ", deparse(score.type)[1])
}

check_lengths <- function(lengths, max.step) {
  if (length(lengths) == 1) lengths <- rep(lengths, max.step)
  if (length(lengths) < max.step)
    stop("random.step.length must have a number per step (max.step = ", max.step, "), got ",
         length(lengths))
  lengths
}

check_matrix <- function(given, name, p) {
  if (is.null(given)) return(matrix(FALSE, p, p))
  if (!identical(dim(given), c(p, p)))
    stop(name, " must be a ", p, " x ", p, " matrix, got ",
         if (is.null(dim(given))) "none" else paste(dim(given), collapse = " x "))
  if (!all(given %in% c(0, 1))) stop(name, " must have values 0 and 1 only")
  matrix(given != 0, p, p)
}

check_acyclic <- function(graph, name) {
  loop <- which(diag(graph))
  if (length(loop)) stop(name, " must have no self loops, got one at node ", loop[1])
  cyclic <- which(diag(reachable(graph)))
  if (length(cyclic)) stop(name, " must be acyclic, got a cycle through node ", cyclic[1])
}

check_lists <- function(blacklist, whitelist, initial, p) {
  black <- check_matrix(blacklist, "blacklist", p)
  white <- check_matrix(whitelist, "whitelist", p)
  initial <- check_matrix(initial, "ini.adj.matrix", p)
  check_acyclic(white, "whitelist")
  check_acyclic(initial, "ini.adj.matrix")
  if (any(initial & black & !white)) stop("ini.adj.matrix must have no blacklisted edges")
  check_acyclic(initial | white, "ini.adj.matrix with the whitelist")
  list(black = black, white = white, start = initial | white)
}

check_start <- function(start, constant, limit) {
  if (any(start[constant, ]) || any(start[, constant]))
    stop("whitelist and ini.adj.matrix must have no edges of constant columns")
  if (max(colSums(start)) > max(limit, 0))
    stop("whitelist and ini.adj.matrix must give each node at most ", limit, " parents")
}

# Data

# Centred columns, scaled to sd 1 if asked for; constant ones are 0.
prepare <- function(Y, scale) {
  centre <- colMeans(Y)
  X <- sweep(Y, 2, centre)
  X <- sweep(X, 2, colMeans(X))    # the first mean was rounded
  sd <- sqrt(colSums(X^2) / (nrow(X) - 1))
  constant <- sd <= NOISE * sqrt(centre^2 + sd^2)
  if (scale) X <- sweep(X, 2, ifelse(constant, 1, sd), "/")
  X[, constant] <- 0
  list(X = X, constant = constant)
}

# Equal rows have equal numbers.
row_numbers <- function(Y) {
  rows <- lapply(seq_len(nrow(Y)), function(i) Y[i, ] + 0)   # -0 is 0
  match(rows, unique(rows))
}

# Residuals of the columns of Z after least squares on those of X and an intercept.
residuals_on <- function(X, Z) {
  design <- cbind(rep(1, nrow(Z)), X)
  for (refine in 1:2) Z <- .lm.fit(design, Z, tol = sqrt(NOISE))$residuals
  as.matrix(Z)
}

rss <- function(problem, j, parents) {
  X <- problem$X
  sum(residuals_on(X[, parents, drop = FALSE], X[, j, drop = FALSE])^2)
}

# Graphs

# reachable(graph)[i, j]: a directed path of at least one edge leads from i to j.
reachable <- function(graph) {
  for (k in seq_len(ncol(graph)))
    if (any(graph[, k]) && any(graph[k, ])) graph <- graph | outer(graph[, k], graph[k, ], "&")
  graph
}

# Rows (from, to, 1), by target, then source.
edge_rows <- function(graph) {
  edges <- unname(which(graph, arr.ind = TRUE))
  cbind(edges, rep(1L, nrow(edges)))
}

# Neighborhood scores and deltas

neighborhood_score <- function(problem, j, parents) {
  left <- max(rss(problem, j, parents), NOISE * problem$total[j])
  problem$n * log(left / problem$n) + problem$penalty * length(parents)
}

total_score <- function(problem, graph) {
  nodes <- which(!problem$constant)
  sum(vapply(nodes, function(j) neighborhood_score(problem, j, which(graph[, j])), 0))
}

# Delta of adding each node to the parents of j, cycles left aside; NA where it is not allowed.
# Least squares in two steps (Frisch and Waugh): all columns on the parents, then one residual on
# another.
additions <- function(problem, graph, j) {
  parents <- which(graph[, j])
  left <- residuals_on(problem$X[, parents, drop = FALSE], problem$X)
  remainder <- colSums(left^2)
  slope <- as.vector(crossprod(left, left[, j])) / remainder
  after <- colSums((left[, j] - sweep(left, 2, slope, "*"))^2)

  allowed <- !graph[, j] & !problem$black[, j] & !problem$constant & !problem$constant[j] &
    length(parents) < problem$limit & remainder > NOISE * problem$total &
    !is.na(after) & after > NOISE * problem$total[j]
  allowed[j] <- FALSE
  before <- max(remainder[j], NOISE * problem$total[j])
  delta <- rep(NA_real_, length(after))
  delta[allowed] <- problem$n * log(after[allowed] / before) + problem$penalty
  delta
}

deletion <- function(problem, graph, i, j) {
  parents <- which(graph[, j])
  neighborhood_score(problem, j, setdiff(parents, i)) - neighborhood_score(problem, j, parents)
}

# All eligible operations in scan order: rows (from, to, operation), and their deltas.
operations <- function(problem, graph) {
  p <- ncol(graph)
  paths <- reachable(graph)
  gain <- matrix(vapply(seq_len(p), function(j) additions(problem, graph, j), numeric(p)), p, p)
  add <- gain
  add[t(paths)] <- NA    # from is reachable from to
  delete <- reverse <- matrix(NA_real_, p, p)
  for (k in which(graph & !problem$white)) {
    i <- row(graph)[k]
    j <- col(graph)[k]
    delete[i, j] <- deletion(problem, graph, i, j)
    if (!any(graph[i, ] & paths[, j])) reverse[i, j] <- delete[i, j] + gain[j, i]
  }
  tables <- list(add, delete, reverse)
  listed <- lapply(1:3, function(op) {
    found <- which(!is.na(tables[[op]]), arr.ind = TRUE)
    cbind(unname(found), rep(op, nrow(found)), tables[[op]][!is.na(tables[[op]])])
  })
  all <- do.call(rbind, listed)
  delta <- all[, 4]
  delta[abs(delta) < problem$EPS] <- 0
  list(moves = all[, 1:3, drop = FALSE], delta = delta)
}

# Search

# The incumbent gives way only to a delta that is better by EPS.
first_best <- function(delta, EPS) {
  best <- 1
  for (k in seq_along(delta)) if (delta[k] <= delta[best] - EPS) best <- k
  best
}

# Number of the operation to carry out; 0 ends the search, and so does -1, by a draw of no movement.
choose_operation <- function(problem, delta, step) {
  if (!length(delta)) return(0)
  best <- first_best(delta, problem$EPS)
  if (delta[best] >= problem$threshold) return(0)
  if (is.null(problem$lengths)) return(best)
  drawn <- draw_operation(delta, delta[best], problem$lengths[step], problem$EPS)
  if (drawn == 0) return(-1)
  if (delta[drawn] < problem$threshold) drawn else 0
}

# Random forest: an operation by its weight, 0 for no movement.
draw_operation <- function(delta, best, length, EPS) {
  gap <- delta - best
  gap[gap <= EPS] <- 0
  weight <- c(exp(best * length), exp(-gap * length))
  cumulated <- cumsum(weight / sum(weight))
  u <- runif(1)
  min(c(which(u <= cumulated), length(weight))) - 1
}

apply_move <- function(graph, move) {
  graph[move[1], move[2]] <- move[3] == 1
  if (move[3] == 3) graph[move[2], move[1]] <- TRUE
  graph
}

# A path: the graph it led to, the moves, their deltas, whether it converged, and whether the step
# in which it did is recorded.
follow <- function(path, operations, chosen) {
  move <- operations$moves[chosen, ]
  path$graph <- apply_move(path$graph, move)
  path$moves <- rbind(path$moves, move, deparse.level = 0)
  path$deltas <- c(path$deltas, operations$delta[chosen])
  path
}

climb <- function(problem, path) {
  for (step in seq_len(problem$max.step)) {
    found <- operations(problem, path$graph)
    chosen <- choose_operation(problem, found$delta, step)
    if (chosen <= 0) {
      path$converged <- TRUE
      # No movement has a delta of 0, which is no end for R if the threshold is above it.
      path$recorded <- chosen == 0 || problem$threshold <= 0
      return(path)
    }
    path <- follow(path, found, chosen)
  }
  path$converged <- path$recorded <- FALSE
  path
}

# Appendix A-1 of the paper: perturb the local optimum, search again, keep the best.
restart <- function(problem, path) {
  best <- path
  best_score <- total_score(problem, path$graph)
  for (r in seq_len(problem$nrestart)) {
    for (k in seq_len(problem$perturb)) {
      found <- operations(problem, path$graph)
      if (!length(found$delta)) break
      path <- follow(path, found, sample.int(length(found$delta), 1))
    }
    path <- climb(problem, path)
    reached <- total_score(problem, path$graph)
    if (reached < best_score - problem$EPS) {
      best <- path
      best_score <- reached
    }
  }
  best
}

# One search with the nodes in the given order; the answer is in their own.
run_search <- function(columns, distinct, lists, settings, order) {
  X <- columns$X[, order, drop = FALSE]
  problem <- c(settings, list(
    X = X, n = nrow(X), total = colSums(X^2), constant = columns$constant[order],
    black = lists$black[order, order, drop = FALSE],
    white = lists$white[order, order, drop = FALSE], limit = max(distinct - 2, 0)
  ))
  start <- lists$start[order, order, drop = FALSE]
  start[problem$constant, ] <- start[, problem$constant] <- FALSE
  path <- list(graph = start | problem$white, moves = matrix(0L, 0, 3), deltas = numeric())
  path <- restart(problem, climb(problem, path))

  whitelisted <- edge_rows(problem$white)
  moves <- rbind(whitelisted, path$moves)
  moves[, 1:2] <- order[moves[, 1:2]]
  graph <- path$graph
  graph[order, order] <- path$graph
  list(graph = graph, path = moves, deltas = path$deltas, converged = path$converged,
       recorded = path$recorded)
}

# A row's number is ceiling(n u): one uniform each.
draw_rows <- function(n) ceiling(n * runif(n))

bootstrap <- function(X, number, n.boot, lists, settings, order, scale) {
  p <- ncol(X)
  learn <- function(rows) {
    columns <- prepare(X[rows, , drop = FALSE], scale)
    run_search(columns, length(unique(number[rows])), lists, settings, order)$graph + 0L
  }
  in_turn <- !is.null(settings$lengths)    # a search draws before the next rows are drawn
  seeded <- settings$nrestart > 0 && !in_turn
  rows <- if (!in_turn) replicate(n.boot, draw_rows(nrow(X)), simplify = FALSE)
  if (seeded) {    # restarts have streams of their own, seeded after all rows
    seeds <- floor(runif(n.boot) * (2^31 - 1))
    after <- .Random.seed
    on.exit(assign(".Random.seed", after, globalenv()))
  }
  graphs <- vapply(seq_len(n.boot), function(b) {
    if (seeded) set.seed(seeds[b])
    learn(if (in_turn) draw_rows(nrow(X)) else rows[[b]])
  }, matrix(0L, p, p))
  array(graphs, c(p, p, n.boot))
}

# R's lists: their order and types are those of the package, integers all but delta.min

padded <- function(path, rows) {
  rows <- rbind(path, matrix(0L, max(rows - nrow(path), 0), 3))
  storage.mode(rows) <- "integer"
  rows
}

# One entry per search step, 0 for the one that found no better graph, UNUSED for the rest.
by_step <- function(values, answer, max.step) {
  used <- c(values, if (answer$converged && answer$recorded) 0L)
  size <- max(max.step, length(values) + answer$converged)
  c(used, rep(if (is.integer(values)) as.integer(UNUSED) else UNUSED, size - length(used)))
}

as_list <- function(answer, max.step, shuffle) {
  final.step <- nrow(answer$path) + answer$converged
  list(
    bic.ok = by_step(integer(length(answer$deltas)), answer, max.step),
    movement = padded(answer$path, if (shuffle) 0 else max(max.step, final.step)),
    final.step = final.step,
    adj.matrix = answer$graph + 0L,
    delta.min = by_step(answer$deltas, answer, max.step)
  )
}
