# Expression of ten genes in treated and control samples
# -------------------------------------------------------
library(dagbag)

dat <- read.csv("data/expression.csv", stringsAsFactors = FALSE)
str(dat)
summary(dat$age)

# drop samples without an age
ok <- !is.na(dat$age)
cat("dropped", sum(!ok), "samples\n")
dat <- dat[ok, ]
n <- nrow(dat)

table(dat$group)
n.treated <- sum(dat$group == "treated")
mean.age <- mean(dat$age)
age.by.group <- tapply(dat$age, dat$group, mean)

X <- as.matrix(dat[, -(1:3)])
genes <- colnames(X)
p <- length(genes)

# a look at the data
pdf("overview.pdf", width = 7, height = 5)
par(mfrow = c(1, 2))
hist(X[, "TP53"], breaks = 15, main = "TP53", xlab = "expression", col = "grey80")
abline(v = mean(X[, "TP53"]), col = "red", lwd = 2)
plot(X[, "TP53"], X[, "MDM2"], pch = 19, col = ifelse(dat$group == "treated", "red", "blue"),
     xlab = "TP53", ylab = "MDM2")
fit <- lm(X[, "MDM2"] ~ X[, "TP53"])
abline(h = 0, lty = 2)
legend("topleft", legend = c("treated", "control"), col = c("red", "blue"), pch = 19)
dev.off()

# correlations: the strongest pair
R <- cor(X)
diag(R) <- 0
best <- which(abs(R) == max(abs(R)), arr.ind = TRUE)[1, ]
strongest <- paste(genes[best[1]], genes[best[2]], sep = "-")
cat("strongest:", strongest, "r =", round(max(abs(R)), 3), "\n")

# treated only
Xt <- X[dat$group == "treated", ]
m.treated <- colMeans(Xt)
m.control <- colMeans(X[dat$group != "treated", ])
effect <- m.treated - m.control
effect <- sort(effect, decreasing = TRUE)
top3 <- names(effect)[1:3]
top3

# the network
set.seed(42)
boot <- score(X, n.boot = 10, max.step = 200)
freq <- apply(boot$adj.matrix, c(1, 2), mean)
dag <- score_shd(boot$adj.matrix, alpha = 1, threshold = 0)
A <- dag$adj.matrix
rownames(A) <- colnames(A) <- genes

edge.idx <- which(A == 1, arr.ind = TRUE)
edges <- data.frame(from = genes[edge.idx[, 1]], to = genes[edge.idx[, 2]],
                    freq = freq[edge.idx])
edges <- edges[order(-edges$freq, edges$from), ]
print(edges)

known <- read.table("data/edges.txt", header = TRUE, sep = "\t", stringsAsFactors = FALSE)
found <- paste(edges$from, edges$to) %in% paste(known$from, known$to)
cat(sprintf("%d of %d edges are known (%.1f%%)\n", sum(found), nrow(edges),
            100 * mean(found)))

out.degree <- rowSums(A)
in.degree <- colSums(A)
hubs <- names(out.degree[out.degree >= 2])
barplot(out.degree, names.arg = genes, las = 2)

write.csv(edges, file = "edges_found.csv", row.names = FALSE)
check <- read.csv("edges_found.csv")
stopifnot(nrow(check) == nrow(edges))
