"""Learn an ensemble: check how, run, wrap; whatever ends the run hands over what is finished."""

from __future__ import annotations

from .._input.checks import check_checkpoint, check_n_jobs, check_progress
from .._input.words import counted
from .._runs.interrupts import CtrlCLater
from .._runs.run import Course, Run, RunOptions, RunResult, WarmStart
from ..ensemble import Ensemble
from ..exceptions import ReplicateWarning, warn_user


class EnsembleInterrupt(KeyboardInterrupt):
    """Ctrl-C during the learning of an ensemble; what was finished is in `ensemble`.

    ``score(Y, n_boot, ..., warm_start=interrupt.ensemble)`` learns the rest: the result is that
    of a run which was not interrupted.

    Attributes
    ----------
    ensemble : Ensemble
        The finished replicates.
    """

    def __init__(self, ensemble: Ensemble, n_boot: int) -> None:
        super().__init__(f"interrupted after {len(ensemble)} of {n_boot} replicates, see .ensemble")
        self.ensemble = ensemble
        self._n_boot = n_boot

    def __reduce__(self) -> tuple[type[EnsembleInterrupt], tuple[Ensemble, int]]:
        return type(self), (self.ensemble, self._n_boot)


# Arguments


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
        check_warm_start(warm_start, n_boot, seed),
    )


def check_warm_start(value: object, n_boot: int, seed: object) -> WarmStart | None:
    """Return the replicates to go on from; their stream goes on, so there is no seed."""
    if value is None:
        return None
    if not isinstance(value, Ensemble):
        raise TypeError(f"warm_start must be an Ensemble, got {type(value).__name__}")
    if n_boot == 0:
        raise ValueError("n_boot must be at least 1 with warm_start, got 0")
    if seed is not None:
        raise ValueError("seed must be None with warm_start, whose stream goes on")
    if value._plan is None:
        raise ValueError(
            "warm_start must be an ensemble of one run, got one whose replicates were merged or "
            "picked; learn another ensemble and merge the two"
        )
    return WarmStart(value.nodes, value._replicates(), value._record, value._plan)


# The run


def run_ensemble(run: Run) -> Ensemble:
    """Learn an ensemble, or the part of it that is missing, and say what is to be decided.

    Whatever ends it hands over what is finished, be it Ctrl-C after the last replicate.
    """
    course = Course(run)
    try:
        course.learn()
        ensemble = _wrap(run, course.finished())
        course.close()
        _warn(ensemble)
        return ensemble
    except BaseException as error:
        with CtrlCLater():
            course.abandon()
            if course.begun:
                _hand_over(error, _wrap(run, course.finished()), run.n_boot)
        raise


def _wrap(run: Run, finished: RunResult) -> Ensemble:
    return Ensemble(
        run.data.nodes,
        finished.replicates,
        settings=finished.record.flat(),
        library=run.data.library,
        plan=finished.plan,
    )


def _hand_over(error: BaseException, ensemble: Ensemble, n_boot: int) -> None:
    """Make what is finished reachable from the exception."""
    if isinstance(error, KeyboardInterrupt):
        raise EnsembleInterrupt(ensemble, n_boot) from None
    error.ensemble = ensemble  # type: ignore[attr-defined]


def _warn(ensemble: Ensemble) -> None:
    """Say once how many replicates the user has to decide about."""
    max_step = ensemble.settings.get("max_step")
    found = [
        f"{count} {text}"
        for text, count in (
            (
                f"stopped{f' by max_step={max_step}' * (max_step is not None)} before convergence "
                "(raise max_step, or accept an early stop)",
                int(ensemble.capped.sum()),
            ),
            (
                "with saturated nodes, which have as many parents as the distinct rows can fit "
                "(consider max_parents or score_type='eBIC')",
                int((ensemble.saturated > 0).sum()),
            ),
            (
                "with nodes that are an exact linear function of others (such edges were refused)",
                int((ensemble.collinear > 0).sum()),
            ),
            ("with constant columns (isolated)", int((ensemble.constant > 0).sum())),
        )
        if count
    ]
    if found:
        count = counted(ensemble.n_boot, "replicate")
        warn_user(f"of {count}: {', '.join(found)}", ReplicateWarning)
