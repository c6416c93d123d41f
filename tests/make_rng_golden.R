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
