# R's random numbers: `.Random.seed` is handed over before a call that draws, and put back as the
# call left it.

take_stream <- function() {
  if (!exists(".Random.seed", envir = globalenv(), inherits = FALSE)) {
    set.seed(NULL) # what R does at its first draw
  }
  kind <- RNGkind()
  if (kind[1] != "Mersenne-Twister") {
    refuse("random numbers can be drawn only under RNGkind(\"Mersenne-Twister\"), R's default, got \"",
           kind[1], "\"; call RNGkind(\"Mersenne-Twister\") and set.seed before")
  }
  seed <- get(".Random.seed", envir = globalenv(), inherits = FALSE)
  # No normal is ever drawn: whatever normal.kind is, Python is told of the default.
  seed[1] <- if (kind[3] == "Rounding") 403L else 10403L
  array(seed)
}

put_stream <- function(seed) {
  seed <- as.vector(seed)
  seed[1] <- get(".Random.seed", envir = globalenv(), inherits = FALSE)[1]
  assign(".Random.seed", seed, envir = globalenv())
}
