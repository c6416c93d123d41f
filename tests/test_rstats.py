"""R's statistics (`r_compat.rstats`) against R: models, tests, minima, clusters, curves."""

import json

import numpy as np
import pandas as pd
import pytest
import rprograms
from dagbag.r_compat import rstats
from dagbag.r_compat import rvalues as rv
from dagbag.r_compat.migrate._compare import difference
from dagbag.r_compat.migrate._describe import variables_of

STRIP = """strip <- function(h) {
  h <- unclass(h); h$data.name <- NULL; h$data <- NULL
  if (!is.null(h$conf.int)) attributes(h$conf.int) <- NULL
  h
}
"""
METHODS = ("ward.D", "ward.D2", "single", "complete", "average", "mcquitty", "median", "centroid")


def r_vector(values):
    return "c(" + ", ".join(repr(float(v)) for v in values) + ")"


def r_matrix(values):
    return f"matrix({r_vector(values.ravel(order='F'))}, {values.shape[0]})"


def r_texts(values):
    return "c(" + ", ".join(f"'{v}'" for v in values) + ")"


def told(problems):
    """How values of Python differ from those of R's programs: (problem, name, text) of each."""
    found = []
    answers = rprograms.evaluate_in_r([text for text, _ in problems])
    for k, ((_, mine), answer) in enumerate(zip(problems, answers, strict=True)):
        assert answer["failure"] is None, answer["failure"]
        listed = {n: dict(v) if isinstance(v, rstats.Model) else v for n, v in mine.items()}
        described = json.loads(json.dumps(variables_of(listed)))
        for name in mine:
            text = difference(answer["variables"][name], described[name])
            if text is not None:
                found.append((k, name, text))
    return found


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    n = 40
    data = pd.DataFrame(
        {
            "x": rng.normal(size=n).round(3),
            "z": rng.uniform(1, 5, size=n).round(3),
            "g": [("a", "b", "c")[k % 3] for k in range(n)],
            "h": [("u", "v")[k // 20] for k in range(n)],
            "hit": rng.integers(0, 2, n),
            "count": rng.poisson(3, n),
        }
    )
    data["y"] = (1 + 2 * data.x - data.z + (data.g == "b") * 1.5 + rng.normal(size=n)).round(3)
    return data


def in_r(data):
    columns = [
        f"{name} = {r_texts(data[name]) if name in 'gh' else r_vector(data[name])}"
        for name in data.columns
    ]
    return f"d <- data.frame({', '.join(columns)})\n"


@pytest.mark.r
def test_linear_models_are_R_s(frame):
    formulas = (
        "y ~ x", "y ~ x + z + g", "y ~ x * g", "y ~ g * h", "y ~ 0 + g + h", "y ~ g:h",
        "y ~ x:g - 1", "y ~ (x + z + g)^2", "y ~ .", "y ~ 1", "log(z) ~ I(x^2) + factor(hit)",
        "y ~ x + offset(z)", "y ~ x + I(2 * x) + z",
    )  # fmt: skip
    problems = []
    for formula in formulas:
        text = in_r(frame) + (
            f"f <- lm({formula}, data = d); co <- f$coefficients; re <- f$residuals\n"
            "s <- summary(f); sc <- s$coefficients; sg <- s$sigma; r2 <- s$r.squared\n"
            "ar <- s$adj.r.squared; fs <- s$fstatistic; v <- vcov(f); a <- AIC(f); b <- BIC(f)\n"
            "ci <- confint(f); an <- as.matrix(anova(f)); rk <- f$rank\n"
            "pr <- suppressWarnings(predict(f, d[1:3, ], interval = 'prediction'))\n"
        )
        fit = rstats.lm(formula, frame)
        summary = rstats.summary(fit)
        mine = {
            "co": fit["coefficients"], "re": fit["residuals"], "sc": summary["coefficients"],
            "sg": summary["sigma"], "r2": summary["r.squared"], "ar": summary["adj.r.squared"],
            "v": rstats.vcov(fit), "a": rstats.aic(fit), "b": rstats.bic(fit), "rk": fit["rank"],
            "ci": rstats.confint(fit), "an": rv.as_matrix(rstats.anova(fit)),
            "pr": rstats.predict(fit, frame.iloc[:3], interval="prediction"),
        }  # fmt: skip
        if "fstatistic" in summary:
            mine["fs"] = summary["fstatistic"]
        problems.append((text, mine))
    assert told(problems) == []


@pytest.mark.r
def test_generalised_linear_models_are_R_s(frame):
    models = (
        ("hit ~ x + g", "binomial", "binomial"),
        ("hit ~ x", "binomial('probit')", rstats.family("binomial", "probit")),
        ("hit ~ x", "binomial('cloglog')", rstats.family("binomial", "cloglog")),
        ("count ~ x + z", "poisson", "poisson"),
        ("count ~ x", "quasipoisson", "quasipoisson"),
        ("z ~ x + g", "Gamma", "Gamma"),
        ("y ~ x", "gaussian", "gaussian"),
    )
    problems = []
    for formula, law, family in models:
        text = in_r(frame) + (
            f"f <- glm({formula}, family = {law}, data = d); co <- f$coefficients\n"
            "re <- residuals(f); s <- summary(f); sc <- s$coefficients; ds <- s$dispersion\n"
            "dv <- f$deviance; nd <- f$null.deviance; it <- f$iter; df1 <- f$df.null\n"
            "an <- as.matrix(anova(f, test = 'Chisq')); pe <- residuals(f, 'pearson')\n"
            "pr <- predict(f, d[1:3, ], type = 'response'); pl <- predict(f, d[4:5, ])\n"
        )
        fit = rstats.glm(formula, family, frame)
        summary = rstats.summary(fit)
        mine = {
            "co": fit["coefficients"], "re": rstats.residuals(fit), "sc": summary["coefficients"],
            "ds": summary["dispersion"], "dv": fit["deviance"], "nd": fit["null.deviance"],
            "it": fit["iter"], "df1": fit["df.null"], "pe": rstats.residuals(fit, "pearson"),
            "an": rv.as_matrix(rstats.anova(fit, test="Chisq")),
            "pr": rstats.predict(fit, frame.iloc[:3], type="response"),
            "pl": rstats.predict(fit, frame.iloc[3:5]),
        }  # fmt: skip
        problems.append((text, mine))
    assert told(problems) == []


@pytest.mark.r
def test_tests_of_hypotheses_are_R_s():
    rng = np.random.default_rng(3)
    problems = []
    for trial in range(30):
        n, m = (int(k) for k in rng.integers(6, 14, size=2))
        digits = 3 if trial % 3 else 0
        x = rng.normal(size=n).round(digits)
        y = ((0.5 * x + rng.normal(size=n)) * (1 if trial % 2 else -1)).round(digits)
        z = rng.normal(0.5, size=m).round(digits)
        g = [("a", "b", "c")[k % 3] for k in range(n)]
        two, three = rng.integers(0, 9, size=(2, 2)), rng.integers(1, 9, size=(3, 2))
        strata, wide = rng.integers(1, 9, size=(2, 2, 3)), rng.integers(1, 9, size=(3, 2, 2))
        side = ("two.sided", "less", "greater")[trial % 3]
        data = (
            f"x <- {r_vector(x)}; y <- {r_vector(y)}; z <- {r_vector(z)}; g <- {r_texts(g)}\n"
            f"two <- {r_matrix(two)}; three <- {r_matrix(three)}; s <- '{side}'\n"
            f"strata <- array({r_vector(strata.ravel(order='F'))}, c(2, 2, 3))\n"
            f"wide <- array({r_vector(wide.ravel(order='F'))}, c(3, 2, 2))\n"
        )
        calls = {
            "t1": ("t.test(x, z, s)", rstats.t_test(x, z, side)),
            "t2": ("t.test(x, y, paired = TRUE)", rstats.t_test(x, y, paired=True)),
            "t3": ("t.test(x, mu = 0.2, alternative = s)", rstats.t_test(x, None, side, 0.2)),
            "t4": ("t.test(x, z, var.equal = TRUE)", rstats.t_test(x, z, var_equal=True)),
            "c1": ("cor.test(x, y, alternative = s)", rstats.cor_test(x, y, side)),
            "c2": ("cor.test(x, y, s, 'kendall')", rstats.cor_test(x, y, side, "kendall")),
            "c3": ("cor.test(x, y, s, 'spearman')", rstats.cor_test(x, y, side, "spearman")),
            "w1": ("wilcox.test(x, z, s)", rstats.wilcox_test(x, z, side)),
            "w2": ("wilcox.test(x, y, s, paired = TRUE)",
                   rstats.wilcox_test(x, y, side, paired=True)),
            "w3": ("wilcox.test(x, mu = 0.1)", rstats.wilcox_test(x, mu=0.1)),
            "k1": ("kruskal.test(x, factor(g))", rstats.kruskal_test(x, np.array(g, object))),
            "v1": ("var.test(x, z, alternative = s)", rstats.var_test(x, z, alternative=side)),
            "q1": ("chisq.test(three)", rstats.chisq_test(three)),
            "q2": ("chisq.test(c(5, 8, 9))", rstats.chisq_test(np.array([5.0, 8, 9]))),
            "f1": ("fisher.test(two, alternative = s)", rstats.fisher_test(two, None, side)),
            "b1": ("binom.test(3, 10, 0.4, s)", rstats.binom_test(3, 10, 0.4, side)),
            "p1": ("prop.test(three, alternative = s)", rstats.prop_test(three, None, None, side)),
            "p2": ("prop.test(two + 1, alternative = s)",
                   rstats.prop_test(two + 1, None, None, side)),
            "p3": ("prop.test(three[1, 1], 12, 0.3, s)",
                   rstats.prop_test(three[0, 0], 12, 0.3, side)),
            "p4": ("prop.test(two[1, ], c(9, 12), correct = FALSE, conf.level = 0.9, alt = s)",
                   rstats.prop_test(two[0], np.array([9, 12]), None, side, 0.9, False)),
            "p5": ("prop.test(c(3, 4), c(9, 12), c(0.2, 0.3))",
                   rstats.prop_test(np.array([3, 4]), np.array([9, 12]), np.array([0.2, 0.3]))),
            "p6": ("prop.trend.test(three[, 1], three[, 1] + three[, 2])",
                   rstats.prop_trend_test(three[:, 0], three.sum(axis=1))),
            "p7": ("prop.trend.test(three[, 1], three[, 1] + three[, 2], c(0, 2, 3))",
                   rstats.prop_trend_test(three[:, 0], three.sum(axis=1), np.array([0, 2, 3]))),
            "n1": ("mcnemar.test(two)", rstats.mcnemar_test(two)),
            "n2": ("mcnemar.test(two, correct = FALSE)", rstats.mcnemar_test(two, None, False)),
            "n3": ("mcnemar.test(crossprod(three))",
                   rstats.mcnemar_test(three.T @ three)),
            "m1": ("mantelhaen.test(strata, alternative = s)",
                   rstats.mantelhaen_test(strata, alternative=side)),
            "m2": ("mantelhaen.test(strata, correct = FALSE, conf.level = 0.9)",
                   rstats.mantelhaen_test(strata, correct=False, conf_level=0.9)),
            "m3": ("mantelhaen.test(wide)", rstats.mantelhaen_test(wide)),
        }  # fmt: skip
        text = "\n".join(f"{k} <- strip(suppressWarnings({v[0]}))" for k, v in calls.items())
        mine = {k: v[1] for k, v in calls.items()}
        problems.append((STRIP + data + text + "\n", mine))
    assert told(problems) == []


@pytest.mark.r
def test_adjusted_p_values_are_R_s():
    rng = np.random.default_rng(5)
    problems = []
    for _ in range(20):
        p = rng.uniform(size=int(rng.integers(1, 9))).round(2)
        p[rng.uniform(size=len(p)) < 0.2] = np.nan
        text = r_vector(p).replace("nan", "NA")
        mine = {
            m: rstats.p_adjust(p, m) for m in ("holm", "hochberg", "BH", "BY", "bonferroni", "none")
        }
        made = "; ".join(f"{m} <- p.adjust({text}, '{m}')" for m in mine)
        problems.append((made + "\n", mine))
    assert told(problems) == []


@pytest.mark.r
def test_trees_of_clusters_are_R_s():
    rng = np.random.default_rng(7)
    problems = []
    for trial in range(30):
        X = rng.normal(size=(int(rng.integers(3, 15)), 3))
        X = X.round() if trial % 2 else X
        text, mine = f"X <- {r_matrix(X)}\n", {}
        for k, method in enumerate(METHODS):
            tree = rstats.hclust(rstats.dist(X), method)
            text += (
                f"h <- hclust(dist(X), '{method}'); m{k} <- h$merge; e{k} <- h$height\n"
                f"o{k} <- h$order; c{k} <- cutree(h, k = 2); rm(h)\n"
            )
            mine |= {f"m{k}": tree["merge"], f"e{k}": tree["height"], f"o{k}": tree["order"]}
            mine[f"c{k}"] = rstats.cutree(tree, k=2)
        for k, metric in enumerate(("euclidean", "maximum", "manhattan", "canberra", "binary")):
            text += f"d{k} <- as.matrix(dist(X, '{metric}'))\n"
            mine[f"d{k}"] = rv.as_matrix(rstats.dist(X, metric))
        problems.append((text, mine))
    assert told(problems) == []


@pytest.mark.r
def test_components_and_curves_are_R_s():
    rng = np.random.default_rng(9)
    problems = []
    for _ in range(10):
        X = rng.normal(size=(int(rng.integers(5, 12)), 3))
        text = (
            f"X <- {r_matrix(X)}; p <- prcomp(X, scale. = TRUE); ps <- p$sdev\n"
            "pr <- abs(p$rotation); im <- summary(p)$importance; rm(p)\n"
            "d <- density(X); dx <- d$x; dy <- d$y; bw <- d$bw; rm(d)\n"
            "d2 <- density(X[, 1], kernel = 'epanechnikov', n = 100, from = -1, to = 1)$y\n"
            "ec <- ecdf(X)(c(-1, 0, 0.5)); ap <- approx(X[, 1], X[, 2], xout = -2:2, rule = 2:1)$y\n"
        )
        parts, density = rstats.prcomp(X, scale=True), rstats.density(X)
        mine = {
            "ps": parts["sdev"], "pr": abs(parts["rotation"]),
            "im": rstats.summary(parts)["importance"], "dx": density["x"], "dy": density["y"],
            "bw": density["bw"],
            "d2": rstats.density(X[:, 0], kernel="epanechnikov", n=100, low=-1, high=1)["y"],
            "ec": rstats.Ecdf(X)(np.array([-1, 0, 0.5])),
            "ap": rstats.approx(X[:, 0], X[:, 1], np.arange(-2, 3), rule=np.array([2, 1]))["y"],
        }  # fmt: skip
        problems.append((text, mine))
    assert told(problems) == []


def banana(x):
    return 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2


def slope(x):
    return np.array([-400 * x[0] * (x[1] - x[0] ** 2) - 2 * (1 - x[0]), 200 * (x[1] - x[0] ** 2)])


@pytest.mark.r
def test_minima_and_roots_are_R_s():
    text = """fr <- function(x) 100 * (x[2] - x[1]^2)^2 + (1 - x[1])^2
gr <- function(x) c(-400 * x[1] * (x[2] - x[1]^2) - 2 * (1 - x[1]), 200 * (x[2] - x[1]^2))
a <- optim(c(-1.2, 1), fr); b <- optim(c(-1.2, 1), fr, gr, method = "BFGS", hessian = TRUE)
d <- optim(c(a = -1.2, b = 1), fr, method = "BFGS")
e <- optim(c(2, 3), function(p) -fr(p), control = list(fnscale = -1, maxit = 40))
o <- optimize(function(x, a) (x - a)^2 * exp(x), c(0, 1), tol = 0.0001, a = 1 / 3)
p <- optimize(function(x) sin(x) * x, lower = 0, upper = 6, maximum = TRUE)
u <- uniroot(function(x) x * (x^2 - 1) + 3 * x / 2, lower = -2, upper = 3.1)
v <- uniroot(function(x) exp(x) - 5, c(0, 10), tol = 1e-10)
i <- integrate(function(x) exp(-x^2 / 2), -Inf, Inf)$value
"""
    start = np.array([-1.2, 1.0])
    mine = {
        "a": rstats.optim(start, banana),
        "b": rstats.optim(start, banana, slope, method="BFGS", hessian=True),
        "d": rstats.optim(rv.named(start, ["a", "b"]), banana, method="BFGS"),
        "e": rstats.optim(np.array([2.0, 3.0]), lambda p: -banana(p),
                          control={"fnscale": -1, "maxit": 40}),
        "o": rstats.optimize(lambda x, a: (x - a) ** 2 * np.exp(x), np.array([0.0, 1.0]),
                             tol=1e-4, a=1 / 3),
        "p": rstats.optimize(lambda x: np.sin(x) * x, lower=0, upper=6, maximum=True),
        "u": rstats.uniroot(lambda x: x * (x**2 - 1) + 3 * x / 2, lower=-2, upper=3.1),
        "v": rstats.uniroot(lambda x: np.exp(x) - 5, np.array([0.0, 10.0]), tol=1e-10),
        "i": rstats.integrate(lambda x: np.exp(-(x**2) / 2), -np.inf, np.inf)["value"],
    }  # fmt: skip
    assert told([(text, mine)]) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rstats.lm("y ~ x", {"y": np.arange(3.0)}), "object 'x' not found"),
        (lambda: rstats.lm("y ~ f(x)", {"x": np.arange(3.0), "y": np.arange(3.0)}), "is not known"),
        (lambda: rstats.glm("y ~ x", "binomial", {"x": np.arange(3.0), "y": np.arange(3.0)}),
         "0 <= y <= 1"),
        (lambda: rstats.uniroot(lambda x: x**2 + 1, np.array([0.0, 1.0])), "opposite sign"),
        (lambda: rstats.optim(np.zeros(2), banana, method="SANN"), "method must be"),
        (lambda: rstats.hclust(np.arange(3.0)), "takes distances"),
        (lambda: rstats.t_test(np.array([1.0])), "not enough 'x' observations"),
        (lambda: rstats.density(np.array([1.0, np.nan])), "missing values"),
        (lambda: rstats.cutree(rstats.hclust(rstats.dist(np.eye(3))), k=4), "between 1 and 3"),
    ],
)  # fmt: skip
def test_what_has_no_answer_is_told(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


def test_a_formula_computes_only_what_it_knows():
    with pytest.raises(ValueError, match="is not known"):
        rstats.lm("y ~ system('ls')", {"y": np.arange(3.0)})
