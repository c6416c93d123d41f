"""How soon Ctrl-C ends a search on p = 3000 nodes, at several moments of several kinds of search.

``python benchmarks/interrupt.py [--many]``. Each search runs in a child process that gets SIGINT;
printed are the seconds until KeyboardInterrupt was caught there, and whether its next call gave the
same answer as before. The searches are the dear ones: on pure noise with p > n nodes saturate, and
a step that refits a saturated neighborhood takes a thousand times as long as an ordinary one.
``--many`` is one search from the data instead, on 100,000 nodes.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time

SEARCHES = {
    "BIC": "Y = noise; options = {}",
    "likelihood": "Y = noise; options = {'score_type': 'likelihood'}",
    "nearly collinear": "Y = noise[:, :1] + 1e-4 * noise; options = {}",
    "initial graph": (
        "Y = noise; options = {'ini_adj_matrix': np.triu(rng.random((p, p)) < 0.03, 1)}"
    ),
    "random forest": "Y = noise; options = {'random_forest': True, 'random_step_length': 1.0}",
}
MOMENTS = (0.1, 0.5, 1.0, 4.0)  # seconds after the call
# The data are copied, then all pairs are looked at, for half a minute, then come steps.
MANY = {"from the data": "Y = noise; options = {'memory': 'data'}"}
MANY_MOMENTS = (0.1, 1.0, 4.0, 15.0, 120.0)

CHILD = """
import warnings
import numpy as np
from dagbag import score
warnings.simplefilter("ignore")
p, rng = {p}, np.random.default_rng(0)
noise = rng.standard_normal((250, p))
{search}
small = rng.standard_normal((50, 10))
before = score(small).moves
print("go", flush=True)
try:
    score(Y, max_step=100_000, **options)
    print("finished before", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(score(small).moves == before, flush=True)
"""


def interrupt(search: str, moment: float, p: int) -> tuple[str, float, str]:
    """Return what became of the search, after how many seconds, and if the next call is right."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(search=search, p=p)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(moment)
    sent = time.perf_counter()
    child.send_signal(signal.SIGINT)
    outcome = child.stdout.readline().strip()
    seconds = time.perf_counter() - sent
    right = child.stdout.readline().strip()
    child.wait()
    return outcome, seconds, right


def main() -> None:
    # In the background it is ignored, and would be by the children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print(f"{'search':18s} {'SIGINT after':>12s} {'outcome':>16s} {'seconds':>8s}  next call right")
    many = "--many" in sys.argv
    for name, search in (MANY if many else SEARCHES).items():
        for moment in MANY_MOMENTS if many else MOMENTS:
            outcome, seconds, right = interrupt(search, moment, 100_000 if many else 3000)
            print(f"{name:18s} {moment:10.1f} s {outcome:>16s} {seconds:8.2f}  {right}", flush=True)


if __name__ == "__main__":
    main()
