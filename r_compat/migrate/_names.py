"""Python's names of R's variables."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

_MODULES = (
    "np", "pd", "plt", "rv", "rrandom", "functools", "time", "copy", "warnings", "stats", "linalg",
    "sys",
)  # fmt: skip
_BUILTINS = (
    "print len range list dict set sum min max abs int float str bool zip enumerate sorted round "
    "any all map filter open type isinstance object tuple Exception input id next iter "
    "RuntimeError ValueError vars hash pow slice reversed self"
)
_RESERVED = frozenset(
    [*keyword.kwlist, *keyword.softkwlist, *_MODULES, "l", "I", "O", *_BUILTINS.split()]
)

_SIGNS = {
    "+": "plus", "-": "minus", "*": "times", "/": "over", "^": "power", "|": "or", "&": "and",
    "!": "not", "=": "equals", "<": "below", ">": "above", "~": "like", ".": "dot", ":": "to",
}  # fmt: skip


def _operator(signs: str) -> str:
    """Return words for an operator of the script: ``%+%`` is ``op_plus``."""
    words = re.sub(r"\W", lambda sign: f" {_SIGNS.get(sign[0], '')} ", signs).split()
    return "_".join(["op", *words])


class Names:
    """The names of a script: one of Python for one of R, all over the script.

    Attributes
    ----------
    python : dict of str to str
        By R's name.
    models : set of str
        Variables of R that hold a decomposition, which in Python is no list as R's is.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        self.python: dict[str, str] = {}
        self.models: set[str] = set()
        self._reserved = _RESERVED | frozenset(modules)
        self._taken: set[str] = set()
        self._r_names: dict[str, str] = {}  # by that of Python
        self._hoisted: dict[int, str] = {}
        self._hoisted_as: dict[str, int] = {}  # the last number, by stem

    def of(self, r_name: str) -> str:
        """Return the Python name that an R name has all over the script."""
        found = self.python.get(r_name)
        if found is None:
            plain = self.cleaned(r_name)
            found = self.python[r_name] = self.free(plain, self._taken)
            self._taken.add(found)
            self._r_names[found] = r_name
        return found

    def r_name(self, python: str) -> str | None:
        """Return the variable of R that has a name in Python; None if none has."""
        return self._r_names.get(python)

    def cleaned(self, r_name: str) -> str:
        """Return a name in the letters that Python allows."""
        # ..2 and ...name are what was given to ``...``
        stem = r_name.removeprefix("...")
        if stem.startswith("..") and stem[2:].isdigit():
            stem = f"dots_{stem[2:]}"
        if len(stem) > 2 and stem[0] == stem[-1] == "%":
            stem = _operator(stem[1:-1])
        plain = "".join(c if c.isalnum() or c == "_" else "_" for c in stem)
        if not plain or plain[0].isdigit():
            plain = f"x{plain}"
        if plain.startswith("_"):
            plain = "x" + plain
        if not plain.isidentifier():
            plain = "".join(c if c.isascii() else "_" for c in plain)
        return plain

    def temporary(self, stem: str) -> str:
        """Return a name that no variable has; of counters, another letter if there is one."""
        letters = "ijkmn" if len(stem) == 1 and stem in "ijkmn" else ""
        names: list[str] = [stem, *letters]
        for name in names:
            if name not in self._reserved and name not in self._taken:
                return name
        return self.free(stem, self._taken)

    def free(self, stem: str, taken: set[str]) -> str:
        """Return a name that is neither taken nor Python's."""
        while stem in self._reserved or stem in taken:
            stem += "_"
        return stem

    def hoisted(self, key: int, stem: str) -> str:
        """Return the name of a function that is written before the statement it stands in."""
        found = self._hoisted.get(key)
        if found is None:
            k = self._hoisted_as.get(stem, 1)
            found = stem if k == 1 else f"{stem}_{k}"
            while found in self._reserved or found in self._taken:
                k += 1
                found = f"{stem}_{k}"
            self._hoisted[key], self._hoisted_as[stem] = found, k
            self._taken.add(found)
        return found

    def name_model(self, r_name: str) -> bool:
        """Give a decomposition a name of its own; return whether it had none."""
        if r_name in self.models:
            return False
        self.models.add(r_name)
        plain = self.of(r_name)
        del self._r_names[plain]
        model = f"{plain}_model"
        while model in self._taken:
            model += "_"
        self._taken.add(model)
        self.python[r_name] = model
        self._r_names[model] = r_name
        return True
