"""Learn an ensemble: run, wrap; whatever ends the run hands over what is finished."""

from __future__ import annotations

from .._input.words import counted
from .._runs.interrupts import CtrlCLater
from .._runs.run import Course, Run, RunResult
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
        knowledge=run.known,
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
