"""A run: learn the replicates that are missing, survive Ctrl-C and kill -9, go on later."""

from __future__ import annotations

import contextlib
import hashlib
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ._checkpoint import Checkpoint
from ._progress import Progress, progress_bar
from ._replicates import Replicate, pack_state, unpack_state
from ._resamples import ONCE, Batch, Draws, Recipe, draw_in_turn
from ._validation import Data
from ._warnings import CheckpointWarning, warn_user
from ._workers import Job, Workers, learn_all
from .ensemble import Ensemble, Plan, Setting
from .rrandom import RRandom, RRandomState


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
        super().__init__(
            f"interrupted after {len(ensemble)} of {n_boot} replicates, see .ensemble"
        )
        self.ensemble = ensemble


@dataclass(frozen=True)
class Options:
    """How an ensemble is to be learned; the result does not depend on it."""

    n_jobs: int | None = None
    progress: Progress = None
    checkpoint: str | None = None
    warm_start: Ensemble | None = None


@dataclass(frozen=True)
class Run:
    """What a run is to do."""

    job: Job
    recipe: Recipe
    n_boot: int
    settings: Mapping[str, Setting]
    data: Data
    stream: RRandom
    workers: Workers
    options: Options
    in_turn: bool = False  # the learner draws from the stream while it learns

    @property
    def warm_start(self) -> Ensemble | None:
        """Replicates that need not be learned again."""
        return self.options.warm_start


def digest(*parts: bytes | npt.NDArray[Any] | None) -> str:
    """Return a hash of data or lists for settings."""
    hasher = hashlib.sha256()
    for part in parts:
        content = b"" if part is None else np.ascontiguousarray(part).tobytes()
        hasher.update(struct.pack("<?q", part is not None, len(content)))
        hasher.update(content)
    return hasher.hexdigest()[:32]


def run_ensemble(run: Run) -> Ensemble:
    """Learn an ensemble, or the part of it that is missing."""
    done: dict[int, Replicate] = {}
    if run.warm_start is not None:
        done = _check_same_call(run.warm_start, run)
    with contextlib.ExitStack() as stack:
        # What is drawn is one piece of the stream, whoever else draws from it.
        drawing = stack.enter_context(contextlib.ExitStack())
        drawing.enter_context(run.stream.exclusive())
        batches = _batches(run)
        checkpoint = None
        if run.options.checkpoint is not None:
            checkpoint = stack.enter_context(_open_checkpoint(run, batches))
            batches = _adopt(checkpoint, run, batches)
            for index, payload in checkpoint.records.items():
                if index < run.n_boot:
                    done.setdefault(index, Replicate.from_bytes(payload))
        tell = stack.enter_context(progress_bar(run.options.progress, run.n_boot, len(done)))

        def record(index: int, replicate: Replicate) -> None:
            done[index] = replicate
            if checkpoint is not None:
                checkpoint.write(index, replicate.to_bytes())
            tell()

        if run.in_turn:
            return _learn_in_turn(run, batches, done, record)
        draws = Draws(run.recipe, batches)
        before = run.stream.state
        if run.warm_start is None:
            run.stream.move_to(draws.end)
        drawing.close()
        return _learn_at_once(run, batches, draws, before, done, record)


def _wrap(
    run: Run, done: Mapping[int, Replicate], batches: Sequence[Batch], end: RRandomState
) -> Ensemble:
    return Ensemble(
        run.data.nodes,
        done,
        settings=run.settings,
        library=run.data.library,
        plan=Plan(tuple(batches), end),
    )


Record = Callable[[int, Replicate], None]


def _learn_at_once(
    run: Run,
    batches: Sequence[Batch],
    draws: Draws,
    before: RRandomState,
    done: dict[int, Replicate],
    record: Record,
) -> Ensemble:
    """Learn what is missing on all workers."""
    missing = (draws[index] for index in range(run.n_boot) if index not in done)
    try:
        learn_all(run.job, missing, run.workers, record)
    except BaseException as error:
        with run.stream.exclusive():
            if run.warm_start is None and _same(run.stream.state, draws.end):
                run.stream.move_to(before)  # a call that fails has drawn nothing
        _hand_over(error, _wrap(run, done, batches, draws.end), run.n_boot)
        raise
    return _wrap(run, done, batches, draws.end)


def _learn_in_turn(
    run: Run, batches: Sequence[Batch], done: dict[int, Replicate], record: Record
) -> Ensemble:
    """Learn one after the other, as each takes its draws from where the one before left off."""
    stream, before = run.stream, run.stream.state
    stream.move_to(batches[0].state)
    order = stream.sample_int(run.recipe.p) - 1 if run.recipe.shuffle == ONCE else None
    first = next(index for index in range(run.n_boot + 1) if index not in done)
    for index in [index for index in done if index > first]:
        del done[index]  # a gap: what follows it has to be drawn anew
    if first > 0:
        state = done[first - 1].state
        if state is None:  # from an ensemble, which keeps only the last one
            assert run.warm_start is not None
            assert run.warm_start._plan is not None
            state = run.warm_start._plan.end
        stream.move_to(state)
    end = stream.state
    draws = draw_in_turn(run.recipe, stream, order, range(first, run.n_boot))
    try:
        learn_all(run.job, draws, Workers(1, 1), record)
    except BaseException as error:
        if len(done) > first:
            end = done[len(done) - 1].state or end
        stream.move_to(before)
        counted = (Batch(batches[0].state, len(done)),)
        _hand_over(error, _wrap(run, done, counted, end), run.n_boot)
        raise
    end = stream.state
    if run.warm_start is not None:
        stream.move_to(before)
    return _wrap(run, done, batches, end)


def _hand_over(error: BaseException, ensemble: Ensemble, n_boot: int) -> None:
    """Make what is finished reachable from the exception."""
    if isinstance(error, KeyboardInterrupt):
        raise EnsembleInterrupt(ensemble, n_boot) from None
    error.ensemble = ensemble  # type: ignore[attr-defined]


def _same(first: RRandomState, second: RRandomState) -> bool:
    return pack_state(first) == pack_state(second)


# Going on


def _batches(run: Run) -> tuple[Batch, ...]:
    """Return the batches to draw: those of a warm start and what they lack, or a single one."""
    if run.warm_start is None:
        return (Batch(run.stream.state, run.n_boot),)
    plan = run.warm_start._plan
    assert plan is not None
    if run.in_turn or run.recipe.extensible:
        return (Batch(plan.batches[0].state, run.n_boot),)
    if plan.count == run.n_boot:
        return plan.batches
    return (*plan.batches, Batch(plan.end, run.n_boot - plan.count))


def _check_same_call(ensemble: Ensemble, run: Run) -> dict[int, Replicate]:
    """Return the replicates to go on from; an ensemble of another call is refused."""
    assert ensemble._plan is not None
    if ensemble.nodes != run.data.nodes:
        raise ValueError("warm_start must be an ensemble on the nodes of Y, got other nodes")
    differ = [
        f"{name} is {ensemble.settings.get(name)!r} there, {value!r} here"
        if name not in HASHED
        else f"{name} differs"
        for name, value in run.settings.items()
        if ensemble.settings.get(name) != value
    ]
    if differ:
        raise ValueError(f"warm_start must come from the same call, but {'; '.join(differ)}")
    drawn = ensemble._plan.count
    least = drawn if not (run.recipe.extensible or run.in_turn) else int(ensemble.index.max()) + 1
    if run.n_boot < least:
        raise ValueError(
            f"n_boot must be at least {least}, the replicates of warm_start, got {run.n_boot}: "
            "it is their total number"
        )
    return ensemble._replicates()


# Settings that stand for data by a hash: their values mean nothing to a reader.
HASHED = frozenset(
    {"data", "nodes", "blacklist", "whitelist", "ini_adj_matrix", "prior", "random_step_length"}
)


def _open_checkpoint(run: Run, batches: Sequence[Batch]) -> Checkpoint:
    """Open the checkpoint of this run, or begin one."""
    assert run.options.checkpoint is not None
    described = dict(run.settings)
    if not (run.recipe.extensible or run.in_turn):
        described["n_boot"] = run.n_boot
    checkpoint = Checkpoint.open(run.options.checkpoint, described, state=_pack(batches))
    if checkpoint.damaged:
        warn_user(
            f"checkpoint {str(run.options.checkpoint)!r}: {checkpoint.damaged}", CheckpointWarning
        )
    return checkpoint


def _pack(batches: Sequence[Batch]) -> bytes:
    """Pack the draws of a run, but for the number of the last batch, which may grow."""
    counts = [batch.count for batch in batches[:-1]]
    head = struct.pack(f"<q{len(counts)}q", len(counts), *counts)
    return head + b"".join(pack_state(batch.state) for batch in batches)


def _unpack(state: bytes, n_boot: int) -> tuple[Batch, ...]:
    (others,) = struct.unpack_from("<q", state)
    counts = struct.unpack_from(f"<{others}q", state, 8)
    at = 8 + 8 * others
    batches = []
    for count in (*counts, n_boot - sum(counts)):
        found, at = unpack_state(state, at)
        batches.append(Batch(found, count))
    return tuple(batches)


def _adopt(checkpoint: Checkpoint, run: Run, batches: tuple[Batch, ...]) -> tuple[Batch, ...]:
    """Return the batches of the checkpoint: a run that nobody seeded takes up its stream."""
    if checkpoint.state == _pack(batches):
        return batches
    if run.warm_start is None and run.stream.from_entropy:
        return _unpack(checkpoint.state, run.n_boot)
    raise ValueError(
        f"checkpoint {str(run.options.checkpoint)!r} belongs to another run: it began with "
        "another seed, or elsewhere in the stream"
    )
