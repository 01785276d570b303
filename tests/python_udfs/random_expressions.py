# SPDX-License-Identifier: Apache-2.0

"""Random Python expressions."""

from __future__ import annotations

import random
from collections.abc import Callable

INT, FLOAT, STR, BOOL = "int", "float", "str", "bool"
INTS, STRS, FLOATS = "list[int]", "list[str]", "list[float]"
TYPES = (INT, FLOAT, STR, BOOL, INTS, STRS, FLOATS)
ELEMENT = {INTS: INT, STRS: STR, FLOATS: FLOAT}


class ExpressionWriter:
    """Writes expressions; the same seed writes the same expressions."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)
        self._names = 0

    def _new(self) -> str:
        self._names += 1
        return f"v{self._names}"

    def condition(self, scope: dict[str, str], depth: int) -> str:
        if self._rng.random() < 0.15:
            return self._rng.choice(list(scope))
        return self.expression(BOOL, scope, depth)

    def expression(self, of: str, scope: dict[str, str], depth: int) -> str:
        """Return an expression of a type; any expression may raise if an argument is None."""
        rng = self._rng
        names = [name for name, known in scope.items() if known == of]
        if names and rng.random() < (0.35 if depth > 0 else 0.8):
            return rng.choice(names)
        if depth <= 0:
            return self._constant(of)
        makers: dict[str, Callable[[dict[str, str], int], str]] = {
            INT: self._whole,
            FLOAT: self._real,
            STR: self._text,
            BOOL: self._truth,
        }
        if rng.random() < 0.06:
            a, b = self.expression(of, scope, depth - 1), self.expression(of, scope, depth - 1)
            return f"({a} if {self.condition(scope, depth - 1)} else {b})"
        if of in makers:
            return makers[of](scope, depth - 1)
        return self._list(of, scope, depth - 1)

    def _constant(self, of: str) -> str:
        rng = self._rng
        if of == INT:
            wide = (0, 1, 2, 3, 7, 10, -1, -3, 100, 2**31, 2**62, -(2**63), 10**18)
            return repr(rng.choice(wide))
        if of == FLOAT:
            return repr(rng.choice((0.0, 1.0, 0.5, -2.5, 0.1, 1e10, -0.0, 3.0, 1e-3)))
        if of == STR:
            texts = ("", "a", " ", "abc", "A b", "12", "-7", "é", "x,y", "1.5", "😀z", "%", "\n")
            return repr(rng.choice(texts))
        if of == BOOL:
            return rng.choice(("True", "False"))
        items = [self._constant(ELEMENT[of]) for _ in range(rng.randint(0, 3))]
        return f"[{', '.join(items)}]"

    def _generator(self, of: str, scope: dict[str, str], depth: int, filtered: float = 0.5) -> str:
        """Return a value for a comprehension over the items of a string or list."""
        name, source = self._new(), self._rng.choice((STR, STRS, STRS, INTS))
        inside = {**scope, name: ELEMENT.get(source, STR)}
        text = f"{self.expression(of, inside, depth)} for {name} in "
        text += self.expression(source, scope, depth)
        if self._rng.random() < filtered:
            text += f" if {self.condition(inside, depth)}"
        return text

    def _whole(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        listed, most = rng.choice((INTS, STRS, FLOATS)), rng.choice(("min", "max"))
        return rng.choice(
            (
                lambda: f"({e(INT)} {rng.choice('+-*')} {e(INT)})",
                lambda: f"({e(INT)} {rng.choice('+-*')} {e(INT)})",
                lambda: f"({e(INT)} {rng.choice(('//', '%'))} {e(INT)})",
                lambda: f"({e(INT)} {rng.choice('&|^')} {e(INT)})",
                lambda: f"({e(INT)} {rng.choice(('<<', '>>'))} {rng.randint(0, 70)})",
                lambda: f"({e(INT)} ** {rng.randint(0, 4)})",
                lambda: f"(-{e(INT)})",
                lambda: f"(~{e(INT)})",
                lambda: f"abs({e(INT)})",
                lambda: f"len({e(STR)})",
                lambda: f"len({e(listed)})",
                lambda: f"int({e(STR)})",
                lambda: f"int({e(FLOAT)})",
                lambda: f"int({e(BOOL)})",
                lambda: f"round({e(FLOAT)})",
                lambda: f"{rng.choice(('min', 'max'))}({e(INT)}, {e(INT)})",
                lambda: f"{rng.choice(('min', 'max', 'sum'))}({e(INTS)})",
                lambda: f"({e(STR)}).{rng.choice(('find', 'rfind', 'count', 'index'))}({e(STR)})",
                lambda: f"ord({e(STR)}[{rng.randint(-2, 2)}])",
                lambda: f"({e(INTS)})[{e(INT)}]",
                lambda: f"({e(listed)}).count({e(ELEMENT[listed])})",
                lambda: f"sum(1 for c in {e(STR)} if c {rng.choice(('==', '<', 'in'))} {e(STR)})",
                lambda: f"divmod({e(INT)}, {e(INT)})[{rng.randint(0, 1)}]",
                lambda: f"({e(BOOL)} + {e(INT)})",
                lambda: f"next(({self._generator(INT, scope, depth)}), {e(INT)})",
                lambda: f"{most}(({self._generator(INT, scope, depth)}), default={e(INT)})",
                lambda: f"sum(({self._generator(INT, scope, depth)}), {e(INT)})",
                lambda: f"{most}({e(STRS)}, key=len, default={e(STR)}).count({e(STR)})",
                lambda: f"sum(i * len(c) for i, c in enumerate({e(STRS)}, {e(INT)}))",
                lambda: f"len(list(zip({e(STRS)}, {e(INTS)})))",
            )
        )()

    def _real(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        return rng.choice(
            (
                lambda: f"({e(FLOAT)} {rng.choice('+-*/')} {e(FLOAT)})",
                lambda: f"({e(FLOAT)} {rng.choice('+-*/')} {e(INT)})",
                lambda: f"({e(INT)} / {e(INT)})",
                lambda: f"({e(FLOAT)} {rng.choice(('//', '%'))} {e(rng.choice((INT, FLOAT)))})",
                lambda: f"float({e(STR)})",
                lambda: f"float({e(INT)})",
                lambda: f"abs({e(FLOAT)})",
                lambda: f"(-{e(FLOAT)})",
                lambda: f"round({e(FLOAT)}, {rng.randint(-2, 4)})",
                lambda: f"{rng.choice(('min', 'max'))}({e(FLOAT)}, {e(FLOAT)})",
                lambda: f"sum({e(FLOATS)}, 0.0)",
                lambda: f"({e(FLOATS)})[{rng.randint(-2, 2)}]",
                lambda: f"({e(FLOAT)} ** {rng.choice((2, 3, -1))})",
            )
        )()

    def _text(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        def bound() -> str:
            return rng.choice(("", str(rng.randint(-4, 6)), self.expression(INT, scope, 0)))

        cases = ("lower", "upper", "strip", "title", "capitalize", "swapcase", "lstrip", "rstrip")
        spec = rng.choice((">8", "<5", "^6", "05d", "+", ",", "x", "b"))
        real = rng.choice((".2f", "8.3f", ".0f", "e", "g", ".3g", ",.1f", "%"))
        return rng.choice(
            (
                lambda: f"({e(STR)} + {e(STR)})",
                lambda: f"({e(STR)})[{bound()}:{bound()}]",
                lambda: f"({e(STR)})[{bound()}:{bound()}:{rng.choice((1, 2, -1, -2))}]",
                lambda: f"({e(STR)})[{e(INT)}]",
                lambda: f"({e(STR)}).{rng.choice(cases)}()",
                lambda: f"({e(STR)}).{rng.choice(cases)}()",
                lambda: f"({e(STR)}).replace({e(STR)}, {e(STR)})[:40]",
                lambda: f"({e(STR)}).{rng.choice(('strip', 'lstrip', 'rstrip'))}({e(STR)})",
                lambda: f"({e(STR)} * {rng.randint(-1, 3)})",
                lambda: f"str({e(rng.choice((INT, FLOAT, BOOL, STR, INTS, STRS, FLOATS)))})",
                lambda: f"repr({e(rng.choice((STR, FLOAT, STRS)))})",
                lambda: "f'{" + e(INT) + ":" + spec + "}'" if self._plain() else e(STR),
                lambda: f"format({e(INT)}, {spec!r})",
                lambda: f"format({e(FLOAT)}, {real!r})",
                lambda: f"({rng.choice(('%d|%s', '%5d %r', '%x%s'))!r} % ({e(INT)}, {e(STR)}))",
                lambda: f"({rng.choice(('%.2f', '%g', '%8.3e', '%d'))!r} % {e(FLOAT)})",
                lambda: f"({e(STR)}).join({e(STRS)})",
                lambda: f"({e(STRS)})[{rng.randint(-2, 2)}]",
                lambda: f"({e(STR)} or {e(STR)})",
                lambda: f"chr({e(INT)} % 1000 + 32)",
                lambda: f"({e(STR)}).{rng.choice(('zfill', 'rjust', 'ljust', 'center'))}(9)",
                lambda: f"({e(STR)}).partition({e(STR)})[{rng.randint(0, 2)}]",
                lambda: f"({e(STR)}).split()[{rng.randint(-1, 1)}]",
                lambda: f"{rng.choice(('min', 'max'))}({e(STRS)})",
            )
        )()

    def _plain(self) -> bool:
        # Before Python 3.12, a quote inside an f-string's expression ends the string.
        return False

    def _truth(self, scope: dict[str, str], depth: int) -> str:
        rng = self._rng

        def e(of: str) -> str:
            return self.expression(of, scope, depth)

        compare = ("==", "!=", "<", "<=", ">", ">=")
        of = rng.choice((INT, INT, FLOAT, STR, STR, BOOL, INTS, STRS))
        listed = rng.choice((INTS, STRS, FLOATS))
        facts = ("isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "isdecimal")
        return rng.choice(
            (
                lambda: f"({e(of)} {rng.choice(compare)} {e(of)})",
                lambda: f"({e(of)} {rng.choice(compare)} {e(of)})",
                lambda: f"({e(INT)} {rng.choice(compare)} {e(FLOAT)})",
                lambda: f"({e(INT)} <= {e(INT)} < {e(INT)})",
                lambda: f"({e(BOOL)} {rng.choice(('and', 'or'))} {e(BOOL)})",
                lambda: f"(not {e(BOOL)})",
                lambda: f"({e(STR)} {rng.choice(('in', 'not in'))} {e(STR)})",
                lambda: f"({e(ELEMENT[listed])} in {e(listed)})",
                lambda: f"({e(STR)}).{rng.choice(('startswith', 'endswith'))}({e(STR)})",
                lambda: f"({e(STR)}).{rng.choice(facts)}()",
                lambda: f"({rng.choice(list(scope))} is {rng.choice(('None', 'not None'))})",
                lambda: f"bool({e(rng.choice(TYPES))})",
                lambda: f"{rng.choice(('any', 'all'))}(x > {e(INT)} for x in {e(INTS)})",
                lambda: f"isinstance({rng.choice(list(scope))}, {rng.choice(('int', 'str'))})",
            )
        )()

    def _list(self, of: str, scope: dict[str, str], depth: int) -> str:
        rng = self._rng
        item = ELEMENT[of]

        def e(wanted: str) -> str:
            return self.expression(wanted, scope, depth)

        def comprehension() -> str:
            name = self._new()
            source = rng.choice((INTS, STRS, FLOATS, STR))
            inside = {**scope, name: ELEMENT.get(source, STR)}
            text = f"{self.expression(item, inside, depth)} for {name} in ({e(source)})[:6]"
            if rng.random() < 0.4:
                text += f" if {self.expression(BOOL, inside, depth)}"
            return f"[{text}]"

        makers = [
            lambda: "[" + ", ".join(e(item) for _ in range(rng.randint(0, 3))) + "]",
            lambda: f"({e(of)} + {e(of)})",
            lambda: f"({e(of)})[{rng.randint(-3, 3)}:]",
            lambda: f"({e(of)})[::-1]",
            lambda: f"sorted({e(of)}{rng.choice(('', ', reverse=True'))})",
            lambda: f"list({e(of)})",
            comprehension,
            comprehension,
        ]
        if of == STRS:
            makers += [
                lambda: f"({e(STR)}).split({rng.choice(('', repr(' '), repr(','), e(STR)))})",
                lambda: f"({e(STR)}).splitlines()",
                lambda: f"list({e(STR)})",
            ]
        if of == INTS:
            makers.append(lambda: f"list(range({rng.randint(-2, 5)}, {rng.randint(0, 8)}))")
        return rng.choice(makers)()
