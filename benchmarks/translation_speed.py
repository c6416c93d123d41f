"""Processor time of a translation by lines of the R script, and whether it grows in proportion.

Run ``python benchmarks/translation_speed.py``: the scripts of ``tests/migrate``, each repeated to
some hundreds of lines, and scripts that are generated, of 1,000 to 50,000 lines. Time is that of
the process and of those it starts (the formatter), so that other work on the machine does not
count. The exit status is 1 if a script takes more than `--limit` milliseconds a line.
"""

from __future__ import annotations

import argparse
import os
import random
import re
from collections.abc import Sequence
from pathlib import Path

from dagbag.r_compat.migrate import Migration, migrate

SCRIPTS = Path(__file__).parent.parent / "tests" / "migrate"
REPEATED = 300  # lines, at least

# Blocks of a study. A word with @ is a variable of the block, which every use of the block names
# anew; ? stands for a small number. ``old`` is a vector of numbers of some block before. The last
# block has what is not translated, and what waits for it.
BLOCKS = (
    """
# measurements of a group
x@ <- c(?, 2.5, ?, 4.25, 6)
y@ <- x@ * 2 + rnorm(5, sd = 0.5)
m@ <- mean(x@)
s@ <- sqrt(sum((x@ - m@)^2) / (length(x@) - 1))
z@ <- (x@ - m@) / s@
total@ <- sum(old) + m@
""",
    """
n@ <- 1?
Y@ <- matrix(rnorm(n@ * 4), nrow = n@, ncol = 4)
colnames(Y@) <- c("a", "b", "c", "d")
centre@ <- colMeans(Y@)
for (j@ in 1:4) {
  Y@[, j@] <- Y@[, j@] - centre@[j@]
}
S@ <- t(Y@) %*% Y@ / n@
largest@ <- max(diag(S@))
x@ <- Y@[, 1]
""",
    """
standard@ <- function(v, scale = ?) {
  centre <- mean(v)
  spread <- sd(v)
  if (spread == 0) {
    return(v - centre)
  }
  scale * (v - centre) / spread
}
x@ <- standard@(c(?, 5, 8, 13))
w@ <- standard@(x@, scale = 2)
""",
    """
people@ <- data.frame(id = 1:4, age = c(31, 4?, 27, 58), arm = c("a", "b", "a", "b"))
people@$old <- people@$age > 40
first@ <- people@[people@$arm == "a", ]
means@ <- tapply(people@$age, people@$arm, mean)
x@ <- people@$age[order(people@$age)]
cat("mean age", mean(people@$age), "\\n")
""",
    """
x@ <- numeric(10)
count@ <- 0
for (i@ in seq_along(x@)) {
  value@ <- i@ * ? + old[1]
  if (value@ > 20) {
    count@ <- count@ + 1
    x@[i@] <- value@ - 20
  } else {
    x@[i@] <- value@
  }
}
cat(sprintf("%d of %d above\\n", count@, length(x@)))
""",
    """
label@ <- paste("group", ?, sep = "_")
parts@ <- strsplit(label@, "_")[[1]]
upper@ <- toupper(parts@[1])
if (nchar(upper@) > 3) {
  short@ <- substr(upper@, 1, 3)
} else {
  short@ <- upper@
}
x@ <- nchar(c(label@, upper@, short@)) + 0
cat(label@, upper@, short@, "\\n")
""",
    """
set.seed(?)
x@ <- rnorm(8)
results@ <- list()
for (k@ in 1:3) {
  picked@ <- sample(x@, 4)
  results@[[k@]] <- c(mean(picked@), sd(picked@))
}
table@ <- do.call(rbind, results@)
squares@ <- sapply(x@, function(e) e^2)
all@ <- lapply(1:3, function(k) k * x@)
""",
    """
set.seed(?)
G@ <- matrix(rnorm(100), 20, 5)
fit@ <- score(Y = G@, n.boot = ?, score.type = "BIC", threshold = 0, max.step = 20)
dag@ <- score_shd(fit@$adj.matrix, alpha = 1, threshold = 0)
edges@ <- sum(dag@$adj.matrix)
x@ <- colSums(G@)
""",
    """
a@ <- ?
b@ <- a@ + 1
step@ <- 0
while (b@ - a@ > 0.01 && step@ < 50) {
  middle@ <- (a@ + b@) / 2
  if (middle@^2 > ?) {
    b@ <- middle@
  } else {
    a@ <- middle@
  }
  step@ <- step@ + 1
}
x@ <- c(a@, b@)
""",
    """
grid@ <- matrix(0, 3, 4)
for (i@ in 1:3) {
  for (j@ in 1:4) {
    if (i@ != j@) grid@[i@, j@] <- (i@ + j@) / ?
  }
}
rows@ <- apply(grid@, 1, sum)
x@ <- rows@[rows@ > 0]
far@ <- which(grid@ > 2)
setting@ <- list(name = "grid", rows = nrow(grid@), size = dim(grid@))
cat(setting@$name, setting@$rows, "\\n")
""",
    """
known@ <- ls(pattern = "group")
rule@ <- eval(parse(text = "old * ?"))
x@ <- rule@ + ?
over@ <- x@[x@ > ?]
part@ <- sum(old > ?) / length(old)
""",
)


def main(arguments: Sequence[str] | None = None) -> int:
    command = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    command.add_argument("--lines", type=int, nargs="*", default=[1000, 10_000, 50_000])
    command.add_argument("--limit", type=float, default=2.0, help="milliseconds a line (2)")
    command.add_argument("--scripts", type=Path, nargs="*", help="instead of tests/migrate")
    options = command.parse_args(arguments)
    paths = sorted(SCRIPTS.glob("*.R")) if options.scripts is None else options.scripts
    migrate("x <- 1")  # tables are read once
    print(f"{'script':24} {'lines':>7} {'refused':>8} {'seconds':>9} {'ms a line':>10}")
    slowest = 0.0
    for path in paths:
        label = path.stem if path.stem != "script" else path.parent.name
        slowest = max(slowest, timed(label, repeated(path.read_text(encoding="utf-8"))))
    for lines in options.lines:
        slowest = max(slowest, timed("generated", generated(lines)))
    print(f"slowest: {slowest:.2f} ms a line; {options.limit:g} at most")
    return int(slowest > options.limit)


def timed(label: str, text: str) -> float:
    """Translate a script, print its row, and return milliseconds a line."""
    before = processor_time()
    found: Migration = migrate(text)
    seconds = processor_time() - before
    lines = text.count("\n")
    each = 1000 * seconds / lines
    refused = found.refused_statements
    print(f"{label:24} {lines:7} {refused:8} {seconds:9.2f} {each:10.2f}", flush=True)
    return each


def processor_time() -> float:
    """Return the seconds that this process and those it started have computed."""
    return sum(os.times()[:4])


def repeated(text: str) -> str:
    """Return a script several times in a row."""
    text = text.rstrip("\n") + "\n"
    return text * -(-REPEATED // text.count("\n"))


def generated(lines: int, seed: int = 1) -> str:
    """Return a script of blocks in random order, each with variables of its own.

    Parameters
    ----------
    lines : int
        At least so many, and less than a block more.
    seed : int, default 1

    Returns
    -------
    str
    """
    draw = random.Random(seed)
    text = ["library(dagbag)", "x0 <- c(1, 2, 3)"]
    number, count = 0, len(text)
    while count < lines:
        block = draw.choice(BLOCKS).strip("\n")
        before = f"x{draw.randint(max(0, number - 20), number)}"
        number += 1
        block = re.sub(r"(?<![\w.])old(?![\w.])", before, block.replace("$old", "$older"))
        block = re.sub(r"\?", lambda _: str(draw.randint(1, 9)), block)
        block = block.replace("@", str(number))
        text += [block, ""]
        count += block.count("\n") + 2
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
