# Native pipes throughout (R >= 4.1)
library(dagbag)

expr <- read.csv("data/expression.csv") |>
  subset(!is.na(age) & group == "treated")

mat <- expr[, -(1:3)] |> as.matrix() |> scale()
n <- mat |> nrow()

centers <- mat |> colMeans() |> round(10)
norms <- mat |> apply(2, \(v) sqrt(sum(v^2)))

set.seed(99)
net <- mat |>
  score(n.boot = 6, max.step = 100) |>
  getElement("adj.matrix") |>
  score_shd(alpha = 0.5)

A <- net$adj.matrix
n.edges <- A |> sum()
genes <- expr |> names() |> tail(-3)

hubs <- A |>
  rowSums() |>
  setNames(genes) |>
  sort(decreasing = TRUE) |>
  head(3)

square <- function(x) x^2
total <- c(1, 2, 3) |> square() |> sum()

top.cor <- cor(mat) |>
  (\(r) r[upper.tri(r)])() |>
  abs() |>
  max()

labels <- genes |> toupper() |> substr(1, 3) |> unique()
text <- genes |> rev() |> paste(collapse = ", ")
long <- genes |> nchar() |> max()

by.age <- expr$age |> cut(breaks = c(0, 40, 60, 100), labels = c("young", "middle", "old")) |> table()
old <- by.age[["old"]]

fib <- Reduce(\(a, b) c(a, sum(tail(a, 2))), 1:8, c(1, 1))
evens <- fib |> Filter(f = \(k) k %% 2 == 0)
res <- seq(0, 1, length.out = 5) |> sapply(FUN = \(q) quantile(mat[, 1], q)) |> unname()
