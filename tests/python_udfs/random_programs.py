# SPDX-License-Identifier: Apache-2.0

"""Random functions of Python, compared with themselves compiled.

python -m tests.python_udfs.random_programs --programs 1000 --rows 200 --seed 1 [--in-process]
    [--columns]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

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
from .written import imported

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

SEARCHED = 60
"""So many rows are found by what they reach."""


@dataclass(frozen=True)
class Program:
    """A function as text, with its types."""

    name: str
    text: str
    types: tuple[str, ...]
    returns: str


class Writer(ExpressionWriter):
    """Writes one function; the same seed writes the same."""

    types: tuple[str, ...] = TYPES
    parameters: tuple[str, ...] = (INT, INT, STR, STR, FLOAT, BOOL, INTS, STRS, FLOATS)
    helpers: tuple[str, ...] = (INT, STR, FLOAT)
    statements = 6
    nesting = 4
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
        self._lines = [f"def {name}({', '.join(scope)}):"]
        if rng.random() < 0.3:
            self._line(1, "if a0 is None:")
            self._line(2, "return None")
        self._block(scope, returns, 1, rng.randint(2, self.statements))
        self._line(1, f"return {self.expression(returns, scope, 3)}")
        text = "\n".join(self._lines)
        return Program(name, text, tuple(SPARK[of] for of in types), SPARK[returns])

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _block(self, scope: dict[str, str], returns: str, depth: int, count: int) -> None:
        """Statements; what they bind stays in ``scope``."""
        for _ in range(count):
            self._statement(scope, returns, depth)

    def _inner(self, scope: dict[str, str], returns: str, depth: int) -> None:
        """A block that may not run: the names that it binds are not seen after it."""
        self._block(dict(scope), returns, depth, self._rng.randint(1, 2))

    def _statement(self, scope: dict[str, str], returns: str, depth: int) -> None:
        rng = self._rng
        kinds = ["assign"] * 4 + ["augment"] * 3 + ["append"]
        if depth < self.nesting:
            kinds += ["if", "if", "if", "for", "for", "while", "try", "try"]
        if depth == 1:
            kinds += ["helper"]  # elsewhere it is not compiled
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
        found = [n for n, of in scope.items() if of in self.operators]
        if not found:
            return self._assign(scope, returns, depth)
        name = self._rng.choice(found)
        of = scope[name]
        op = self.operators[of].split()
        # A text that grows in nested loops would never end.
        value = self.expression(of, scope, 2) if of != STR else f"({self._text(scope, 2)})[:5]"
        if of == INT and self._loops:
            op, value = [o for o in op if o in ("+=", "-=", "%=", "^=")], _bounded(value, INT)
        return self._line(depth, f"{name} {self._rng.choice(op)} {value}")

    def _append(self, scope: dict[str, str], returns: str, depth: int) -> None:
        found = [n for n, of in scope.items() if of in ELEMENT and not n.startswith("a")]
        if not found:
            return self._assign(scope, returns, depth)
        name = self._rng.choice(found)
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
        # Nobody changes the counter: it is not in scope.
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
        """A function inside, called at once."""
        rng = self._rng
        function, parameter, result = self._new(), self._new(), self._new()
        given, of = rng.choice(self.helpers), rng.choice(self.helpers)
        self._line(depth, f"def {function}({parameter}):")
        inside = {parameter: given}
        if rng.random() < 0.5:
            self._line(depth + 1, f"if {self.condition(inside, 2)}:")
            self._line(depth + 2, f"return {self.expression(of, inside, 2)}")
        self._line(depth + 1, f"return {self.expression(of, inside, 2)}")
        self._line(depth, f"{result} = {function}({self.expression(given, scope, 2)})")
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
    """A value that does not grow without end where it is computed again and again."""
    bounds = {INT: f"({value}) % 1000003", FLOAT: value, BOOL: value}
    return bounds.get(of, f"({value})[:20]")


def programs(count: int, seed: int, writer: type[Writer] = Writer) -> Iterator[Program]:
    """Programs of a seed."""
    for i in range(count):
        yield writer(f"{seed}/{i}").program(f"f{i}")


def loaded(some: Sequence[Program], folder: Path) -> list[Callable[..., Any]]:
    """The functions of programs, from a module of their own, whose file the front end reads."""
    name = f"random_programs_{abs(hash(tuple(p.text for p in some))):x}"
    parts = ("import math\nimport re", *(p.text for p in some))
    module = imported(folder, name, "\n\n\n".join(parts) + "\n")

    from pyspark import cloudpickle

    cloudpickle.register_pickle_by_value(module)
    return [getattr(module, p.name) for p in some]


@dataclass
class Result:
    """What a run found."""

    compiled: int = 0
    rows: int = 0
    errors: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    undecided: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def run(
    spark: Any,
    some: Sequence[Program],
    *,
    rows: int = 50,
    seed: int = 0,
    batch: int = 20,
    shrink: bool = True,
    runs: Any = None,
) -> Result:
    """Compare programs, many in one query, by one of the two transports each.

    ``runs`` runs them, by default in Spark's Python workers and compiled.
    """
    from harness.session import COMPILED_TRANSPORTS
    from python_udfs import many_rows
    from rapids_udfs.errors import NotCompiledError
    from rapids_udfs.testing.python_udfs.check import compare
    from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
    from rapids_udfs.testing.python_udfs.subject import Subject

    runs, found = runs or SparkRuns(spark), Result()
    with tempfile.TemporaryDirectory() as folder:
        for at in range(0, len(some), batch):
            part = some[at : at + batch]
            subjects = []
            for i, (program, f) in enumerate(zip(part, loaded(part, Path(folder)), strict=True)):
                transport = COMPILED_TRANSPORTS[i % len(COMPILED_TRANSPORTS)]
                subject = Subject(f, program.types, program.returns, transport=transport)
                try:
                    runs.check_compiled(subject)
                except NotCompiledError as e:
                    found.refused[e.reason] += 1
                    continue
                many_rows.find(spark, subject, [], rows, seed, SEARCHED)
                subjects.append((program, subject))
            found.compiled += len(subjects)
            reports = compare(runs, [s for _, s in subjects], shrink=shrink) if subjects else []
            for (program, _), report in zip(subjects, reports, strict=True):
                found.rows += report.rows
                found.errors += report.errors
                found.undecided.update(report.undecided)
                if not report.ok:
                    found.differences.append(f"{program.text}\n\n{report}")
    return found


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description="compare random functions with Python")
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--no-shrink", action="store_true")
    text = "expect the results of this process instead of Python workers: faster"
    parser.add_argument("--in-process", action="store_true", help=text)
    text = "write functions for columns, and run them there, on the emulator of cuDF"
    parser.add_argument("--columns", action="store_true", help=text)
    options = parser.parse_args()
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "tools")]
    from harness.in_columns import ALWAYS
    from harness.session import Setup, start
    from python_udfs.random_columnar_programs import ColumnarWriter

    begun = time.monotonic()
    spark = start(Setup(Path(tempfile.mkdtemp()), "emulate" if options.columns else "explain"))
    spark.sparkContext.setLogLevel("OFF")
    for key, value in ALWAYS.items():
        spark.conf.set(key, value)
    writer = ColumnarWriter if options.columns else Writer
    some = list(programs(options.programs, options.seed, writer))[options.first :]
    runs = None
    if options.in_process:
        from python_udfs.in_process import InProcessRuns

        runs = InProcessRuns(spark)
    total = Result()
    for at in range(0, len(some), options.batch):
        found = run(
            spark,
            some[at : at + options.batch],
            rows=options.rows,
            seed=options.seed,
            batch=options.batch,
            shrink=not options.no_shrink,
            runs=runs,
        )
        for text in found.differences:
            print(text, end="\n\n", flush=True)
        total.compiled += found.compiled
        total.rows += found.rows
        total.errors += found.errors
        total.refused += found.refused
        total.undecided += found.undecided
        total.differences += found.differences
        done = at + len(some[at : at + options.batch])
        print(f"{done} programs, {len(total.differences)} differ, {time.monotonic() - begun:.0f} s")
    print(f"{total.compiled} of {len(some)} programs compiled; {total.rows} rows compared, ")
    print(f"{total.errors} of which raise; {len(total.differences)} programs differ")
    for title, counts in (("refused", total.refused), ("undecided rows", total.undecided)):
        for reason, count in counts.most_common(20):
            print(f"  {title}: {count} {reason}")
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
