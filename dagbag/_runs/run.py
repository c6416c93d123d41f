"""A run: learn the replicates that are missing, survive Ctrl-C and kill -9, go on later."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .._dag.types import Node
from .._input.applied_knowledge import AppliedKnowledge
from .._input.data import Data
from .._input.memory import GraphRoom
from ..exceptions import CheckpointWarning, warn_user
from ..rrandom import RRandom, RRandomState
from .checkpoint import Checkpoint
from .draws import EACH, ONCE, Batch, Draw, Draws, Plan, Recipe
from .interrupts import CtrlCLater
from .loaded import check_replicates
from .origin import differences, join_origins, origin
from .progress import Progress, progress_bar
from .record import RunRecord
from .replicates import STATE_SIZE, Replicate, check_state, pack_state, unpack_state
from .workers import Job, Keep, Workers, learn_all


@dataclass(frozen=True)
class WarmStart:
    """Replicates that need not be learned again, and the run they come from."""

    nodes: tuple[Node, ...]
    replicates: Mapping[int, Replicate]
    record: RunRecord
    plan: Plan


@dataclass(frozen=True)
class RunResult:
    """What a run has finished."""

    replicates: dict[int, Replicate]
    record: RunRecord
    plan: Plan


@dataclass(frozen=True)
class RunOptions:
    """How an ensemble is to be learned; the result does not depend on it."""

    n_jobs: int | None = None
    progress: Progress = None
    checkpoint: str | None = None
    warm_start: WarmStart | None = None


@dataclass(frozen=True)
class Run:
    """What a run is to do."""

    job: Job[Draw, Replicate]
    recipe: Recipe
    n_boot: int
    record: RunRecord
    data: Data
    stream: RRandom
    workers: Workers
    options: RunOptions
    in_turn: bool = False  # the learner draws from the stream while it learns
    known: AppliedKnowledge | None = None  # what every replicate honours

    @property
    def warm_start(self) -> WarmStart | None:
        """Replicates that need not be learned again."""
        return self.options.warm_start


class Course:
    """How far a run has come."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.done: dict[int, Replicate] = {}
        self.batches: Sequence[Batch] = ()
        self.origins = origin()  # where replicates were learned
        self.begun = False
        self.before = self.end = run.stream.state  # where the stream stood, and will stand
        self.opened = contextlib.ExitStack()  # the checkpoint and the bar
        self._drawing = contextlib.ExitStack()
        self._alone = False

    def draw_alone(self) -> None:
        """Let nobody else draw: what is drawn is one piece of the stream."""
        self._drawing.enter_context(self.run.stream.exclusive())
        self._alone = True

    def let_others_draw(self) -> None:
        """End what `draw_alone` began."""
        with CtrlCLater():
            self._alone = False
            self._drawing.close()

    def learn(self) -> None:
        """Learn the replicates that are missing."""
        run, done = self.run, self.done
        if run.warm_start is not None:
            done.update(_check_same_call(run.warm_start, run))
            self.origins = join_origins(self.origins, run.warm_start.record.learned_with)
        self.draw_alone()
        batches = _batches(run)
        checkpoint = None
        if run.options.checkpoint is not None:
            checkpoint = self.opened.enter_context(_open_checkpoint(run, batches))
            batches = _adopt(checkpoint, run, batches)
            self.origins = join_origins(self.origins, *checkpoint.origins)
            for index, replicate in _finished(checkpoint, run).items():
                done.setdefault(index, replicate)
        self.batches = batches
        keep = self._keeper(checkpoint)
        if run.in_turn:
            _learn_in_turn(self, keep)
        else:
            _learn_at_once(self, keep)

    def _keeper(self, checkpoint: Checkpoint | None) -> Keep[Replicate]:
        """Return what is to be called with each replicate as it is finished."""
        run, done = self.run, self.done
        tell = self.opened.enter_context(progress_bar(run.options.progress, run.n_boot, len(done)))
        room = GraphRoom(run.n_boot, [len(replicate.edges) for replicate in done.values()])

        def keep(index: int, replicate: Replicate) -> None:
            done[index] = replicate
            if checkpoint is not None:
                checkpoint.write(index, replicate.to_bytes())
            tell()
            room.add(len(replicate.edges))

        return keep

    def begin(self, end: RRandomState) -> None:
        """Note where the stream stands, and where it will stand; from now on all is kept."""
        self.before, self.end = self.run.stream.state, end
        self.begun = True

    def finished(self) -> RunResult:
        """Return what is finished, so that a later run can go on from it."""
        run, done, batches, end = self.run, self.done, self.batches, self.end
        if run.in_turn:
            whole = 0
            while whole in done:
                whole += 1
            done = {index: done[index] for index in range(whole)}  # beyond a gap none can go on
            end = _end_of(run, batches[0].state, done, whole)
            batches = (Batch(batches[0].state, whole),)
        record = replace(run.record, learned_with=self.origins)
        return RunResult(done, record, Plan(tuple(batches), end))

    def close(self) -> None:
        """Close the bar and the checkpoint, and let others draw."""
        try:
            with CtrlCLater():
                self.opened.close()
        finally:
            self.let_others_draw()

    def abandon(self) -> None:
        """Put the stream back, as a call that fails has drawn nothing, and close everything."""
        if self.begun:
            with self.run.stream.exclusive():
                if self._alone or _same(self.run.stream.state, self.end):
                    self.run.stream.move_to(self.before)
        with contextlib.suppress(Exception):  # the first error counts
            self.close()


def _learn_at_once(course: Course, keep: Keep[Replicate]) -> None:
    """Draw everything, let others draw, then learn what is missing on all workers."""
    run = course.run
    draws = Draws(run.recipe, course.batches)
    missing = (draws[index] for index in range(run.n_boot) if index not in course.done)
    course.begin(draws.end)
    if _goes_on(run):
        run.stream.move_to(draws.end)
    course.let_others_draw()
    learn_all(run.job, missing, run.workers, keep)


def _learn_in_turn(course: Course, keep: Keep[Replicate]) -> None:
    """Learn one after the other, as each takes its draws from where the one before left off."""
    run, start = course.run, course.batches[0].state
    course.begin(start)
    learn_all(run.job, _draws_in_turn(run, start, course.done), Workers(), keep)
    course.end = _end_of(run, start, course.done, run.n_boot)
    run.stream.move_to(course.before)
    if _goes_on(run):
        run.stream.move_to(course.end)


def _draws_in_turn(run: Run, start: RRandomState, done: Mapping[int, Replicate]) -> Iterator[Draw]:
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
        yield Draw(index, rows, order, state=stream.state)


def _end_of(
    run: Run, start: RRandomState, done: Mapping[int, Replicate], count: int
) -> RRandomState:
    """Return where the stream stands after so many replicates."""
    if count == 0:
        return start
    state = done[count - 1].state
    if state is None:  # from an ensemble, which keeps only the last one
        assert run.warm_start is not None
        state = run.warm_start.plan.end
    return state


def _goes_on(run: Run) -> bool:
    """Whether the stream is to advance: not past draws of a warm start that it never made."""
    if run.warm_start is None:
        return True
    return _same(run.stream.state, run.warm_start.plan.end)


def _same(first: RRandomState, second: RRandomState) -> bool:
    return pack_state(first) == pack_state(second)


# Going on


def _batches(run: Run) -> tuple[Batch, ...]:
    """Return the batches to draw: those of a warm start and what they lack, or a single one."""
    if run.warm_start is None:
        return (Batch(run.stream.state, run.n_boot),)
    plan = run.warm_start.plan
    if run.in_turn or run.recipe.extensible:
        return (Batch(plan.batches[0].state, run.n_boot),)
    if plan.count == run.n_boot:
        return plan.batches
    return (*plan.batches, Batch(plan.end, run.n_boot - plan.count))


def _check_same_call(start: WarmStart, run: Run) -> Mapping[int, Replicate]:
    """Return the replicates to go on from; those of another call are refused."""
    if start.nodes != run.data.nodes:
        raise ValueError("warm_start must be an ensemble on the nodes of Y, got other nodes")
    differ = run.record.differences(start.record)
    if differ:
        raise ValueError(f"warm_start must come from the same call, but {differ}")
    least = start.plan.count
    if run.recipe.extensible or run.in_turn:
        least = max(start.replicates, default=-1) + 1
    if run.n_boot < least:
        raise ValueError(
            f"n_boot must be at least {least}, the replicates of warm_start, got {run.n_boot}: "
            "it is their total number"
        )
    _warn_elsewhere("warm_start", start.record.learned_with)
    return start.replicates


def _open_checkpoint(run: Run, batches: Sequence[Batch]) -> Checkpoint:
    """Open the checkpoint of this run, or begin one."""
    assert run.options.checkpoint is not None
    described = dict(run.record.settings)
    if not (run.recipe.extensible or run.in_turn):
        described["n_boot"] = run.n_boot
    checkpoint = Checkpoint.open(
        run.options.checkpoint, described, state=_pack(batches), origin=origin()
    )
    name = f"checkpoint {str(run.options.checkpoint)!r}"
    if checkpoint.damaged:
        warn_user(f"{name}: {checkpoint.damaged}", CheckpointWarning)
    if checkpoint.records:
        _warn_elsewhere(name, join_origins(*checkpoint.origins))
    return checkpoint


def _finished(checkpoint: Checkpoint, run: Run) -> dict[int, Replicate]:
    """Return the replicates of the checkpoint; what this run cannot have written is refused."""
    if not checkpoint.records:
        return {}
    wrong = f"checkpoint {str(run.options.checkpoint)!r} holds what no run wrote"
    found: dict[int, Replicate] = {}
    for index in list(checkpoint.records):
        payload = checkpoint.records.pop(index)  # none is held twice
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
        check_replicates(
            found, run.data.nodes, rows, in_turn=run.in_turn, settings=run.record.settings
        )
    except ValueError as error:
        raise ValueError(f"{wrong}: {error}") from None
    return found


def _warn_elsewhere(name: str, there: str) -> None:
    """Say that replicates were learned where scores are rounded otherwise."""
    differ = differences(there)
    if differ:
        warn_user(
            f"{name} was learned elsewhere ({differ}): it goes on, but the last bits of scores "
            "may differ from those of a run at one place",
            CheckpointWarning,
        )


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
