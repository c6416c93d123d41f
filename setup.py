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
from setuptools.command.build_ext import build_ext

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

# What Cython adds for memoryviews is in a module of its own. In each kernel it made builds two and
# a half times as long (162 s of CPU instead of 65) and kernels three times as large.
SHARED = "dagbag._kernels._cyutility"

compile_args: list[str] = []
link_args: list[str] = []
macros: list[tuple[str, str | None]] = []
libraries: list[str] = []
# No contraction: the fast loops give the same bits with and without FMA, on every CPU.
if sys.platform == "win32":
    compile_args.append("/fp:precise")
else:
    compile_args += ["-O3", "-ffp-contract=off", "-fno-math-errno"]
    # Nobody reads the flags of exceptions: the selections in the loops become vector instructions.
    compile_args += ["-fno-trapping-math", "-fopenmp-simd"]
    libraries.append("m")  # not every Python has brought it along
    if not DEBUG:
        compile_args.append("-g0")  # for Python's own -g, a quarter of the compiler's time
if DEBUG or SANITIZE:
    macros.append(("DAGBAG_DEBUG", "1"))
    compile_args += ["-O1", "-g", "-UNDEBUG"]
if SANITIZE:
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    compile_args += [*flags, "-fno-omit-frame-pointer"]
    link_args += flags


class BuildKernels(build_ext):
    """Translates the kernels into C only where they are built: an sdist carries their sources."""

    def build_extensions(self) -> None:
        """Translate all, one after the other, then compile them side by side."""
        translated = cythonize(
            self.extensions,
            include_path=["csrc"],
            compiler_directives=DIRECTIVES,
            build_dir="build/cython-debug" if DEBUG else "build/cython",
            shared_utility_qualified_name=SHARED,
        )
        for extension, in_c in zip(self.extensions, translated, strict=True):
            extension.sources = in_c.sources
        super().build_extensions()


def extensions() -> list[Extension]:
    """One extension per kernel in csrc/dagbag/_kernels, dagbag._kernels.<name>, and SHARED."""
    folder = Path("csrc/dagbag/_kernels")
    sources = sorted(folder.glob("*.pyx"))
    if not sources:
        raise SystemExit(
            "setup.py: no kernels (*.pyx) in csrc/dagbag/_kernels, without which dagbag cannot "
            "run; build from a whole checkout or a whole sdist"
        )
    depends = sorted(path.as_posix() for path in (*folder.glob("*.h"), *folder.glob("*.pxd")))
    written = {f"dagbag._kernels.{source.stem}": [source.as_posix()] for source in sources}
    return [
        Extension(
            name,
            own,
            include_dirs=["csrc/dagbag/_kernels"],
            depends=depends,
            define_macros=macros,
            libraries=libraries,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for name, own in {**written, SHARED: []}.items()  # Cython writes the last one
    ]


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildKernels},
    options={"build_ext": {"parallel": os.cpu_count()}},  # a kernel per core: half the time on two
)
