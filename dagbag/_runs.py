"""A run: learn the replicates that are missing, survive Ctrl-C and kill -9, go on later."""

from __future__ import annotations

import contextlib
import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ._checkpoint import Checkpoint
from ._loaded import check_replicates
from ._memory import GraphRoom
from ._progress import Progress, progress_bar
from ._replicates import STATE_SIZE, Replicate, check_state, pack_state, unpack_state
from ._resamples import EACH, ONCE, Batch, Draw, Draws, Recipe
from ._validation import Data
from ._warnings import CheckpointWarning, warn_user
from ._workers import Job, Record, Workers, learn_all
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
        self._n_boot = n_boot

    def __reduce__(self) -> tuple[type[EnsembleInterrupt], tuple[Ensemble, int]]:
        return type(self), (self.ensemble, self._n_boot)


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
            for index, replicate in _finished(checkpoint, run).items():
                done.setdefault(index, replicate)
        tell = stack.enter_context(progress_bar(run.options.progress, run.n_boot, len(done)))

        room = GraphRoom(run.n_boot, [len(replicate.edges) for replicate in done.values()])

        def record(index: int, replicate: Replicate) -> None:
            done[index] = replicate
            if checkpoint is not None:
                checkpoint.write(index, replicate.to_bytes())
            tell()
            room.add(len(replicate.edges))

        if run.in_turn:
            return _learn_in_turn(run, batches, done, record)
        return _learn_at_once(run, batches, done, record, drawing.close)


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


def _learn_at_once(
    run: Run,
    batches: Sequence[Batch],
    done: dict[int, Replicate],
    record: Record,
    drawn: Callable[[], None],
) -> Ensemble:
    """Draw everything, tell that it is drawn, then learn what is missing on all workers."""
    draws = Draws(run.recipe, batches)
    before = run.stream.state
    missing = (draws[index] for index in range(run.n_boot) if index not in done)
    try:
        if _goes_on(run):
            run.stream.move_to(draws.end)
        drawn()
        learn_all(run.job, missing, run.workers, record)
        return _wrap(run, done, batches, draws.end)
    except BaseException as error:
        with run.stream.exclusive():
            if _same(run.stream.state, draws.end):
                run.stream.move_to(before)  # a call that fails has drawn nothing
        _hand_over(error, _wrap(run, done, batches, draws.end), run.n_boot)
        raise


def _learn_in_turn(
    run: Run, batches: Sequence[Batch], done: dict[int, Replicate], record: Record
) -> Ensemble:
    """Learn one after the other, as each takes its draws from where the one before left off."""
    stream, before = run.stream, run.stream.state
    end = batches[0].state
    try:
        learn_all(run.job, _draws_in_turn(run, end, done), Workers(), record)
        end = _end_of(run, end, done, run.n_boot)
        stream.move_to(end if _goes_on(run, before) else before)
        return _wrap(run, done, batches, end)
    except BaseException as error:
        stream.move_to(before)
        whole = next(index for index in range(run.n_boot + 1) if index not in done)
        kept = {index: done[index] for index in range(whole)}  # beyond a gap nothing can go on
        counted = (Batch(batches[0].state, whole),)
        _hand_over(error, _wrap(run, kept, counted, _end_of(run, end, kept, whole)), run.n_boot)
        raise


def _draws_in_turn(
    run: Run, start: RRandomState, done: Mapping[int, Replicate]
) -> Iterator[Draw]:
    """Yield the draws of the missing replicates; each leaves the stream to the next.

    R's order: the rows of a resample, the draws of its search, the rows of the next one.
    """
    recipe, stream = run.recipe, run.stream
    stream.move_to(start)
    order = stream.sample_int(recipe.p) - 1 if recipe.shuffle == ONCE else None
    first = stream.state
    for index in range(run.n_boot):
        if index in done:
            continue
        stream.move_to(first if index == 0 else _end_of(run, start, done, index))
        rows = recipe.resampling.draw(stream)
        if recipe.shuffle == EACH:
            order = stream.sample_int(recipe.p) - 1
        yield Draw(index, rows, order)


def _end_of(
    run: Run, start: RRandomState, done: Mapping[int, Replicate], count: int
) -> RRandomState:
    """Return where the stream stands after so many replicates."""
    if count == 0:
        return start
    state = done[count - 1].state
    if state is None:  # from an ensemble, which keeps only the last one
        assert run.warm_start is not None
        assert run.warm_start._plan is not None
        state = run.warm_start._plan.end
    return state


def _goes_on(run: Run, at: RRandomState | None = None) -> bool:
    """Whether the stream is to advance: not past draws of a warm start that it never made."""
    if run.warm_start is None:
        return True
    assert run.warm_start._plan is not None
    return _same(run.stream.state if at is None else at, run.warm_start._plan.end)


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
    least = drawn
    if run.recipe.extensible or run.in_turn:
        least = int(ensemble.index.max(initial=-1)) + 1
    if run.n_boot < least:
        raise ValueError(
            f"n_boot must be at least {least}, the replicates of warm_start, got {run.n_boot}: "
            "it is their total number"
        )
    return ensemble._replicates()


# Settings that stand for data by a hash: their values mean nothing to a reader.
HASHED = frozenset(
    {
        "data", "nodes", "blacklist", "whitelist", "ini_adj_matrix", "prior", "random_step_length",
        "learner_contents",
    }
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


def _finished(checkpoint: Checkpoint, run: Run) -> dict[int, Replicate]:
    """Return the replicates of the checkpoint; what this run cannot have written is refused."""
    wrong = f"checkpoint {str(run.options.checkpoint)!r} holds what no run wrote"
    found: dict[int, Replicate] = {}
    for index, payload in checkpoint.records.items():
        if index >= run.n_boot:
            if not (run.recipe.extensible or run.in_turn):
                raise ValueError(f"{wrong}: replicate {index} of {run.n_boot}")
            continue
        try:
            found[index] = Replicate.from_bytes(payload)
        except ValueError as error:
            raise ValueError(f"{wrong}: replicate {index}: {error}") from None
    rows = run.recipe.resampling.size
    try:
        check_replicates(found, run.data.nodes, rows, in_turn=run.in_turn)
    except ValueError as error:
        raise ValueError(f"{wrong}: {error}") from None
    return found


def _pack(batches: Sequence[Batch]) -> bytes:
    """Pack the draws of a run, but for the number of the last batch, which may grow."""
    counts = [batch.count for batch in batches[:-1]]
    head = struct.pack(f"<q{len(counts)}q", len(counts), *counts)
    return head + b"".join(pack_state(batch.state) for batch in batches)


def _unpack(state: bytes, n_boot: int) -> tuple[Batch, ...]:
    """Undo `_pack`; a ValueError if it could not have made these bytes."""
    others, rest = divmod(len(state) - 8 - STATE_SIZE, 8 + STATE_SIZE)
    if rest or others < 0 or struct.unpack_from("<q", state) != (others,):
        raise ValueError("its draws are none")
    counts = struct.unpack_from(f"<{others}q", state, 8)
    if any(count < 1 for count in counts) or sum(counts) > n_boot:
        raise ValueError("its draws are none")
    at = 8 + 8 * others
    batches = []
    for count in (*counts, n_boot - sum(counts)):
        found, at = unpack_state(state, at)
        check_state(found)
        batches.append(Batch(found, count))
    return tuple(batches)


def _adopt(checkpoint: Checkpoint, run: Run, batches: tuple[Batch, ...]) -> tuple[Batch, ...]:
    """Return the batches of the checkpoint: a run that nobody seeded takes up its stream."""
    if checkpoint.state == _pack(batches):
        return batches
    if run.warm_start is None and run.stream.from_entropy:
        try:
            return _unpack(checkpoint.state, run.n_boot)
        except ValueError as error:
            wrong = f"checkpoint {str(run.options.checkpoint)!r} holds what no run wrote"
            raise ValueError(f"{wrong}: {error}") from None
    raise ValueError(
        f"checkpoint {str(run.options.checkpoint)!r} belongs to another run: it began with "
        "another seed, or elsewhere in the stream"
    )
