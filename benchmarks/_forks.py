"""Tasks side by side, each in a process of its own that may crash or hang."""

import contextlib
import multiprocessing
import multiprocessing.connection
import time
from itertools import islice


def forked(function, tasks, jobs, seconds):
    """Yield (task, answer, why there is none) in the order of their ends.

    Parameters
    ----------
    function : callable
        Called with a task in a process forked for it.
    tasks : iterable
    jobs : int
        Processes at a time.
    seconds : float
        That a task may take.
    """
    context = multiprocessing.get_context("fork")
    waiting, running = iter(tasks), []
    while True:
        for task in islice(waiting, jobs - len(running)):
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_send, args=(function, task, there))
            process.start()
            there.close()
            running.append((task, process, here, time.monotonic()))
        if not running:
            return
        multiprocessing.connection.wait([case[2] for case in running], timeout=1)
        for case in list(running):
            task, process, here, begun = case
            late = time.monotonic() - begun > seconds
            if not late and not here.poll() and process.is_alive():
                continue
            answer, why = None, "it took too long" if late else "its process crashed"
            if here.poll():
                with contextlib.suppress(EOFError):
                    answer, why = here.recv()
            process.kill()
            process.join()
            here.close()
            running.remove(case)
            yield task, answer, why


def _send(function, task, pipe):
    try:
        found = (function(task), None)
    except BaseException as error:
        found = (None, f"{type(error).__name__}: {error}")
    pipe.send(found)
