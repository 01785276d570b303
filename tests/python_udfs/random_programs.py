# SPDX-License-Identifier: Apache-2.0

"""Random Python functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from .random_expressions import (
    BOOL,
    ELEMENT,
    FLOAT,
    FLOATS,
    INT,
    INTS,
    STR,
    STRS,
    TYPES,
    ExpressionWriter,
)

SPARK = {
    INT: "bigint",
    FLOAT: "double",
    STR: "string",
    BOOL: "boolean",
    INTS: "array<bigint>",
    STRS: "array<string>",
    FLOATS: "array<double>",
}
_EXCEPTIONS = (
    *("ZeroDivisionError", "ValueError", "IndexError", "KeyError", "OverflowError", "TypeError"),
    *("Exception", "(ValueError, TypeError)", "ArithmeticError", "LookupError", "AttributeError"),
)
_HANDLED = ("ValueError", "IndexError", "KeyError", "TypeError", "ZeroDivisionError", "Exception")
"""Every handler returns a different result, which shows the exception that came first."""


@dataclass(frozen=True)
class Program:
    """A function as text, with its types."""

    name: str
    text: str
    types: tuple[str, ...]
    returns: str


class Writer(ExpressionWriter):
    """Writes a function; the same seed writes the same function."""

    types: tuple[str, ...] = TYPES
    parameters: tuple[str, ...] = (INT, INT, STR, STR, FLOAT, BOOL, INTS, STRS, FLOATS)
    helpers: tuple[str, ...] = (INT, STR, FLOAT)
    statements = 6
    nesting = 4
    handled = 0.2
    """The share of functions that consist of one try statement."""
    operators: ClassVar[dict[str, str]] = {
        INT: "+= -= *= //= %= |= ^= &=",
        FLOAT: "+= -= *= /=",
        STR: "+=",
    }

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._lines: list[str] = []
        self._loops = 0

    def program(self, name: str) -> Program:
        rng = self._rng
        types = [rng.choice(self.parameters)]
        types += [rng.choice(self.types) for _ in range(rng.randint(0, 2))]
        scope = {f"a{i}": of for i, of in enumerate(types)}
        returns = rng.choice(self.types)
        self._handled = rng.random() < self.handled
        self._lines = [f"def {name}({', '.join(scope)}):"]
        depth = 1
        if self._handled:
            self._line(depth, "try:")
            depth += 1
        if rng.random() < 0.3:
            self._line(depth, "if a0 is None:")
            self._line(depth + 1, "return None")
        self._block(scope, returns, depth, rng.randint(2, self.statements))
        self._line(depth, f"return {self.expression(returns, scope, 3)}")
        for i, kind in enumerate(_HANDLED if self._handled else ()):
            results = {INT: f"{-1001 - i}", FLOAT: f"{-1001.5 - i}", STR: f"'!{i}'"}
            self._line(1, f"except {kind}:")
            self._line(2, f"return {results.get(returns, 'None')}")
        text = "\n".join(self._lines)
        return Program(name, text, tuple(SPARK[of] for of in types), SPARK[returns])

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _block(self, scope: dict[str, str], returns: str, depth: int, count: int) -> None:
        """Return statements; the names that they bind stay in ``scope``."""
        for _ in range(count):
            self._statement(scope, returns, depth)

    def _inner(self, scope: dict[str, str], returns: str, depth: int) -> None:
        """Return a block that may not run: later code does not use the names that it binds."""
        self._block(dict(scope), returns, depth, self._rng.randint(1, 2))

    def _statement(self, scope: dict[str, str], returns: str, depth: int) -> None:
        rng = self._rng
        kinds = ["assign"] * 4 + ["augment"] * 3 + ["append"]
        if depth < self.nesting:
            kinds += ["if", "if", "if", "for", "for", "while", "try", "try"]
        if depth == 1:  # only outside of an inner try statement: elsewhere, it is not compiled
            kinds += ["helper"]
        if depth > 1:
            kinds += ["return"]
            if self._loops:
                kinds += ["jump"]
        getattr(self, f"_{rng.choice(kinds)}")(scope, returns, depth)

    def _assign(self, scope: dict[str, str], returns: str, depth: int) -> None:
        rng = self._rng
        if rng.random() < 0.4:
            name = rng.choice(list(scope))
            of = scope[name]
        else:
            of, name = rng.choice(self.types), self._new()
        value = self.expression(of, scope, 3)
        if self._loops:
            value = _bounded(value, of)
        self._line(depth, f"{name} = {value}")
        scope[name] = of

    def _augment(self, scope: dict[str, str], returns: str, depth: int) -> None:
        names = [n for n, of in scope.items() if of in self.operators]
        if not names:
            return self._assign(scope, returns, depth)
        name = self._rng.choice(names)
        of = scope[name]
        op = self.operators[of].split()
        # A string that grows in nested loops would become huge.
        value = self.expression(of, scope, 2) if of != STR else f"({self._text(scope, 2)})[:5]"
        if of == INT and self._loops:
            op, value = [o for o in op if o in ("+=", "-=", "%=", "^=")], _bounded(value, INT)
        return self._line(depth, f"{name} {self._rng.choice(op)} {value}")

    def _append(self, scope: dict[str, str], returns: str, depth: int) -> None:
        names = [n for n, of in scope.items() if of in ELEMENT and not n.startswith("a")]
        if not names:
            return self._assign(scope, returns, depth)
        name = self._rng.choice(names)
        self._line(depth, f"{name}.append({self.expression(ELEMENT[scope[name]], scope, 2)})")
        return None

    def _if(self, scope: dict[str, str], returns: str, depth: int) -> None:
        rng = self._rng
        self._line(depth, f"if {self.condition(scope, 2)}:")
        self._inner(scope, returns, depth + 1)
        if rng.random() < 0.3:
            self._line(depth, f"elif {self.condition(scope, 2)}:")
            self._inner(scope, returns, depth + 1)
        if rng.random() < 0.5:
            self._line(depth, "else:")
            self._inner(scope, returns, depth + 1)

    def _for(self, scope: dict[str, str], returns: str, depth: int) -> None:
        rng = self._rng
        name = self._new()
        kind = rng.randint(0, 3)
        if kind == 0:
            of, over = INT, f"range({rng.randint(0, 6)})"
        elif kind == 1:
            of, over = STR, f"({self._text(scope, 2)})[:8]"
        else:
            inner = rng.choice([each for each in ELEMENT if each in self.types])
            of, over = ELEMENT[inner], f"({self.expression(inner, scope, 2)})[:6]"
        if rng.random() < 0.2:
            index = self._new()
            self._line(depth, f"for {index}, {name} in enumerate({over}):")
            inside = {**scope, name: of, index: INT}
        else:
            self._line(depth, f"for {name} in {over}:")
            inside = {**scope, name: of}
        self._loops += 1
        self._inner(inside, returns, depth + 1)
        self._loops -= 1
        if rng.random() < 0.1:
            self._line(depth, "else:")
            self._inner(scope, returns, depth + 1)

    def _while(self, scope: dict[str, str], returns: str, depth: int) -> None:
        count = self._new()
        self._line(depth, f"{count} = 0")
        condition = self.condition(scope, 2)
        self._line(depth, f"while {count} < {self._rng.randint(1, 6)} and {condition}:")
        self._line(depth + 1, f"{count} += 1")
        self._loops += 1
        # No statement changes the counter: it is not in scope.
        self._inner(scope, returns, depth + 1)
        self._loops -= 1

    def _jump(self, scope: dict[str, str], returns: str, depth: int) -> None:
        self._line(depth, f"if {self.condition(scope, 1)}:")
        self._line(depth + 1, self._rng.choice(("break", "continue")))

    def _try(self, scope: dict[str, str], returns: str, depth: int) -> None:
        rng = self._rng
        self._line(depth, "try:")
        self._inner(scope, returns, depth + 1)
        name = self._new()
        for _ in range(rng.choice((1, 1, 2))):
            if rng.random() < 0.3:
                self._line(depth, f"except {rng.choice(_EXCEPTIONS)} as {name}:")
                kept = self._new()
                self._line(depth + 1, f"{kept} = str({name})")
                self._inner({**scope, kept: STR}, returns, depth + 1)
            else:
                self._line(depth, f"except {rng.choice(_EXCEPTIONS)}:")
                self._inner(scope, returns, depth + 1)
        if rng.random() < 0.2:
            self._line(depth, "else:")
            self._inner(scope, returns, depth + 1)
        if rng.random() < 0.15:
            self._line(depth, "finally:")
            loops, self._loops = self._loops, 0
            self._assign(dict(scope), returns, depth + 1)
            self._loops = loops

    def _helper(self, scope: dict[str, str], returns: str, depth: int) -> None:
        """Return an inner function that is called immediately."""
        rng = self._rng
        function, parameter, result = self._new(), self._new(), self._new()
        takes, of = rng.choice(self.helpers), rng.choice(self.helpers)
        self._line(depth, f"def {function}({parameter}):")
        inside = {parameter: takes}
        if rng.random() < 0.5:
            self._line(depth + 1, f"if {self.condition(inside, 2)}:")
            self._line(depth + 2, f"return {self.expression(of, inside, 2)}")
        self._line(depth + 1, f"return {self.expression(of, inside, 2)}")
        self._line(depth, f"{result} = {function}({self.expression(takes, scope, 2)})")
        scope[result] = of

    def _return(self, scope: dict[str, str], returns: str, depth: int) -> None:
        if self._rng.random() < 0.15:
            text = f"raise ValueError({self.expression(STR, scope, 1)})"
        elif self._rng.random() < 0.1:
            text = "return None"
        else:
            text = f"return {self.expression(returns, scope, 2)}"
        self._line(depth, f"if {self.condition(scope, 1)}:")
        self._line(depth + 1, text)


def _bounded(value: str, of: str) -> str:
    """Return a value that does not grow without limit in a loop."""
    bounds = {INT: f"({value}) % 1000003", FLOAT: value, BOOL: value}
    return bounds.get(of, f"({value})[:20]")


def programs(count: int, seed: int, writer: type[Writer] = Writer) -> Iterator[Program]:
    """Yield the programs of a seed."""
    for i in range(count):
        yield writer(f"{seed}/{i}").program(f"f{i}")
