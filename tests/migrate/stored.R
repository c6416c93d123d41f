# Data from earlier sessions: RDS, RData, odd text files
library(dagbag)

st <- readRDS("data/study.rds")
names(st)
Y <- st$Y
truth <- st[["true.dir"]]
cat(st$label, "with", nrow(Y), "samples, seed", st$seed, "\n")
set.seed(st$seed)

load("data/pheno.RData")
pheno
weights["mid"]
w <- weights[pheno$arm == "a"]
pheno$dose2 <- pheno$dose^2
pheno$level <- c("low", "mid", "high")[match(pheno$dose, c(0.5, 1, 2))]
pheno$w <- weights[pheno$level]
arm.dose <- aggregate(dose ~ arm, data = pheno, FUN = mean)
means <- with(pheno, tapply(dose2, arm, mean))
pheno <- pheno[order(pheno$arm, -pheno$dose), ]
first <- pheno[1, "id"]
ids <- pheno$id

plate <- read.table("data/plate.csv", header = TRUE, sep = ";", dec = ",", comment.char = "#",
                    stringsAsFactors = FALSE)
plate$ok <- plate$ok == "yes"
good <- plate[plate$ok, "reading"]
avg <- mean(plate$reading, na.rm = TRUE)
rows <- substr(plate$well, 1, 1)
by.row <- sapply(split(plate$reading, rows), mean, na.rm = TRUE)

fits <- list()
for (cut in cutoffs) {
  ens <- score(Y, n.boot = 5, max.step = 120)
  agg <- score_shd(ens$adj.matrix, threshold = 1 - 2 * cut)
  fits[[as.character(cut)]] <- agg$adj.matrix
}
sizes <- sapply(fits, sum)
correct <- sapply(fits, function(A) sum(A * truth))
sizes

saveRDS(fits, file = "fits.rds")
again <- readRDS("fits.rds")
same <- all.equal(again, fits)
summ <- data.frame(cutoff = cutoffs, size = as.vector(sizes), correct = as.vector(correct))
summ$precision <- with(summ, ifelse(size > 0, correct / size, NA))
write.csv(summ, "summary.csv", row.names = FALSE, quote = FALSE)
write.table(summ, "summary.txt", sep = "\t", row.names = FALSE)
back <- read.csv("summary.csv")
save(summ, sizes, file = "all.RData")
rm(summ)
load("all.RData")
nrow(summ)
exists("summ")
