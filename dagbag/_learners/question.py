"""The checked question: the one way from arguments to what a search or a run is to do.

`score`, the learners that search and the comparison with R all come through `ask`; `score` and
`bag` through `check_options`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import matrix_of
from .._dag.types import BoolArray
from .._input.checks import (
    OPERATIONS,
    check_checkpoint,
    check_eps,
    check_flag,
    check_max_parents,
    check_max_step,
    check_n_jobs,
    check_number,
    check_perturb_operations,
    check_progress,
    check_regime,
    check_restarts,
    check_score_type,
    check_step_lengths,
    check_warm_start,
)
from .._input.constraints import (
    Constraints,
    check_constant_edges,
    check_constraints,
    check_moderate,
    check_start_size,
)
from .._input.data import Data
from .._runs.run import RunOptions, WarmStart
from .._search.crossprod import Standardized, number_rows, standardize_factor
from .._search.crossprod import standardize as standardized_columns
from .._search.scores import make_score
from .._search.settings import Settings, limit_parents
from ..ensemble import Ensemble
from ..knowledge import AppliedKnowledge, known_of

PLAIN = frozenset((bool, int, float, str, type(None)))  # kinds of values that never change
REMEMBERED = 64  # settings


@dataclass(frozen=True)
class Question:
    """What is asked: the data, and what governs the search."""

    data: Data
    row_of: npt.NDArray[np.int64]  # (rows,) number of each row among the distinct ones
    columns: Standardized
    settings: Settings  # `limit` is the user's
    constraints: Constraints
    standardize: bool
    standardize_boot: bool
    known: AppliedKnowledge | None = None  # as it is in the constraints

    @property
    def distinct(self) -> int:
        """Number of distinct rows."""
        return int(self.row_of.max()) + 1 if self.data.size is None else self.data.size

    @property
    def draws_while_searching(self) -> bool:
        """Whether searches take from R's stream, one after the other."""
        return self.settings.lengths is not None

    @property
    def needs_seeds(self) -> bool:
        """Whether each search has draws that R does not make."""
        return self.settings.nrestart > 0 and not self.draws_while_searching

    def barring(self, edges: BoolArray) -> Question:
        """Blacklist further edges; whitelisted ones stay."""
        listed = matrix_of(self.constraints.blacklist)
        blacklist = edges if listed is None else edges | listed
        return replace(self, constraints=replace(self.constraints, blacklist=blacklist))

    def check(self, distinct: int, *, standardized: bool) -> None:
        """Check what concerns data, lists and settings together."""
        limit = limit_parents(self.settings, distinct).limit
        why = f"{distinct} distinct rows" if limit == distinct - 2 else "max_parents"
        check_start_size(self.constraints.start, limit, why, self.data.nodes, self.known)
        check_constant_edges(
            self.constraints.start, self.columns.constant, self.data.nodes, self.known
        )
        if not (standardized or self.settings.score.scale_free):
            check_moderate(self.columns.sd, self.data.nodes)


def ask(
    data: Data,
    *,
    rows: int | None = None,
    blacklist: object = None,
    whitelist: object = None,
    ini_adj_matrix: object = None,
    standardize: object = True,
    standardize_boot: object = True,
    knowledge: object = None,
    **governing: object,
) -> Question:
    """Check the arguments of a search, and prepare the data for it.

    Parameters
    ----------
    data : Data
    rows : int, optional
        Rows that a search sees, by default those of the data; penalties depend on them.
    blacklist, whitelist, ini_adj_matrix, standardize, standardize_boot, knowledge
        As for `score`.
    **governing
        The other arguments, see `check_settings`.

    Returns
    -------
    Question
    """
    known = known_of(knowledge, data.nodes)
    return Question(
        data=data,
        row_of=number_rows(data.values),
        columns=_columns(data),
        settings=check_settings(data.n if rows is None else rows, data.p, **governing),
        constraints=check_constraints(
            blacklist, whitelist, ini_adj_matrix, data.nodes, known=known
        ),
        standardize=check_flag(standardize, "standardize"),
        standardize_boot=check_flag(standardize_boot, "standardize_boot"),
        known=known,
    )


def _columns(data: Data) -> Standardized:
    if data.size is None:
        return standardized_columns(data.values)
    return standardize_factor(data.values, data.size)


def check_options(
    n_boot: int,
    seed: object,
    *,
    n_jobs: object,
    progress: object,
    checkpoint: object,
    warm_start: object,
) -> RunOptions:
    """Check how an ensemble of so many replicates is to be learned."""
    return RunOptions(
        check_n_jobs(n_jobs),
        check_progress(progress),
        check_checkpoint(checkpoint, n_boot),
        _warm_start(check_warm_start(warm_start, n_boot, seed, Ensemble)),
    )


def _warm_start(ensemble: Ensemble | None) -> WarmStart | None:
    """Return the replicates to go on from."""
    if ensemble is None:
        return None
    if ensemble._plan is None:
        raise ValueError(
            "warm_start must be an ensemble of one run, got one whose replicates were merged or "
            "picked; learn another ensemble and merge the two"
        )
    return WarmStart(ensemble.nodes, ensemble._replicates(), ensemble._record, ensemble._plan)


def _remembering(check: Callable[..., Settings]) -> Callable[..., Settings]:
    """Remember the last answers to plain values: to check takes 12 us of a small search's 450."""
    known: dict[tuple[object, ...], Settings] = {}

    @functools.wraps(check)
    def settings_of(n: int, p: int, **given: object) -> Settings:
        kinds = [type(value) for value in given.values() if value is not OPERATIONS]
        if not PLAIN.issuperset(kinds):
            return check(n, p, **given)
        # with their kinds, as 1 == 1.0 == True
        asked = (n, p, *given, *given.values(), *kinds)
        found = known.get(asked)
        if found is None:
            found = check(n, p, **given)
            if len(known) >= REMEMBERED:
                known.clear()
            known[asked] = found
        return found

    return settings_of


@_remembering
def check_settings(
    n: int,
    p: int,
    *,
    score_type: object = "BIC",
    threshold: object = 0,
    max_step: object = 500,
    random_forest: object = False,
    random_step_length: object = None,
    nrestart: object = 0,
    perturb: object = 0,
    EPS: object = 1e-06,
    max_parents: object = None,
    perturb_operations: object = OPERATIONS,
    iss_mu: object = 1.0,
    iss_w: object = None,
    memory: object = "auto",
) -> Settings:
    """Check what governs a search on n rows and p nodes: arguments of `score`, its defaults."""
    random = check_flag(random_forest, "random_forest")
    score = make_score(check_score_type(score_type), n, p, iss_mu, iss_w)
    steps = check_max_step(max_step)
    restarts = check_restarts(nrestart, perturb)
    return Settings(
        score=score,
        limit=check_max_parents(max_parents, p),
        threshold=check_number(threshold, "threshold"),
        max_step=steps,
        eps=check_eps(EPS),
        lengths=check_step_lengths(random_step_length, steps) if random else None,
        nrestart=restarts[0],
        perturb=restarts[1],
        perturb_operations=check_perturb_operations(perturb_operations),
        memory=check_regime(memory),
    )


# What `ask` takes of the arguments of `score` that R has, too, or has something like.
ARGUMENTS = frozenset(
    name
    for function in (ask, check_settings)
    for name, told in inspect.signature(function).parameters.items()
    if told.kind is inspect.Parameter.KEYWORD_ONLY and name not in ("rows", "knowledge", "memory")
)
