# clinical table cleaning
raw <- data.frame(id = c("P01", "P02", "P03", "P04", "P05", "P06", "P02"),
                  dob = c("1960-05-01", "1955-11-23", NA, "1972-02-14", "1948-07-30", "1980-01-01", "1955-11-23"),
                  visit = c("2020-01-15", "2020-02-20", "2020-03-01", "2020-03-05", "2020-04-10", "2020-05-05", "2020-02-20"),
                  weight = c(70.5, 82, NA, 65.2, 90.1, 77, 82),
                  height = c(1.75, 1.8, 1.6, 1.62, 1.7, 1.78, 1.8),
                  status = c("alive", "dead", "alive", "alive", "dead", "", "dead"),
                  stringsAsFactors = FALSE)
clean <- raw[!duplicated(raw$id), ]
clean$status[clean$status == ""] <- NA
clean$visit <- as.Date(clean$visit)
clean$dob <- as.Date(clean$dob)
clean$age <- as.numeric(difftime(clean$visit, clean$dob, units = "days")) / 365.25
clean$bmi <- with(clean, weight / height^2)
clean$bmi_class <- cut(clean$bmi, c(0, 18.5, 25, 30, Inf), labels = c("under", "normal", "over", "obese"), right = FALSE)
n_missing <- sapply(clean, function(x) sum(is.na(x)))
complete <- clean[complete.cases(clean[, c("weight", "age")]), ]
summary_tab <- do.call(rbind, lapply(split(complete, complete$status), function(d) {
  data.frame(status = d$status[1], n = nrow(d), mean_age = mean(d$age), mean_bmi = mean(d$bmi))
}))
rownames(summary_tab) <- NULL
months_seen <- table(format(clean$visit, "%Y-%m"))
first_visit <- min(clean$visit)
days_since <- as.integer(clean$visit - first_visit)
clean <- clean[order(clean$status, -clean$age, na.last = TRUE), ]
ids <- clean$id
labels <- paste0(clean$id, " (", ifelse(is.na(clean$status), "unknown", clean$status), ")")
lab <- data.frame(id = c("P01", "P02", "P04", "P09"), crp = c(3.2, 15.1, 7.7, 1.1))
m <- merge(clean[, c("id", "status", "age")], lab, by = "id", all.x = TRUE)
m$crp[is.na(m$crp)] <- median(m$crp, na.rm = TRUE)
m <- transform(m, high = crp > 5, logcrp = log2(crp))
tab <- xtabs(~ status + high, data = m)
rates <- tapply(m$high, m$status, mean)
counts <- as.data.frame(table(m$status), stringsAsFactors = FALSE)
names(counts) <- c("status", "n")
counts$pct <- sprintf("%.1f%%", 100 * counts$n / sum(counts$n))
out <- character()
for (s in unique(m$status)) {
  if (is.na(s)) next
  sub <- m[m$status == s & !is.na(m$status), ]
  out <- c(out, sprintf("%s: n=%d, mean crp=%.2f", s, nrow(sub), mean(sub$crp)))
}
cat(out, sep = "\n")
res <- vector("list", 3)
names(res) <- c("a", "b", "c")
for (k in names(res)) res[[k]] <- nchar(k) + 1
m2 <- within(m, { ratio <- crp / mean(crp); flag <- ratio > 1 })
grp <- ave(m$crp, m$status, FUN = function(v) v - mean(v))
m$rank <- rank(-m$crp, ties.method = "first")
stk <- stack(list(ctl = c(1, 2), trt = c(3, 4, 5)))
w <- tapply(stk$values, stk$ind, sum)
pb <- txtProgressBar(max = 3)
acc <- 0
for (i in 1:3) { acc <- acc + i; setTxtProgressBar(pb, i) }
close(pb)
sessionInfo()
