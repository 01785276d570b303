# SPDX-License-Identifier: Apache-2.0

"""Which Python UDFs of files compile, and what stands in the way of the others, without Spark."""

from __future__ import annotations

import ast
import builtins
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.python_udfs.program import translate
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import Function, Source
from rapids_udfs.python_udfs.static import Block, read

OPERATIONS: Final = Path(__file__).with_name("python_operations.json")
"""The names of the operations that the JVM has; generated."""
_SKIPPED: Final = ("node_modules", "site-packages", "__pycache__", "venv")


@dataclass(frozen=True)
class Obstacle:
    """A construct that stands in the way of compiling a UDF."""

    line: int
    reason: str
    certain: bool
    """False if it may compile, which only a run can say."""
    file: str


@dataclass(frozen=True)
class SurveyedUdf:
    """A UDF that was found in a file."""

    file: str
    line: int
    name: str
    obstacles: tuple[Obstacle, ...]

    @property
    def compiles(self) -> str:
        """``yes``, ``no``, or ``perhaps`` where what it names is known only at run time."""
        if any(obstacle.certain for obstacle in self.obstacles):
            return "no"
        return "perhaps" if self.obstacles else "yes"


@dataclass
class Survey:
    """The UDFs of files."""

    udfs: list[SurveyedUdf] = field(default_factory=list)
    files: int = 0
    """How many files were read."""
    unreadable: dict[str, str] = field(default_factory=dict)
    """Files that are no Python of this version, and why."""

    def unlocks(self) -> list[tuple[str, int, int]]:
        """Reasons, with the UDFs that each alone keeps from compiling and all that have it."""
        alone: Counter[str] = Counter()
        everywhere: Counter[str] = Counter()
        for udf in self.udfs:
            reasons = {obstacle.reason for obstacle in udf.obstacles}
            everywhere.update(reasons)
            alone.update(reasons if len(reasons) == 1 else ())
        order = sorted(everywhere, key=lambda r: (-alone[r], -everywhere[r], r))
        return [(reason, alone[reason], everywhere[reason]) for reason in order]


def survey(paths: Iterable[Path]) -> Survey:
    """Read files, and the Python files of folders.

    Raises:
        ArgumentValueError: a path that is not there.
    """
    found = Survey()
    operations = _operations()
    for path in dict.fromkeys(file for each in paths for file in _files(each)):
        try:
            block = read(path)
            sources = [*_udfs(block.tree, block)]
        except (SyntaxError, ValueError, OSError, RecursionError) as e:
            found.unreadable[str(path)] = _why(e)
            continue
        found.files += 1
        unique = {id(source.node): (source, refusal) for source, refusal in sources}
        for source, refusal in unique.values():
            found.udfs.append(_judge(path, source, refusal, operations))
    return found


def _why(e: Exception) -> str:
    # The text of a SyntaxError names the file, which the parser was not told.
    return f"{e.msg} (line {e.lineno})" if isinstance(e, SyntaxError) else str(e)


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise ArgumentValueError(
            f"there is no {path}. Give Python files, or folders with some in them."
        )
    if not path.is_dir():
        return [path]
    every = sorted(path.rglob("*.py"))
    inner = [(file, file.relative_to(path).parts) for file in every]
    return [f for f, parts in inner if not any(p[0] == "." or p in _SKIPPED for p in parts)]


def _judge(
    path: Path, source: Source, refusal: Refusal | None, operations: frozenset[str] | None
) -> SurveyedUdf:
    refusals = [refusal] if refusal else []
    try:
        program = translate(source, refusals)
        refusals += _unknown_names(program["functions"], operations)
    except Exception as e:
        refusals.append(Refusal(source.node.lineno, 0, f"{type(e).__name__} in the front end"))
    places = {"": str(path), source.file: str(path)}
    obstacles = dict.fromkeys(
        Obstacle(r.line, r.reason, not r.unknown, places.get(r.file, r.file)) for r in refusals
    )
    return SurveyedUdf(str(path), source.node.lineno, source.name, tuple(obstacles))


def _operations() -> frozenset[str] | None:
    return frozenset(json.loads(OPERATIONS.read_text())) if OPERATIONS.is_file() else None


def _unknown_names(made: Any, operations: frozenset[str] | None) -> Iterator[Refusal]:
    """What the JVM has no operation for; without the list of operations, nobody knows."""
    if isinstance(made, list):
        for each in made:
            yield from _unknown_names(each, operations)
    elif isinstance(made, dict):
        name = str(made.get("id", ""))
        if made.get("t") == "Named":
            short = name.partition(".")[2]  # datetime.datetime.strptime is datetime.strptime there
            if operations is None or not operations & {name, short}:
                yield Refusal(made["l"], made["c"], name, unknown=operations is None)
        elif made.get("t") == "Builtin" and operations is not None and name not in operations:
            kind = getattr(builtins, name, None)
            if not (isinstance(kind, type) and issubclass(kind, BaseException)):
                yield Refusal(made["l"], made["c"], name)
        elif made.get("t") == "Call" and operations is not None:
            name = str(made["func"].get("attr", ""))
            # Whose method it is, only a run could say.
            if name and name not in {known.rpartition(".")[2] for known in operations}:
                yield Refusal(
                    made["l"],
                    made["c"],
                    f"the method {name}, which is not compiled for any type",
                    unknown=True,
                )
        for value in made.values():
            yield from _unknown_names(value, operations)


def _udfs(node: ast.AST, block: Block) -> Iterator[tuple[Source, Refusal | None]]:
    """The functions that UDFs are made of, with what is known against each."""
    if isinstance(node, ast.FunctionDef):
        ours = [d for d in node.decorator_list if _makes_udfs(d, block)]
        others = [ast.unparse(d) for d in node.decorator_list if d not in ours]
        others = [other for other in others if other != "staticmethod"]
        if ours:
            why = f"the decorator {others[0].partition('(')[0]}" if others else ""
            refusal = Refusal(node.lineno, node.col_offset, why, unknown=True) if why else None
            yield block.source(node, node.name), refusal
    elif isinstance(node, ast.Call) and _makes_udfs(node.func, block):
        position = 1 if ast.unparse(node.func).endswith(".register") else 0
        given = [k.value for k in node.keywords if k.arg == "f"] or node.args[position:][:1]
        if given and isinstance(given[0], ast.Lambda):
            yield block.source(given[0], "<lambda>"), None
        elif given and isinstance(given[0], ast.Name | ast.Attribute):
            function = block.value(given[0])
            if isinstance(function, Source):
                yield function, None
    if isinstance(node, Function | ast.ClassDef):
        block = Block(node, block.file, block)
    for inner in ast.iter_child_nodes(node):
        yield from _udfs(inner, block)


def _makes_udfs(node: ast.expr, block: Block) -> bool:
    """Return whether an expression is ``udf``, ``udf(...)`` or ``spark.udf.register``."""
    if isinstance(node, ast.Call):
        return _makes_udfs(node.func, block)
    name = ast.unparse(node)
    if isinstance(node, ast.Name):
        return name == "udf" or any(a == "udf" for _, a in block.imports(name))
    return name.endswith((".udf", ".udf.register"))
