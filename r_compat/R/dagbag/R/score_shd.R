score_shd <- function(boot.adj, alpha = 1, threshold = 0, max.step = 500, blacklist = NULL,
                      whitelist = NULL, print = FALSE) {
  arguments <- list(
    boot.adj = as_ensemble(boot.adj),
    alpha = as_value(alpha),
    threshold = as_value(threshold),
    max.step = as_value(max.step),
    blacklist = as_graph(blacklist, "blacklist"),
    whitelist = as_graph(whitelist, "whitelist"),
    print = as_flag(print, "print")
  )
  result <- ask("score_shd", c(arguments, further("score_shd", names(arguments))))
  result$adj.matrix <- adjacency(result$adj.matrix)
  result
}
