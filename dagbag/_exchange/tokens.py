"""Text of the dot language, as far as it is written here, cut into its words."""

from __future__ import annotations

import re
from typing import NamedTuple

from .._input.words import show

_TOKENS = re.compile(
    r"""\s*(?:
        "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<arrow>->|--)
      | (?P<sign>[{}\[\];,=])
      | (?P<word>[A-Za-z0-9_.]+)
    )""",
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A word, and what it is: "quoted", "arrow", "sign" or "word"."""

    kind: str
    text: str


class Tokens:
    """The words of a text, to be taken one after the other."""

    def __init__(self, text: str, name: str) -> None:
        self._name = name
        self._found: list[Token] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            match = _TOKENS.match(text, at)
            if match is None:
                raise self.wrong(text[at : at + 20])
            kind = match.lastgroup or ""
            self._found.append(Token(kind, match[kind]))
            at = match.end()
        self._found.reverse()

    def wrong(self, got: str) -> ValueError:
        """Say that a text is not as it is written here."""
        return ValueError(f"{self._name} must be as dagbag.exchange writes it, got {show(got)}")

    @property
    def next(self) -> Token:
        """The word that comes next."""
        return self._found[-1] if self._found else Token("end", "the end")

    def take(self, *texts: str) -> str:
        """Return the next word, which must be one of those, and pass it."""
        token = self.next
        if token.kind not in ("word", "sign", "arrow") or token.text not in texts:
            raise self.wrong(token.text)
        return self._found.pop().text

    def take_name(self) -> Token:
        """Return the next word, which must be a name, and pass it."""
        if self.next.kind not in ("word", "quoted"):
            raise self.wrong(self.next.text)
        return self._found.pop()

    def end(self) -> None:
        """Refuse what comes after the last word."""
        if self._found:
            raise self.wrong(self.next.text)
