# The data files of the scripts in tests/migrate: Rscript make.R, in this folder.
set.seed(20260101)

# Linear data on a random DAG whose nodes are in no particular order.
simulate <- function(n, p, edges) {
  B <- matrix(0, p, p)
  for (k in seq_len(edges)) {
    ij <- sort(sample(p, 2))
    B[ij[1], ij[2]] <- sample(c(-1, 1), 1) * runif(1, 0.6, 1.2)
  }
  Y <- matrix(0, n, p)
  for (j in 1:p) Y[, j] <- Y %*% B[, j] + rnorm(n)
  o <- sample(p)
  list(Y = Y[, o], B = B[o, o])
}

genes <- c("TP53", "MDM2", "CDKN1A", "BAX", "MYC", "CCND1", "RB1", "E2F1", "EGFR", "KRAS")
made <- simulate(60, 10, 12)
expression <- round(made$Y, 4)
colnames(expression) <- genes
samples <- data.frame(
  sample = sprintf("S%02d", 1:60),
  group = rep(c("control", "treated", "treated"), 20),
  age = sample(25:80, 60, replace = TRUE),
  expression
)
samples$age[c(7, 31)] <- NA
write.csv(samples, "expression.csv", row.names = FALSE)

edges <- which(made$B != 0, arr.ind = TRUE)
write.table(data.frame(from = genes[edges[, 1]], to = genes[edges[, 2]]), "edges.txt",
            row.names = FALSE, quote = FALSE, sep = "\t")

snps <- matrix(rbinom(80 * 4, 2, 0.4), 80, 4, dimnames = list(NULL, paste0("rs", 101:104)))
traits <- simulate(80, 5, 5)$Y
traits <- traits + snps[, c(1, 2, 2, 3, 4)] * 0.8
colnames(traits) <- paste0("gene", LETTERS[1:5])
write.csv(round(cbind(snps, traits), 4), "eqtl.csv", row.names = FALSE)

study <- simulate(80, 12, 14)
write.table(round(study$Y, 5), "study.dat", row.names = FALSE, col.names = FALSE)
saveRDS(list(Y = round(study$Y, 5), true.dir = (study$B != 0) + 0, seed = 7L,
             label = "pilot study"), "study.rds")
pheno <- data.frame(id = 1:6, dose = c(0.5, 1, 2, 0.5, 1, 2), arm = c("a", "b", "a", "b", "a", "b"))
weights <- c(low = 0.2, mid = 0.5, high = 1)
cutoffs <- c(0.3, 0.5, 0.7)
save(pheno, weights, cutoffs, file = "pheno.RData")

cat("# plate reader export, ug/ml", "well;reading;ok", "A1;0,31;yes", "A2;0,47;no", "B1;1,05;yes",
    "B2;0,88;yes", "C1;NA;no", "C2;0,64;yes", sep = "\n", file = "plate.csv")
