"""Build of the compiled kernels; everything else is in pyproject.toml.

Environment
-----------
DAGBAG_DEBUG=1      bounds-checked kernels, assertions kept, no optimisation surprises.
DAGBAG_SANITIZE=1   address and undefined-behaviour sanitizers (see ``make sanitize``).
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("DAGBAG_DEBUG", "0") == "1"
SANITIZE = os.environ.get("DAGBAG_SANITIZE", "0") == "1"

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": False,
}

compile_args: list[str] = []
link_args: list[str] = []
macros: list[tuple[str, str | None]] = []
if sys.platform != "win32":
    # No contraction: the fast loops give the same bits with and without FMA, on every CPU.
    compile_args += ["-O3", "-ffp-contract=off", "-fno-math-errno"]
if DEBUG or SANITIZE:
    macros.append(("DAGBAG_DEBUG", "1"))
    compile_args += ["-O1", "-g", "-UNDEBUG"]
if SANITIZE:
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    compile_args += [*flags, "-fno-omit-frame-pointer"]
    link_args += flags


def extensions() -> list[Extension]:
    """One extension per kernel in csrc/dagbag, built as dagbag.<name>."""
    return [
        Extension(
            f"dagbag.{source.stem}",
            [source.as_posix()],
            include_dirs=["csrc/dagbag"],
            depends=sorted(
                path.as_posix()
                for pattern in ("*.h", "*.pxd")
                for path in Path("csrc/dagbag").glob(pattern)
            ),
            define_macros=macros,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for source in sorted(Path("csrc/dagbag").glob("*.pyx"))
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        include_path=["csrc"],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython-debug" if DEBUG else "build/cython",
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},  # a kernel per core: half the time on two
)
