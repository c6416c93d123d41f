"""Use dagbag as on a system without POSIX, in a process of its own: what Windows has not is taken
away, after the libraries that look for the system themselves have loaded."""

import importlib
import json
import os
import pkgutil
import signal
import sqlite3  # noqa: F401
import subprocess  # noqa: F401
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import joblib.externals.loky  # noqa: F401
import pandas  # noqa: F401
import scipy.linalg
import scipy.optimize
import scipy.stats  # noqa: F401
import threadpoolctl
import tqdm  # noqa: F401

MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "termios")
OF_OS = (
    "O_TMPFILE", "fork", "geteuid", "getuid", "mkfifo", "register_at_fork", "sched_getaffinity",
    "statvfs", "sysconf",
)  # fmt: skip
OF_SIGNAL = (
    "ITIMER_PROF", "SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGPROF", "pthread_kill",
    "pthread_sigmask", "setitimer",
)  # fmt: skip


def take_away():
    sys.modules.update(dict.fromkeys(MODULES))
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    threadpoolctl.sys = SimpleNamespace(**vars(sys))  # older ones ask at every call
    sys.platform = "win32"


def what_does_not_load(package):
    failed = {}
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.endswith("__main__"):
            try:
                importlib.import_module(found.name)
            except Exception as error:  # whatever it is, it is what the test tells
                failed[found.name] = repr(error)
    return failed


def use(folder):
    import dagbag
    from dagbag._command.main import main

    failed = what_does_not_load(dagbag)
    Y = dagbag.load_example().Y[:, :10]
    run = str(folder / "run")
    first = dagbag.score(Y, 6, seed=1, n_jobs=1, checkpoint=run)
    again = dagbag.score(Y, 6, seed=1, n_jobs=1, checkpoint=run)
    dagbag.score_shd(first).report(folder / "report.html")
    drawn = str(folder / "drawn")
    main(["simulate", "--p", "6", "--n-edges", "6", "--n", "60", "-o", drawn])
    main(["learn", str(Path(drawn) / "data.csv"), "-o", str(folder / "learned"), "--n-boot", "5"])
    print(json.dumps({"failed": failed, "same": first == again}))


if __name__ == "__main__":
    take_away()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        use(Path(sys.argv[1]))
