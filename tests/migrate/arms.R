library(parallel)
# resampling of a survival-like table with several helpers
dat <- read.table(text = "patient stage arm time event marker
p1 I A 12.5 1 0.8
p2 II A 8.1 1 1.4
p3 II B 20.0 0 0.3
p4 III B 5.5 1 2.2
p5 I B 30.2 0 0.5
p6 III A 3.3 1 2.9
p7 II A 15.0 0 NA
p8 I A 22.4 1 0.9", header = TRUE, stringsAsFactors = TRUE)
str(dat)
summary(dat$time)
dat$stage <- factor(dat$stage, levels = c("I", "II", "III"), ordered = TRUE)
late <- dat[dat$stage >= "II", ]
cat("late:", nrow(late), "\n")
ev <- with(dat, table(stage, event))
ev_rate <- round(ev[, "1"] / rowSums(ev), 3)
med <- tapply(dat$time, list(dat$stage, dat$arm), median)
dat$marker[is.na(dat$marker)] <- mean(dat$marker, na.rm = TRUE)
dat$tertile <- cut(dat$marker, quantile(dat$marker, 0:3 / 3), include.lowest = TRUE, labels = FALSE)
dat$rank_in_arm <- ave(dat$time, dat$arm, FUN = rank)
pairs <- expand.grid(stage = levels(dat$stage), arm = levels(dat$arm))
pairs$n <- 1:6
nonzero <- pairs[pairs$n > 0, ]
res <- list()
for (a in levels(dat$arm)) {
  sub <- dat[dat$arm == a, ]
  res[[a]] <- c(n = nrow(sub), events = sum(sub$event), rate = sum(sub$event) / sum(sub$time))
}
rates <- do.call(rbind, res)
ratio <- rates["A", "rate"] / rates["B", "rate"]
jack <- unlist(mclapply(seq_len(nrow(dat)), function(i) mean(dat$time[-i]), mc.cores = 2))
se <- sqrt((nrow(dat) - 1) / nrow(dat) * sum((jack - mean(jack))^2))
m <- as.matrix(dat[, c("time", "marker")])
ctr <- scale(m, center = TRUE, scale = FALSE)
cv <- crossprod(ctr) / (nrow(m) - 1)
d <- sqrt(diag(cv))
codes <- sprintf("%s-%02d", dat$arm, seq_len(nrow(dat)))
by_arm <- by(dat, dat$arm, function(x) coef(lm(time ~ marker, data = x))[2])
slopes <- c(by_arm)
wide <- reshape(dat[, c("patient", "arm", "time")], idvar = "patient", timevar = "arm", direction = "wide")
longest <- dat$patient[which.max(dat$time)]
as.character(longest)
o <- dat[order(dat$arm, -dat$time), c("patient", "arm", "time")]
firsts <- o[!duplicated(o$arm), ]
cum <- unlist(tapply(o$time, o$arm, cumsum))
agg <- aggregate(cbind(time, marker) ~ arm + stage, data = dat, FUN = mean)
agg2 <- aggregate(dat[, c("time", "marker")], by = list(arm = dat$arm), FUN = mean)
tot <- colSums(agg2[, -1])
names(tot)
sink("log.txt")
cat("Total:", sum(dat$time), "\n")
sink()
lines <- readLines("log.txt")
invisible(file.remove("log.txt"))
pct <- paste0(formatC(100 * prop.table(table(dat$arm)), format = "f", digits = 1), "%")
stopifnot(is.data.frame(agg), nrow(agg) > 0)
fmt <- format(Sys.Date(), "%Y")
keep <- Filter(function(v) is.numeric(v), dat)
nm <- names(keep)
mx <- sapply(keep, max)
out <- Reduce(function(a, b) merge(a, b, by = "arm"), list(agg2, data.frame(arm = c("A", "B"), k = 1:2), data.frame(arm = c("B", "A"), z = c(TRUE, FALSE))))
