# Regenerates tests/golden/rng-r.json with base R: Rscript tests/make_rng_golden.R [output]
# Every case is one call after one seed; the test makes the same call and compares.

RNGkind("Mersenne-Twister", "Inversion", "Rejection")
seeds <- c(0, 1, 42, -7, 20240229, 2147483647, -2147483647)

json <- function(x) {
  if (is.null(names(x)) || !is.list(x)) {
    text <- if (is.character(x)) dQuote(x, FALSE)
      else if (is.logical(x)) tolower(as.character(x))
      else if (is.list(x)) vapply(x, json, "")
      else ifelse(is.finite(x), sprintf("%.17g", x), dQuote(as.character(x), FALSE))
    if (is.list(x) || length(x) != 1) paste0("[", paste(text, collapse = ","), "]") else text
  } else {
    fields <- paste0(dQuote(names(x), FALSE), ":", vapply(x, json, ""))
    paste0("{", paste(fields, collapse = ","), "}")
  }
}

start <- function(seed, kind) suppressWarnings(set.seed(seed, sample.kind = kind))

# `at` picks elements (1-based) of a long result; `after` is the uniform that follows the call,
# which tells how much of the stream the call used.
case <- function(seed, fun, ..., at = NULL, kind = "Rejection") {
  start(seed, kind)
  value <- do.call(fun, list(...))
  out <- list(seed = seed, kind = kind, fun = fun, args = list(...))
  out$value <- as.list(if (is.null(at)) value else value[at])
  if (!is.null(at)) out$at <- as.list(at)
  out$after <- runif(1)
  out
}

cases <- list()
add <- function(...) cases[[length(cases) + 1]] <<- case(...)

for (seed in seeds) {
  add(seed, "runif", 700, at = c(1:3, 623:626, 700))
  add(seed, "rnorm", 400, at = c(1:5, 310:314, 400))
  add(seed, "runif", 4, -3, 11.5)
  add(seed, "rnorm", 4, 10, 0.25)
  for (kind in c("Rejection", "Rounding")) {
    for (n in c(1, 2, 3, 10, 102)) add(seed, "sample.int", n, kind = kind)
    for (n in c(1, 2, 7, 32768, 32769, 65535, 65536, 65537, 1e7 + 1, 2^30, 2^31 - 1))
      add(seed, "sample.int", n, 8, TRUE, kind = kind)
    for (n in c(1000, 65536, 65537)) add(seed, "sample.int", n, 8, FALSE, kind = kind)
    for (n in c(1e7 + 1, 2^31 - 1)) add(seed, "sample.int", n, 8, FALSE, kind = kind)
  }
}
add(1, "runif", 0)
add(1, "rnorm", 0)
add(1, "sample.int", 0)
add(1, "sample.int", 10, 0, FALSE)
add(1, "sample.int", 10, 1, FALSE)
add(1, "runif", 3, 2, 2)
add(1, "rnorm", 3, 2, 0)
far <- c(1e5, 1e6)
for (seed in c(1, -7)) {
  add(seed, "runif", 1e6, at = far)
  start(seed, "Rejection")
  z <- abs(rnorm(1e6))
  add(seed, "rnorm", 1e6, at = c(far, order(z, decreasing = TRUE)[1:20], order(z)[1:5]))
  add(seed, "sample.int", 1e6, 1e6, TRUE, at = far)
  add(seed, "sample.int", 1e6, 1e6, FALSE, at = far)
  add(seed, "sample.int", 1e6, 1e6, FALSE, at = far, kind = "Rounding")
}
# The border of the hashing algorithm, and enough draws from it that some come again.
add(3, "sample.int", 1e7, 20, FALSE)
add(3, "sample.int", 1e7 + 1, 1e5, FALSE, at = c(1:3, 1e4, 5e4, 99998:1e5))
add(3, "sample.int", 1e7 + 2, 5e6 + 1, FALSE, at = c(1:3, 1e6, 5e6))
add(3, "sample.int", 1e7 + 2, 5e6 + 2, FALSE, at = c(1:3, 1e6, 5e6))
add(3, "sample.int", 1e7 + 1, 1e5, FALSE, at = c(1:3, 1e4, 5e4, 99998:1e5), kind = "Rounding")

# The other distributions: each branch of each algorithm, parameters that are recycled, and
# parameters of one algorithm after those of another.
rnbinom.mu <- function(n, size, mu) rnbinom(n, size, mu = mu)
for (seed in c(1, -7)) {
  for (rate in list(1, 0.01, c(1, 5, 1e-300))) add(seed, "rexp", 9, rate)
  for (shape in list(1e-3, 0.4, 1, 1.5, 3.686, 8, 13.1, 1e6, c(0.3, 30, 2))) {
    add(seed, "rgamma", 12, shape, 0.7)
    add(seed, "rchisq", 5, shape)
    add(seed, "rchisq", 5, shape, 2.5)
    add(seed, "rt", 5, shape)
    add(seed, "rt", 5, shape, -1)
    add(seed, "rf", 5, shape, 3)
    add(seed, "rf", 5, 3, shape, 0.5)
    add(seed, "rbeta", 9, shape, 0.4)
    add(seed, "rbeta", 9, 2.5, shape)
    add(seed, "rbeta", 5, shape, shape)
    add(seed, "rbeta", 5, shape, 2, 1.5)
    add(seed, "rweibull", 5, shape, 2)
  }
  for (fun in c("rlogis", "rcauchy", "rlnorm")) add(seed, fun, 5, c(0, 1), 0.5)
  for (prob in list(0, 1e-9, 0.1, 0.5, 0.7, 1, c(0.2, 0.9, 0.5)))
    for (size in list(0, 1, 20, 99, 2000, 1e9, c(7, 70, 7e5))) add(seed, "rbinom", 12, size, prob)
  for (mean in list(0, 1e-9, 0.5, 5, 9.99, 10, 12.5, 300, 1e6, 1e9, 1e12, c(3, 30, 3)))
    add(seed, "rpois", 12, mean)
  for (prob in list(1e-6, 0.1, 0.5, 1, c(0.2, 0.01))) {
    add(seed, "rgeom", 6, prob)
    add(seed, "rnbinom", 6, 2.5, prob)
    add(seed, "rnbinom", 6, 0.3, prob)
  }
  for (mu in list(0, 0.2, 7, 1e5, c(3, 30))) add(seed, "rnbinom.mu", 6, 1.5, mu)
  for (urn in list(c(5, 0, 3), c(10, 7, 8), c(7, 10, 2), c(300, 200, 250), c(200, 300, 100),
                   c(1e6, 2e6, 5e5), c(5e8, 4e8, 6e8), c(30, 1e6, 1e3)))
    add(seed, "rhyper", 9, urn[1], urn[2], urn[3])
  for (kind in c("Rejection", "Rounding")) {
    add(seed, "rsignrank", 6, c(0, 10, 100), kind = kind)
    add(seed, "rwilcox", 6, c(0, 4, 60), 9, kind = kind)
    add(seed, "rmultinom", 3, 20, c(1, 0, 3, 2), kind = kind)
    add(seed, "rmultinom", 2, 1e6, c(0.2, 0.3, 0.5, 0), kind = kind)
    for (prob in list(1, c(1, 1, 1, 1, 1), c(3, 1, 2, 1), c(0.5, 0, 0.25, 0.25, 0.1, 7), 201:1,
                      rep(1, 201), c(rep(1e-9, 5), rep(1, 200)), (1:250) %% 7 + 1)) {
      add(seed, "sample.int", length(prob), 12, TRUE, prob, kind = kind)
      add(seed, "sample.int", length(prob), min(5, sum(prob > 0)), FALSE, prob, kind = kind)
    }
  }
}
add(1, "rmultinom", 0, 3, c(1, 2))
add(1, "rbinom", 0, 3, 0.5)

# Tails that chance does not reach, and the joins of the three pieces of AS 241: the words are
# chosen through the key. These are the untempered pairs (0, 0), (0, 1), (0, M), (31, 256), (32, 0),
# (M, M), (M, M - 4095), (M, 0), (M - 31, M), (2^31, 0), (2^31 - 1, M) with M = 2^32 - 1, then
# neighbours of p = exp(-25), of p = 0.075 and of p = 0.925.
key <- c(
  0, 0, 0, 270681289, 0, 316513203,
  -1858838509, 8392962, 67670322, 0, 316513203, 316513203,
  316513203, 269998980, 316513203, 0, -2081817696, 316513203,
  -2146426364, 0, -1832011337, 316513203, 0, -1725100574,
  0, -1995486935, 0, -1725100576, 0, 202505409,
  -1865975549, 1515644333, -1865975549, -882735698, -1865975549, -616513177,
  321815203, -642049403, 321815203, 1558554413, 321815203, 1288168420
)
start(1, "Rejection")
chosen <- get(".Random.seed", globalenv())
chosen[2] <- 1L
chosen[3 + seq_along(key)] <- as.integer(key)
from_chosen <- function(fun, n) {
  assign(".Random.seed", chosen, globalenv())
  as.list(do.call(fun, list(n)))
}
tails <- list(
  r.seed = as.list(chosen),
  runif = from_chosen("runif", length(key)),
  rnorm = from_chosen("rnorm", length(key) / 2)
)

# .Random.seed itself, fresh and after draws, and what goes on from it.
random_seed <- function(seed, draws, kind) {
  start(seed, kind)
  runif(draws)
  list(
    seed = seed, draws = draws, kind = kind,
    r.seed = as.list(get(".Random.seed", globalenv())),
    sample = as.list(sample.int(10)), rnorm = as.list(rnorm(3))
  )
}
states <- list(
  random_seed(1, 0, "Rejection"), random_seed(-7, 5, "Rejection"),
  random_seed(42, 624, "Rounding"), random_seed(42, 625, "Rejection")
)

output <- commandArgs(trailingOnly = TRUE)
if (!length(output)) output <- "tests/golden/rng-r.json"
blocks <- list(
  cases = vapply(cases, json, ""), states = vapply(states, json, ""), tails = json(tails)
)
lines <- vapply(blocks, paste, "", collapse = ",\n")
writeLines(sprintf(
  '{"R": "%s",\n"cases": [\n%s\n],\n"states": [\n%s\n],\n"tails": %s}',
  getRversion(), lines["cases"], lines["states"], lines["tails"]
), output)
