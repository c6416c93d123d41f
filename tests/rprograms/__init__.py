"""Random R: programs over what `migrate` covers, evaluated by R and by their translation.

- ``_statements.Writer``: programs and expressions by type, so that R evaluates nearly all of them;
- ``_grammar.Composer``: programs of 5 to 40 statements out of the idioms in grammar/*.txt;
- ``_evaluate``: many programs by one R, translations by Python;
- ``_verdicts``: equal, both stop, refused, loud, or wrong;
- ``_minimise``: the few statements of a program that its verdict needs, and groups of such.
"""

from ._evaluate import (
    Outcome,
    evaluate_in_python,
    evaluate_in_r,
    run_in_python,
    run_translation,
)
from ._grammar import Program, compose, grammar, idiom_alone, split
from ._minimise import grouped, minimised, signature_of_reason
from ._strategies import compositions, expressions, generate, numbered, programs
from ._verdicts import KINDS, Verdict, compare, judge, translate, translation_of

__all__ = [
    "KINDS",
    "Outcome",
    "Program",
    "Verdict",
    "compare",
    "compose",
    "compositions",
    "evaluate_in_python",
    "evaluate_in_r",
    "expressions",
    "generate",
    "grammar",
    "grouped",
    "idiom_alone",
    "judge",
    "minimised",
    "numbered",
    "programs",
    "run_in_python",
    "run_translation",
    "signature_of_reason",
    "split",
    "translate",
    "translation_of",
]
