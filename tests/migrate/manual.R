## Examples of the manual pages of score() and score_shd()
library(dagbag)
data(example)

Y <- example$Y
true.dir <- example$true.dir
true.ske <- example$true.ske
dim(Y)

# the first 20 nodes are enough for a quick look
keep <- 1:20
Y.n <- Y[, keep]
true.sub <- true.dir[keep, keep]
ske.sub <- true.ske[keep, keep]
p <- ncol(Y.n)
n <- nrow(Y.n)

## one search
result <- score(Y = Y.n, n.boot = 0, score.type = "BIC", threshold = 0, max.step = 500)
adj <- result$adj.matrix
result$final.step
head(result$movement)
n.edge <- sum(adj)
n.edge

## total and correct edges of the skeleton
total.correct <- dagbag:::result_skeleton(adj, ske.sub)
total.correct

## bootstrap, aggregated
set.seed(1)
boot.adj <- score(Y.n, n.boot = 8, score.type = "BIC", threshold = 0, max.step = 500)
dim(boot.adj$adj.matrix)
shd <- score_shd(boot.adj$adj.matrix, alpha = 1, threshold = 0)
adj.shd <- shd$adj.matrix
sum(adj.shd)
sum(adj.shd == 1 & true.sub == 1)

## a blacklist: nothing points into the first node
blacklist <- matrix(0, p, p)
blacklist[, 1] <- 1
result.black <- score(Y.n, blacklist = blacklist)
stopifnot(sum(result.black$adj.matrix[, 1]) == 0)

## a whitelist
whitelist <- matrix(FALSE, p, p)
whitelist[2, 5] <- TRUE
result.white <- score(Y.n, whitelist = whitelist)
result.white$adj.matrix[2, 5]
result.white$movement[1, ]

## likelihood needs max.step
result.lik <- score(Y.n, score.type = "likelihood", max.step = 25)
result.lik$final.step

## standardised by hand
Y.s <- dagbag:::y.stand(Y.n)
range(apply(Y.s, 2, sd))
same <- identical(score(Y.s)$movement, result$movement)
