#!/usr/bin/env Rscript
# A text report of three runs, for the lab book.
suppressPackageStartupMessages(library(dagbag))
data(example)

runs <- list(
  list(name = "small", nodes = c(55, 66, 94, 27, 45), boot = 5),
  list(name = "medium", nodes = c(55, 66, 94, 27, 45, 58, 89, 20), boot = 5),
  list(name = "single", nodes = c(60, 75, 18, 36, 44, 72), boot = 0)
)

analyse <- function(run, seed = 1) {
  Y <- example$Y[, run$nodes]
  truth <- example$true.dir[run$nodes, run$nodes]
  set.seed(seed)
  if (run$boot > 0) {
    ens <- score(Y, n.boot = run$boot, max.step = 200)
    A <- score_shd(ens$adj.matrix)$adj.matrix
    method <- "bagged"
  } else {
    A <- score(Y)$adj.matrix
    method <- "one search"
  }
  list(name = run$name, method = method, p = length(run$nodes), edges = sum(A),
       correct = sum(A & truth), adj = A)
}

out <- lapply(runs, analyse)
names(out) <- sapply(runs, function(r) r$name)

# one line per run
tab <- data.frame(
  run = names(out),
  method = sapply(out, function(o) o$method),
  p = sapply(out, function(o) o$p),
  edges = sapply(out, function(o) o$edges),
  correct = sapply(out, function(o) o$correct),
  stringsAsFactors = FALSE
)
rownames(tab) <- NULL
tab$precision <- round(tab$correct / pmax(tab$edges, 1), 3)
tab$flag <- ifelse(tab$precision < 0.5, "*", "")
print(tab)

lines <- character(0)
for (i in seq_len(nrow(tab))) {
  row <- tab[i, ]
  lines <- c(lines, sprintf("%-8s %-10s p=%2d edges=%2d correct=%2d precision=%.3f%s", row$run,
                            row$method, row$p, row$edges, row$correct, row$precision, row$flag))
}
writeLines(lines)
cat(lines, sep = "\n", file = "report.txt")
report <- readLines("report.txt")
n.lines <- length(report)

header <- paste0("Runs: ", paste(tab$run, collapse = ", "), " (", nrow(tab), ")")
cat(header, "\n")
cat(rep("-", 20), "\n", sep = "")
message("total edges: ", sum(tab$edges))

total <- c(edges = sum(tab$edges), correct = sum(tab$correct))
pct <- sprintf("%.1f%%", 100 * total["correct"] / total["edges"])
bagged <- subset(tab, method == "bagged", select = c(run, edges))
by.method <- aggregate(edges ~ method, data = tab, FUN = sum)
biggest <- tab$run[which.max(tab$edges)]
tab2 <- rbind(tab[, c("run", "edges")], data.frame(run = "all", edges = sum(tab$edges)))
merged <- merge(tab[, c("run", "p")], data.frame(run = c("small", "single"), who = c("RW", "JP")))
wide <- do.call(rbind, lapply(out, function(o) c(p = o$p, edges = o$edges)))
info <- list(date = "2014-06-09", versions = list(dagbag = "1.1", R = 3), files = c("a.csv", "b.csv"))
info$files[3] <- "c.csv"
info[["n"]] <- length(info$files)
str(info)
flat <- unlist(lapply(out, function(o) o$edges))
keys <- names(info)
