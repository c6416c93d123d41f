"""R's statistics for translated scripts: models, tests, minima and roots, clusters, curves.

Each function takes R's arguments and returns R's components by name, a `Model` with R's class
where R has one. Numbers are R's to rounding: the algorithms are those that R's manual names.

The modules: ``_formula`` (terms and design matrices), ``_bases`` (variables that predictions make
as the fit did), ``_models`` (lm, glm), ``_model_parts`` (what is asked of a fit), ``_influence``
(of its rows), ``_model_text`` (how it is shown), ``_htests`` and ``_counted`` (tests of
hypotheses), ``_power`` (of tests), ``_optimizers``, ``_clusters``, ``_curves``, ``_generic``
(functions that look at the class of their argument).

>>> import numpy as np
>>> from dagbag.r_compat import rstats
>>> fit = rstats.lm("y ~ x", {"x": np.array([1.0, 2, 3, 4]), "y": np.array([1.0, 3, 2, 5])})
>>> round(float(rstats.summary(fit)["r.squared"]), 4)
0.6914
"""

from ._bases import poly_of, scale_of
from ._clusters import (
    Dist,
    as_dist,
    cmdscale,
    cophenetic,
    cutree,
    dist,
    dist_matrix,
    hclust,
    mahalanobis,
    prcomp,
    varimax,
)
from ._counted import (
    binom_test,
    chisq_test,
    fisher_test,
    ks_test,
    mantelhaen_test,
    mcnemar_test,
    p_adjust,
    pairwise_t_test,
    prop_test,
    prop_trend_test,
)
from ._curves import Approximation, Ecdf, acf, approx, bandwidth, density, lowess, poly
from ._formula import Formula, FormulaError, FormulaText, as_formula, read_formula, reformulate
from ._generic import coef, fitted, residuals, summary
from ._htests import (
    bartlett_test,
    box_test,
    cor_test,
    kruskal_test,
    oneway_test,
    shapiro_test,
    t_test,
    two_groups,
    var_test,
    wilcox_test,
)
from ._influence import cooks_distance, hatvalues, rstandard, rstudent
from ._model_parts import (
    aic,
    anova,
    aov,
    bic,
    confint,
    confint_default,
    deviance,
    log_likelihood,
    model_matrix,
    nobs,
    predict,
    print_log_likelihood,
    term_labels,
    vcov,
)
from ._models import Family, Model, family, glm, lm, lm_fit, lsfit
from ._optimizers import integrate, optim, optimize, uniroot
from ._power import power_t_test

__all__ = [
    "Approximation",
    "Dist",
    "Ecdf",
    "Family",
    "Formula",
    "FormulaError",
    "FormulaText",
    "Model",
    "acf",
    "aic",
    "anova",
    "aov",
    "approx",
    "as_dist",
    "as_formula",
    "bandwidth",
    "bartlett_test",
    "bic",
    "binom_test",
    "box_test",
    "chisq_test",
    "cmdscale",
    "coef",
    "confint",
    "confint_default",
    "cooks_distance",
    "cophenetic",
    "cor_test",
    "cutree",
    "density",
    "deviance",
    "dist",
    "dist_matrix",
    "family",
    "fisher_test",
    "fitted",
    "glm",
    "hatvalues",
    "hclust",
    "integrate",
    "kruskal_test",
    "ks_test",
    "lm",
    "lm_fit",
    "log_likelihood",
    "lowess",
    "lsfit",
    "mahalanobis",
    "mantelhaen_test",
    "mcnemar_test",
    "model_matrix",
    "nobs",
    "oneway_test",
    "optim",
    "optimize",
    "p_adjust",
    "pairwise_t_test",
    "poly",
    "poly_of",
    "power_t_test",
    "prcomp",
    "predict",
    "print_log_likelihood",
    "prop_test",
    "prop_trend_test",
    "read_formula",
    "reformulate",
    "residuals",
    "rstandard",
    "rstudent",
    "scale_of",
    "shapiro_test",
    "summary",
    "t_test",
    "term_labels",
    "two_groups",
    "uniroot",
    "var_test",
    "varimax",
    "vcov",
    "wilcox_test",
]
