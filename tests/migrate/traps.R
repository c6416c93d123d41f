# Everything that went wrong when this was first ported by hand
library(dagbag)

## 1-based, inclusive, negative
x <- c(10, 20, 30, 40, 50)
x[1]; x[length(x)]
x[-1]
x[-(1:2)]
x[-length(x)]
x[2:4]
last.two <- tail(x, 2)
first <- head(x, -3)
drop.ends <- x[-c(1, length(x))]
x[8] <- 80                     # grows, with NA in between
n.missing <- sum(is.na(x))
x.mean <- mean(x, na.rm = TRUE)

## recycling
r1 <- 1:6 + c(10, 20)
r2 <- c(TRUE, FALSE)
odd <- (1:9)[r2]
m <- matrix(1:6, nrow = 2)
m2 <- m * c(1, 10)             # down the columns
m3 <- m + 1:3

## column-major
v <- as.vector(m)
tm <- matrix(1:6, nrow = 2, byrow = TRUE)
a <- array(1:24, dim = c(2, 3, 4))
a213 <- a[2, 1, 3]
slab <- a[, , 2]
dim(slab)
m[5]
which(m > 3)

## drop
one.row <- m[1, ]
kept <- m[1, , drop = FALSE]
dim(kept)

## integers, division, modulo
5 %/% 2; -5 %/% 2; -5 %% 3; 5.5 %% 2
half <- 7 / 2
idiv <- -7 %/% 2
imod <- -7 %% 3
rnd <- round(c(0.5, 1.5, 2.5, -1.5))
sq <- -2^2
prec <- 2^-1
seqs <- 1:3 * 2
minus <- -1:3
by.hand <- (1:4 - 1) / 3

## copies are copies
b <- a[1, , ]
c1 <- b
c1[1, 1] <- 99
b[1, 1]
swap <- function(v) { v[1] <- 0; v }
w <- c(5, 6, 7)
w0 <- swap(w)
w[1]

## T, F, and names with dots and underscores
T.test <- T
is.ok <- F | T
lambda <- 2; lambda.max <- 3; lambda_max <- 4
list.1 <- list(a = 1, b = "two", c = 3:5)
list.1$b <- NULL
names(list.1)
list.1$d <- list(e = TRUE)
has.e <- !is.null(list.1$d$e)
nothing <- list.1$zzz
length(list.1)
list.1[["c"]][2] <- 40L

## 1:n when n is 0
n <- 0
count <- 0
for (i in seq_len(n)) count <- count + 1
bad <- 1:n

## sample of a single number is sample of 1:x
set.seed(3)
s1 <- sample(5)
s2 <- sample(c(5, 9), 1)
s3 <- sample(10, 3)
perm <- sample(letters[1:4])
idx <- sample(1:100, 5, replace = TRUE)
u <- runif(2, -1, 1)
z <- round(rnorm(3, mean = 10, sd = 2), 6)

## strings
nchar("hello"); toupper("abc")
lab <- paste0("V", 1:3)
one <- paste(lab, collapse = "+")
f1 <- sprintf("%5.2f|%-6s|%03d", pi, "ab", 7L)
f2 <- format(1234.5678, nsmall = 2)
f3 <- as.character(c(1, 1.5, 1e6, 1e5, 123456, 0.1))
f4 <- paste(1/3, 1e-5, 100000, TRUE, NULL, NA)
sub1 <- substr("abcdef", 2, 4)
sp <- strsplit("a,b,,c", ",")[[1]]
num <- as.numeric("3.5") + as.integer("2")
trunc.int <- as.integer(-3.9)

## dagbag: dimnames are dropped, node numbers are 1-based, max.step regularises
dat <- read.csv("data/expression.csv")
Y <- as.matrix(dat[, 4:11])
res <- score(Y, max.step = 5)
is.null(dimnames(res$adj.matrix))
colnames(Y)[res$movement[1, 1:2]]
first.edge <- paste(colnames(Y)[res$movement[1, 1]], colnames(Y)[res$movement[1, 2]], sep = " -> ")
capped <- res$final.step == 5
set.seed(11)
shuf <- score(Y, shuffle = TRUE)
n.shuf <- sum(shuf$adj.matrix)
nrow(shuf$movement) == shuf$final.step - 1

## if and ifelse, switch, any and all
sgn <- ifelse(x > 25, "high", "low")
kind <- switch("b", a = "first", b = "second", "other")
anyna <- any(is.na(x)); allpos <- all(x > 0, na.rm = TRUE)
cmp <- identical(c(1, 2), c(1, 2))
near <- isTRUE(all.equal(1, 1 + 1e-10))
rv <- rev(1:3); cs <- cumsum(1:4); dd <- diff(c(1, 4, 9))
o <- order(c(3, 1, 2), decreasing = TRUE)
rk <- rank(c(10, 30, 20, 20))
tabl <- table(c("b", "a", "b"))
mx <- which.max(c(2, 9, 9))
