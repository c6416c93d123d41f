#!/usr/bin/env Rscript
# Differential expression summary of a small panel
suppressPackageStartupMessages({
  library(stats)
  library(utils)
})
options(stringsAsFactors = FALSE)
args <- commandArgs(trailingOnly = TRUE)
outdir <- if (length(args) > 0) args[1] else "."
start_time <- Sys.time()
message("Starting analysis at ", format(start_time, "%H:%M:%S"))

genes <- c("TP53", "BRCA1", "EGFR", "MYC", "KRAS", "PTEN")
samples <- paste0("S", 1:8)
expr <- matrix(c(5.1, 3.2, 8.8, 6.1, 2.2, 4.0,
                 5.3, 3.1, 9.0, 6.4, 2.1, 4.2,
                 4.9, 3.6, 8.5, 6.0, 2.5, 4.1,
                 5.0, 3.3, 8.7, 6.2, 2.4, 3.9,
                 7.2, 2.1, 9.9, 8.1, 2.2, 2.0,
                 7.0, 2.3, 9.7, 8.3, 2.6, 2.2,
                 6.8, 2.0, 9.5, 8.0, 2.3, 2.1,
                 7.1, 2.2, 9.8, 8.4, 2.0, 1.9), nrow = 6,
               dimnames = list(genes, samples))
pheno <- data.frame(sample = samples, group = rep(c("control", "tumor"), each = 4),
                    age = c(50, 61, 47, 55, 66, 59, 70, 52),
                    sex = c("F", "M", "F", "M", "F", "F", "M", "M"))
rownames(pheno) <- pheno$sample
pheno$group <- factor(pheno$group, levels = c("control", "tumor"))
stopifnot(all(colnames(expr) == rownames(pheno)))

cat("Number of genes:", nrow(expr), "\n")
cat("Number of samples:", ncol(expr), "\n")
print(table(pheno$group, pheno$sex))

means <- t(apply(expr, 1, function(x) tapply(x, pheno$group, mean)))
lfc <- means[, "tumor"] - means[, "control"]
pvals <- apply(expr, 1, function(x) t.test(x[pheno$group == "tumor"], x[pheno$group == "control"])$p.value)
res <- data.frame(gene = rownames(expr), logFC = lfc, p = pvals, row.names = NULL)
res$adj <- p.adjust(res$p, method = "BH")
res <- res[order(res$p), ]
res$direction <- ifelse(res$logFC > 0, "up", "down")
sig <- subset(res, adj < 0.05 & abs(logFC) > 1)
n_sig <- nrow(sig)
cat(sprintf("%d significant genes (%d up, %d down)\n", n_sig, sum(sig$direction == "up"), sum(sig$direction == "down")))
top <- head(res, 3)
for (i in seq_len(nrow(top))) {
  cat(sprintf("%-6s logFC=%6.2f\n", top$gene[i], top$logFC[i]))
}
long <- data.frame(gene = rep(rownames(expr), times = ncol(expr)),
                   sample = rep(colnames(expr), each = nrow(expr)),
                   value = as.vector(expr))
long <- merge(long, pheno[, c("sample", "group", "sex")], by = "sample")
agg <- aggregate(value ~ gene + group, data = long, FUN = mean)
wide <- reshape(agg, idvar = "gene", timevar = "group", direction = "wide")
colnames(wide) <- sub("value.", "mean_", colnames(wide), fixed = TRUE)
wide$diff <- wide$mean_tumor - wide$mean_control
by_sex <- aggregate(long$value, by = list(gene = long$gene, sex = long$sex), FUN = median)
names(by_sex)[3] <- "median"
spl <- split(long, long$gene)
stats_list <- lapply(spl, function(d) c(mean = mean(d$value), sd = sd(d$value), n = nrow(d)))
stats_mat <- do.call(rbind, stats_list)
age_grp <- cut(pheno$age, breaks = c(0, 50, 60, Inf), labels = c("<=50", "51-60", ">60"))
age_tab <- table(age_grp, pheno$group)
prop <- round(prop.table(age_tab, margin = 2), 2)
pheno$age_z <- as.numeric(scale(pheno$age))
quart <- quantile(pheno$age, probs = c(0.25, 0.5, 0.75))
pheno$old <- pheno$age > quart["75%"]
cors <- cor(t(expr))
diag(cors) <- NA
best <- which(cors == max(cors, na.rm = TRUE), arr.ind = TRUE)
pair <- rownames(cors)[best[1, ]]
write.csv(res, file.path(outdir, "res.csv"), row.names = FALSE)
back <- read.csv(file.path(outdir, "res.csv"))
elapsed <- difftime(Sys.time(), start_time, units = "secs")
cat("Done in", round(as.numeric(elapsed), 0), "seconds\n")
