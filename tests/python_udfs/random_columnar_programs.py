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

    def expression(self, of: str, scope: dict[str, str], depth: int) -> str:
        """An expression of a type."""
        rng = self._rng
        names = [name for name, known in scope.items() if known == of]
        if names and rng.random() < (0.5 if depth > 0 else 0.9):
            return rng.choice(names)
        if depth <= 0:
            return self._fixed(of)
        if rng.random() < 0.05:
            a, b = self.expression(of, scope, depth - 1), self.expression(of, scope, depth - 1)
            return f"({a} if {self.condition(scope, depth - 1)} else {b})"
        return rng.choice(self._forms(of, scope, depth - 1))

    def _fixed(self, of: str) -> str:
        texts = ("", "a", "b", " ", "1", "12", "a b", "x,y", "0")
        fixed = {
            INT: repr(self._rng.choice((0, 1, 2, 3, 7, -1, 100))),
            STR: repr(self._rng.choice(texts)),
            BOOL: self._rng.choice(("True", "False")),
        }
        return fixed.get(of) or f"[{', '.join(repr(t) for t in self._rng.sample(texts, 2))}]"

    def _forms(self, of: str, scope: dict[str, str], depth: int) -> list[str]:
        def e(wanted: str) -> str:
            return self.expression(wanted, scope, depth)

        text = self._text(scope, depth)
        if of == INT:
            return [
                *(f"({e(INT)} + {e(INT)})", f"({e(INT)} - {e(INT)})", f"len({text})"),
                *(f"int({text})", f"len({e(STRS)})", f"{text}.count({self._fixed(STR)})"),
                f"({e(INT)} % 7)",
            ]
        if of == BOOL:
            compare = self._rng.choice(("==", "!=", "<", ">="))
            return [
                *(f"({e(INT)} {compare} {e(INT)})", f"({text} {compare} {e(STR)})"),
                *(f"{text}.isdigit()", f"({self._fixed(STR)} in {text})", f"(not {e(BOOL)})"),
                *(f"({e(BOOL)} and {e(BOOL)})", f"({e(BOOL)} or {e(BOOL)})"),
            ]
        if of == STRS:
            return [f"{text}.split()", f"{text}.split(',')", f"[{text}, {e(STR)}]"]
        return [text]

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
