# SPDX-License-Identifier: Apache-2.0

"""Random functions of Python whose expressions have columnar forms, so that most run in columns."""

from __future__ import annotations

from typing import ClassVar

from .random_expressions import BOOL, ELEMENT, FLOAT, INT, INTS, STR, STRS
from .random_programs import Writer

_SEPARATORS = (",", "-", ".", " ", "=", ":", "a", "ab", "")
_TABLE = "{'a': 1, 'abc': 2, '1': 10, '': -1}"
_CLASSES = ("[^0-9]", "[aeiou]+", "[0-9]+", "[A-Z]", r"\w+", r"\s")
_SPECS = ("05d", ",", "d", "+d", ">8", "<6")
_PLACES = (".2f", ".1f", ".0f", ".1%", ",.2f", "8.3f")
_CONVERSIONS = {
    (INT, STR): "len({})",
    (INT, STRS): "len({})",
    (INT, INTS): "len({})",
    (INT, FLOAT): "round({})",
    (FLOAT, INT): "({} / 7)",
    (FLOAT, STR): "(len({}) / 2)",
    (STR, INT): "str({})",
    (STR, FLOAT): "'{{:.2f}}'.format({})",
    (STR, STRS): "'-'.join({})",
    (BOOL, INT): "({} > 3)",
    (BOOL, STR): "({} < 'b')",
    (BOOL, STRS): "bool({})",
    (STRS, STR): "({}).split(',')",
    (STRS, INT): "[str({}), 'a']",
    (INTS, INT): "[{}, 3]",
    (INTS, STR): "[len(p) for p in ({}).split('-')]",
    (INTS, STRS): "[len(p) for p in {}]",
}
"""Expressions of a type that depend on a variable of another type."""


class ColumnarWriter(Writer):
    """Writes a function of numbers, strings and lists of these."""

    types = (INT, INT, STR, STR, BOOL, STRS, STRS, FLOAT, INTS)
    parameters = (STR, STR, INT, STRS, FLOAT)
    helpers = (INT, STR)
    statements = 3
    nesting = 3
    handled = 0.6
    operators: ClassVar[dict[str, str]] = {INT: "+= -=", FLOAT: "+= -= *=", STR: "+="}

    def expression(self, of: str, scope: dict[str, str], depth: int) -> str:
        """Return an expression of a type, which depends on a variable if one can be converted."""
        depth = min(depth, 2)
        if depth <= 0 and of not in scope.values() and self._rng.random() < 0.8:
            known = [(name, _CONVERSIONS.get((of, type_))) for name, type_ in scope.items()]
            converted = [form.format(name) for name, form in known if form]
            if converted:
                return self._rng.choice(converted)
        return super().expression(of, scope, depth)

    def _inner(self, scope: dict[str, str], returns: str, depth: int) -> None:
        self._block(dict(scope), returns, depth, 1)

    def _while(self, scope: dict[str, str], returns: str, depth: int) -> None:
        self._if(scope, returns, depth)

    def _constant(self, of: str) -> str:
        texts = ("", "a", "b", " ", "1", "12", "a b", "x,y", "0", "é", "1.5")
        fixed = {
            INT: repr(self._rng.choice((0, 1, 2, 3, 7, -1, -2, 100))),
            FLOAT: repr(self._rng.choice((0.0, 0.5, -2.0, 1e10, -0.0, 0.1))),
            STR: repr(self._rng.choice(texts)),
            BOOL: self._rng.choice(("True", "False")),
        }
        return fixed.get(of) or f"[{self._constant(ELEMENT[of])}, {self._constant(ELEMENT[of])}]"

    def _separator(self) -> str:
        return repr(self._rng.choice(_SEPARATORS))

    def _bound(self, scope: dict[str, str], depth: int) -> str:
        constant = str(self._rng.randint(-2, 3))
        return self._rng.choice(("", constant, constant, self.expression(INT, scope, depth)))

    def _whole(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        def values(of: str) -> str:
            return self._generator(of, scope, depth)

        most, sought = rng.choice(("min", "max")), rng.choice(("find", "rfind", "count", "index"))
        return rng.choice(
            (
                lambda: f"({e(INT)} {rng.choice('+-*&|^')} {e(INT)})",
                lambda: f"({e(INT)} {rng.choice(('//', '%'))} {rng.choice((e(INT), '7', '-3'))})",
                lambda: f"({e(INT)} {rng.choice(('<<', '>>'))} {rng.choice('138')})",
                lambda: f"len({e(rng.choice((STR, STRS, INTS)))})",
                lambda: f"int({e(rng.choice((STR, STR, FLOAT)))})",
                lambda: f"round({e(FLOAT)})",
                lambda: f"{rng.choice(('-', '~', 'abs'))}({e(INT)})",
                lambda: f"({e(STR)}).{sought}({self._separator()})",
                lambda: f"{_TABLE}.get({e(STR)}, {e(INT)})",
                lambda: f"{_TABLE}[{e(STR)}]",
                lambda: f"(3, 1, 2)[{e(INT)}]",
                lambda: f"{most}({e(INT)}, {e(INT)})",
                lambda: f"{most}({e(INTS)})",
                lambda: f"{most}({values(INT)})",
                lambda: f"{most}(({values(INT)}), default={e(INT)})",
                lambda: f"sum({e(INTS)})",
                lambda: f"sum({values(INT)})",
                lambda: f"({e(INTS)})[{rng.choice((str(rng.randint(-2, 2)), e(INT)))}]",
                lambda: f"({e(INTS)}).{rng.choice(('count', 'index'))}({e(INT)})",
                lambda: f"({e(STRS)}).{rng.choice(('count', 'index'))}({e(STR)})",
                lambda: f"ord(({e(STR)})[{rng.randint(-2, 2)}])",
                lambda: f"next(({values(INT)}), {e(INT)})",
                lambda: f"({e(INT)} {rng.choice(('or', 'and'))} {e(INT)})",
            )
        )()

    def _real(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        most = rng.choice(("min", "max"))
        return rng.choice(
            (
                lambda: f"({e(FLOAT)} {rng.choice('+-*/')} {e(rng.choice((FLOAT, INT)))})",
                lambda: f"({e(INT)} / {e(INT)})",
                lambda: f"float({e(rng.choice((STR, INT)))})",
                lambda: f"round({e(FLOAT)}, {rng.randint(0, 2)})",
                lambda: f"{most}({e(FLOAT)}, {e(FLOAT)})",
                lambda: f"math.sqrt({e(FLOAT)})",
                lambda: f"{rng.choice(('-', 'abs'))}({e(FLOAT)})",
                lambda: f"(sum({self._generator(FLOAT, scope, depth)}) + 0.0)",
                lambda: f"sum([{e(FLOAT)}, {e(FLOAT)}, {e(FLOAT)}])",
            )
        )()

    def _truth(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        compare = rng.choice(("==", "!=", "<", "<=", ">", ">="))
        facts = ("isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower")
        return rng.choice(
            (
                lambda: f"({e(INT)} {compare} {e(INT)})",
                lambda: f"({e(STR)} {compare} {e(STR)})",
                lambda: f"({e(FLOAT)} {compare} {e(rng.choice((FLOAT, INT)))})",
                lambda: f"({e(INT)} < {e(INT)} <= {e(INT)})",
                lambda: f"({e(STRS)} == {e(STRS)})",
                lambda: f"({e(STR)} in {rng.choice((e(STRS), _TABLE, repr(('a', '1', ''))))})",
                lambda: f"({self._separator()} in {e(STR)})",
                lambda: f"({e(STR)}).{rng.choice(facts)}()",
                lambda: f"({e(STR)}).{rng.choice(('startswith', 'endswith'))}({self._separator()})",
                lambda: f"(not {e(BOOL)})",
                lambda: f"({e(BOOL)} {rng.choice(('and', 'or'))} {e(BOOL)})",
                lambda: f"{rng.choice(('any', 'all'))}({self._generator(BOOL, scope, depth)})",
                lambda: f"({rng.choice(list(scope))} is {rng.choice(('None', 'not None'))})",
                lambda: f"bool({e(rng.choice((STR, INT, STRS, INTS, FLOAT)))})",
            )
        )()

    def _list(self, of: str, scope: dict[str, str], depth: int) -> str:
        rng, item = self._rng, ELEMENT[of]

        def e(wanted: str) -> str:
            return self.expression(wanted, scope, depth)

        makers = [
            lambda: f"[{self._generator(item, scope, depth)}]",
            lambda: f"[{self._generator(item, scope, depth, filtered=0)}]",
            lambda: f"[{e(item)}, {e(item)}]",
            lambda: f"({e(of)} + {e(of)})",
            lambda: f"({e(of)})[{self._bound(scope, depth)}:{self._bound(scope, depth)}]",
            lambda: f"sorted({e(of)})",
        ]
        if of == STRS:
            parts = ("", self._separator(), f"{self._separator()}, 1")
            makers += [
                lambda: f"({e(STR)}).split({rng.choice(parts)})",
                lambda: f"({e(STR)}).split({rng.choice(parts)})",
                lambda: f"list({e(STR)})",
                lambda: f"re.findall({rng.choice(_CLASSES)!r}, {e(STR)})",
            ]
        return rng.choice(makers)()

    def _text(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        cases = ("strip", "lower", "upper", "lstrip", "rstrip", "title", "capitalize")
        start, end, cut = *(self._bound(scope, depth) for _ in range(2)), self._separator()
        return rng.choice(
            (
                lambda: e(STR),
                lambda: f"({e(STR)} + {e(STR)})",
                lambda: f"({e(STR)})[{start}:{end}]",
                lambda: f"({e(STR)})[{rng.choice((str(rng.randint(-2, 3)), e(INT)))}]",
                lambda: f"({e(STR)}).{rng.choice(cases)}()",
                lambda: f"({e(STR)}).replace({self._separator()}, {self._separator()})",
                lambda: f"({e(STRS)})[{rng.choice((str(rng.randint(-2, 2)), e(INT)))}]",
                lambda: f"({e(STR)}).split({self._separator()})[{rng.randint(-1, 1)}]",
                lambda: f"({e(STR)}).{rng.choice(('', 'r'))}partition({cut})[{rng.randint(0, 2)}]",
                lambda: f"({e(STR)}).removeprefix({self._separator()})",
                lambda: f"{self._separator()}.join({e(STRS)})",
                lambda: f"''.join({self._generator(STR, scope, depth)})",
                lambda: f"({e(STR)} {rng.choice(('or', 'and'))} {e(STR)})",
                lambda: f"str({e(rng.choice((INT, BOOL)))})",
                lambda: f"'{{:{rng.choice(_SPECS)}}}'.format({e(INT)})",
                lambda: f"'{{:{rng.choice(_PLACES)}}}|{{}}'.format({e(FLOAT)}, {e(STR)})",
                lambda: f"next(({self._generator(STR, scope, depth)}), {e(STR)})",
                lambda: f"max({e(STRS)}, key=len, default={e(STR)})",
                lambda: f"{rng.choice(('min', 'max'))}({e(STR)}, {e(STR)})",
                lambda: f"re.sub({rng.choice(_CLASSES)!r}, {self._separator()}, {e(STR)})",
                lambda: f"({e(STR)}).zfill(5)",
                lambda: self._fields(scope) or e(STR),
            )
        )()

    def _fields(self, scope: dict[str, str]) -> str:
        """Return a formatted string of variables; before Python 3.12, its parts have no quotes."""
        specs = {INT: _SPECS, FLOAT: _PLACES, STR: ("", ">6", "<6")}
        fields = [(name, specs[of]) for name, of in scope.items() if of in specs]
        some = self._rng.sample(fields, min(2, len(fields)))
        parts = [f"{{{name}:{self._rng.choice(own)}}}" for name, own in some]
        return f"f'{'|'.join(parts)}'" if parts else ""
