# pathway enrichment bookkeeping
set.seed(1)
sets <- list(cellcycle = c("CDK1", "CCNB1", "MYC", "TP53"), apoptosis = c("TP53", "BAX", "CASP3"), egfr = c("EGFR", "KRAS", "MYC"))
universe <- unique(unlist(sets))
hits <- c("TP53", "MYC", "BAX")
counts <- sapply(sets, function(s) sum(s %in% hits))
sizes <- lengths(sets)
enr <- data.frame(pathway = names(sets), size = sizes, hits = counts, stringsAsFactors = FALSE)
enr$expected <- length(hits) * enr$size / length(universe)
enr$p <- phyper(enr$hits - 1, length(hits), length(universe) - length(hits), enr$size, lower.tail = FALSE)
enr <- enr[order(enr$p, enr$pathway), ]
rownames(enr) <- NULL
mem <- sapply(sets, function(s) universe %in% s)
rownames(mem) <- universe
overlap <- crossprod(mem)
jac <- outer(seq_along(sets), seq_along(sets), Vectorize(function(i, j) length(intersect(sets[[i]], sets[[j]])) / length(union(sets[[i]], sets[[j]]))))
dimnames(jac) <- list(names(sets), names(sets))
inv <- split(rep(names(sets), lengths(sets)), unlist(sets))
multi <- names(inv)[sapply(inv, length) > 1]
st <- stack(sets)
colnames(st) <- c("gene", "pathway")
tb <- table(st$gene, st$pathway)
deg <- sort(rowSums(tb), decreasing = TRUE)
top_gene <- names(deg)[deg == max(deg)]
m <- merge(st, data.frame(gene = universe, score = seq_along(universe) / 10), by = "gene", sort = FALSE)
mean_score <- tapply(m$score, m$pathway, mean)
labels <- vapply(names(sets), function(n) sprintf("%s (%d)", toupper(n), length(sets[[n]])), "")
abbr <- substr(names(sets), 1, 3)
key <- setNames(abbr, names(sets))
x <- key[["egfr"]]
res <- lapply(names(sets), function(n) {
  g <- sets[[n]]
  list(name = n, genes = paste(sort(g), collapse = ";"), n = length(g))
})
df <- do.call(rbind, lapply(res, function(r) data.frame(name = r$name, genes = r$genes, n = r$n)))
df$first <- sapply(strsplit(df$genes, ";"), `[`, 1)
df <- df[rev(seq_len(nrow(df))), ]
write.table(df, "path.tsv", sep = "\t", quote = FALSE, row.names = FALSE)
again <- read.delim("path.tsv")
ok <- identical(df$name, again$name)
mat <- matrix(0, length(universe), length(sets), dimnames = list(universe, names(sets)))
for (n in names(sets)) mat[sets[[n]], n] <- 1
chk <- all(mat == mem)
arr <- array(1:12, dim = c(2, 3, 2))
slice_sums <- apply(arr, 3, sum)
margin <- apply(arr, c(1, 3), mean)
counts_by <- as.data.frame(table(size = enr$size))
quart <- cut(enr$expected, breaks = c(-Inf, 1, 1.5, Inf), labels = c("low", "mid", "high"))
tapply(enr$hits, quart, sum)
mm <- max(sapply(sets, length))
padded <- sapply(sets, function(s) c(s, rep(NA, mm - length(s))))
unlink("path.tsv")
