# SPDX-License-Identifier: Apache-2.0

"""Random functions of Python whose expressions have columnar forms, so that most run in columns."""

from __future__ import annotations

from typing import ClassVar

from .random_expressions import BOOL, INT, STR, STRS
from .random_programs import Writer


class ColumnarWriter(Writer):
    """Writes one function of whole numbers, strings and lists of strings."""

    types = (INT, INT, STR, STR, BOOL, STRS)
    parameters = (STR, STR, INT)
    helpers = (INT, STR)
    statements = 3
    operators: ClassVar[dict[str, str]] = {INT: "+= -=", STR: "+="}

    def _constant(self, of: str) -> str:
        texts = ("", "a", "b", " ", "1", "12", "a b", "x,y", "0")
        fixed = {
            INT: repr(self._rng.choice((0, 1, 2, 3, 7, -1, 100))),
            STR: repr(self._rng.choice(texts)),
            BOOL: self._rng.choice(("True", "False")),
        }
        return fixed.get(of) or f"[{', '.join(repr(t) for t in self._rng.sample(texts, 2))}]"

    def _whole(self, scope: dict[str, str], depth: int) -> str:
        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        text = self._text(scope, depth)
        return self._rng.choice(
            (
                lambda: f"({e(INT)} {self._rng.choice('+-')} {e(INT)})",
                lambda: f"({e(INT)} % 7)",
                lambda: f"len({text})",
                lambda: f"int({text})",
                lambda: f"len({e(STRS)})",
                lambda: f"{text}.count({self._constant(STR)})",
            )
        )()

    def _truth(self, scope: dict[str, str], depth: int) -> str:
        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        text, compare = self._text(scope, depth), self._rng.choice(("==", "!=", "<", ">="))
        return self._rng.choice(
            (
                lambda: f"({e(INT)} {compare} {e(INT)})",
                lambda: f"({text} {compare} {e(STR)})",
                lambda: f"{text}.isdigit()",
                lambda: f"({self._constant(STR)} in {text})",
                lambda: f"(not {e(BOOL)})",
                lambda: f"({e(BOOL)} {self._rng.choice(('and', 'or'))} {e(BOOL)})",
            )
        )()

    def _list(self, of: str, scope: dict[str, str], depth: int) -> str:
        text = self._text(scope, depth)
        made = (f"{text}.split()", f"{text}.split(',')", f"[{text}, {self._constant(STR)}]")
        return self._rng.choice(made)

    def _text(self, scope: dict[str, str], depth: int) -> str:
        def e(wanted: str) -> str:
            return self.expression(wanted, scope, depth)

        at = self._rng.randint(-2, 3)
        return self._rng.choice(
            (
                lambda: e(STR),
                lambda: e(STR),
                lambda: f"({e(STR)} + {e(STR)})",
                lambda: f"({e(STR)})[{at}:]",
                lambda: f"({e(STR)})[:{at}]",
                lambda: f"({e(STR)})[{at}]",
                lambda: f"({e(STR)}).{self._rng.choice(('upper', 'lower', 'strip'))}()",
                lambda: f"str({e(INT)})",
                lambda: f"({e(STRS)})[{self._rng.randint(-1, 1)}]",
                lambda: f"''.join({e(STRS)})",
            )
        )()
