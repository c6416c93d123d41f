score <- function(Y, n.boot = 0, score.type = "BIC", threshold = 0, max.step = 500,
                  ini.adj.matrix = NULL, blacklist = NULL, whitelist = NULL,
                  standardize = TRUE, standardize.boot = TRUE, random.forest = FALSE,
                  random.step.length = NULL, nrestart = 0, perturb = 0, shuffle = FALSE,
                  print = FALSE, EPS = 1e-06) {
  arguments <- list(
    Y = as_matrix(Y, "Y"),
    n.boot = as_value(n.boot),
    score.type = as_value(score.type),
    threshold = as_value(threshold),
    max.step = as_value(max.step),
    ini.adj.matrix = as_graph(ini.adj.matrix, "ini.adj.matrix"),
    blacklist = as_graph(blacklist, "blacklist"),
    whitelist = as_graph(whitelist, "whitelist"),
    standardize = as_flag(standardize, "standardize"),
    standardize.boot = as_flag(standardize.boot, "standardize.boot"),
    random.forest = as_flag(random.forest, "random.forest"),
    random.step.length = as_value(random.step.length),
    nrestart = as_value(nrestart),
    perturb = as_value(perturb),
    shuffle = as_shuffle(shuffle),
    print = as_flag(print, "print"),
    EPS = as_value(EPS)
  )
  still <- isTRUE(n.boot == 0) && isTRUE(nrestart == 0) && isFALSE(arguments$shuffle) &&
    !arguments$random.forest
  nodes <- colnames(arguments$Y)
  result <- ask("score", c(arguments, further("score", names(arguments))),
                nodes = if (!is.null(nodes)) as.list(nodes), draws = !still)
  result$adj.matrix <- adjacency(result$adj.matrix)
  if (is.null(result$final.step)) return(result)
  result$delta.min <- as.vector(result$delta.min)
  result$bic.ok <- as.vector(result$bic.ok)
  result
}
