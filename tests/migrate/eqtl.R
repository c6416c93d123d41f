# eQTL network: SNPs may point to genes, never genes to SNPs, nor SNPs to SNPs
library(dagbag)

d <- read.csv("data/eqtl.csv")
is.snp <- substr(names(d), 1, 2) == "rs"
snps <- names(d)[is.snp]
genes <- names(d)[!is.snp]
n.snp <- length(snps); n.gene <- length(genes)

# minor allele frequencies; drop what is rare
maf <- colMeans(d[, snps]) / 2
maf <- pmin(maf, 1 - maf)
snps <- snps[maf > 0.05]
d <- d[, c(snps, genes)]

p <- ncol(d)
n.snp <- length(snps)
black <- matrix(0, p, p, dimnames = list(names(d), names(d)))
black[, 1:n.snp] <- 1                       # nothing into a SNP
black["rs101", "geneE"] <- 1                # other chromosome
stopifnot(all(dim(black) == p))
n.forbidden <- sum(black) - sum(diag(black))

# marginal associations by simple regression
slope <- function(x, y) cov(x, y) / var(x)
beta <- sapply(genes, function(g) sapply(snps, function(s) slope(d[[s]], d[[g]])))
round(beta, 2)
lead <- apply(abs(beta), 2, which.max)
lead.snp <- rownames(beta)[lead]
names(lead.snp) <- genes
lead.snp

set.seed(7)
Y <- as.matrix(d)
fit <- score(Y, blacklist = black, max.step = 100)
boot <- score(Y, n.boot = 8, blacklist = black, max.step = 100)
bag <- score_shd(boot$adj.matrix, alpha = 1, blacklist = black)

# the blacklist holds in every replicate
violations <- sapply(1:8, function(b) sum(boot$adj.matrix[, , b] * black))
violations

adj <- bag$adj.matrix
dimnames(adj) <- dimnames(black)
cis <- adj[snps, genes]
eqtls <- which(cis == 1, arr.ind = TRUE)
if (nrow(eqtls) > 0) {
  for (k in 1:nrow(eqtls)) {
    cat(snps[eqtls[k, 1]], "->", genes[eqtls[k, 2]], "\n")
  }
} else {
  cat("no eQTL found\n")
}
n.eqtl <- nrow(eqtls)
per.snp <- rowSums(cis)
agree <- mean(lead.snp[colSums(cis) > 0] %in% rownames(cis)[rowSums(cis) > 0])

# genotype classes of the first SNP
geno <- factor(d$rs101, levels = 0:2, labels = c("AA", "AB", "BB"))
counts <- table(geno)
means <- tapply(d$geneA, geno, mean)
boxplot(d$geneA ~ geno, xlab = "rs101", ylab = "geneA")
