# SPDX-License-Identifier: Apache-2.0

"""Finds the Python UDFs of files that compile, and the obstacles of the others, without Spark."""

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
from rapids_udfs.python_udfs.function import translate
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import Function, Source
from rapids_udfs.survey.static import Block, read

OPERATIONS: Final = Path(__file__).with_name("python_operations.json")
"""The names of the operations that the JVM supports; generated."""
_SKIPPED: Final = ("node_modules", "site-packages", "__pycache__", "venv")


@dataclass(frozen=True)
class Obstacle:
    """A construct that stands in the way of compiling a UDF."""

    line: int
    reason: str
    certain: bool
    """False if it may compile, which only a run can tell."""
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
        """``yes``, ``no``, or ``perhaps`` if it uses names that are known only at run time."""
        if any(obstacle.certain for obstacle in self.obstacles):
            return "no"
        return "perhaps" if self.obstacles else "yes"


@dataclass
class Survey:
    """The UDFs of files."""

    udfs: list[SurveyedUdf] = field(default_factory=list)
    files: int = 0
    """The number of files that were read."""
    unreadable: dict[str, str] = field(default_factory=dict)
    """Files that are not Python of this version, with the reason."""

    def unlocks(self) -> list[tuple[str, int, int]]:
        """Return each reason with how many UDFs it alone prevents, and how many have it."""
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
        ArgumentValueError: a path that does not exist.
    """
    result = Survey()
    operations = frozenset(json.loads(OPERATIONS.read_text()))
    for path in dict.fromkeys(file for folder in paths for file in _files(folder)):
        if path.suffix == ".ipynb":
            export = "jupyter nbconvert --to script"
            result.unreadable[str(path)] = f"it is a notebook: survey what {export} writes"
            continue
        try:
            block = read(path)
            sources = [*_udfs(block.tree, block)]
        except (SyntaxError, ValueError, OSError, RecursionError) as e:
            # The text of a SyntaxError names the file, which the parser does not know.
            reason = e.msg if isinstance(e, SyntaxError) else str(e)
            line = getattr(e, "lineno", None)
            reason += f" (line {line})" if line else ""
            result.unreadable[str(path)] = reason
            continue
        result.files += 1
        unique = {id(source.node): (source, refusal) for source, refusal in sources}
        for source, refusal in unique.values():
            result.udfs.append(_judge(path, source, refusal, operations))
    return result


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise ArgumentValueError(
            f"there is no {path}. Give Python files, or folders with some in them."
        )
    if not path.is_dir():
        return [path]
    files = [(file, file.relative_to(path).parts) for file in sorted(path.rglob("*.py"))]
    return [f for f, parts in files if not any(p[0] == "." or p in _SKIPPED for p in parts)]


def _judge(
    path: Path, source: Source, refusal: Refusal | None, operations: frozenset[str]
) -> SurveyedUdf:
    refusals = [refusal] if refusal else []
    try:
        for node in _nodes(translate(source, refusals)["functions"]):
            if missing := _missing(node, operations):
                reason, unknown = missing
                refusals.append(Refusal(reason, line=node["l"], unknown=unknown))
    except Exception as e:
        refusals.append(Refusal(f"{type(e).__name__} in the front end", source.node))
    places = {"": str(path), source.file: str(path)}
    obstacles = dict.fromkeys(
        Obstacle(r.line, r.reason, not r.unknown, places.get(r.file, r.file)) for r in refusals
    )
    return SurveyedUdf(str(path), source.node.lineno, source.name, tuple(obstacles))


def _nodes(program: Any) -> Iterator[dict[str, Any]]:
    """The nodes of a program."""
    if isinstance(program, dict):
        yield program
        program = [*program.values()]
    for part in program if isinstance(program, list) else ():
        yield from _nodes(part)


def _missing(node: dict[str, Any], operations: frozenset[str]) -> tuple[str, bool] | None:
    """The name for which the JVM has no operation, and whether it may have one nevertheless."""
    kind, name = node.get("t"), str(node.get("id", ""))
    # datetime.datetime.strptime is datetime.strptime there.
    if kind == "Named" and not operations & {name, name.partition(".")[2]}:
        return name, False
    if kind == "Builtin" and name not in operations:
        value = getattr(builtins, name, None)
        error = isinstance(value, type) and issubclass(value, BaseException)
        return None if error else (name, False)
    method = str(node["func"].get("attr", "")) if kind == "Call" else ""
    if method and method not in {name.rpartition(".")[2] for name in operations}:
        # Only a run can tell whose method it is.
        return f"the method {method}, which is not compiled for any type", True
    return None


def _udfs(node: ast.AST, block: Block) -> Iterator[tuple[Source, Refusal | None]]:
    """The functions of UDFs, each with a reason that may prevent it from compiling."""
    if isinstance(node, ast.FunctionDef):
        makers = [_makes_udfs(decorator, block) for decorator in node.decorator_list]
        names = [ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list]
        others = [n for n, ours in zip(names, makers, strict=True) if not ours]
        others = [f"the decorator {name}" for name in others if name != "staticmethod"]
        if any(makers):
            unknown = Refusal(others[0], node, unknown=True) if others else None
            yield block.source(node), unknown
    elif isinstance(node, ast.Call) and _makes_udfs(node.func, block):
        position = 1 if ast.unparse(node.func).endswith(".register") else 0
        by_name = [k.value for k in node.keywords if k.arg == "f"]
        for function in by_name or node.args[position:][:1]:
            if isinstance(function, ast.Lambda):
                yield block.source(function), None
            elif isinstance(value := block.value(function, "a function"), Source):
                yield value, None
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
