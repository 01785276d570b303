# SPDX-License-Identifier: Apache-2.0

"""Finds the Python UDFs of files that compile, and the obstacles of the others, without Spark."""

from __future__ import annotations

import ast
import builtins
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import BuiltinFunctionType, MethodDescriptorType
from typing import Any, Final, NamedTuple

from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.python_udfs.function import translate
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import Function, Source
from rapids_udfs.survey.static import Block, read

OPERATIONS: Final = Path(__file__).with_name("python_operations.json")
"""The names of the operations that the JVM supports; generated."""
_MAKERS: Final = ("udf", "udaf")
_WITHOUT_SOURCE: Final = (BuiltinFunctionType, MethodDescriptorType, type)
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
    files = (file for path in paths for file in _files(path, result.unreadable))
    for path in dict.fromkeys(files):
        try:
            block = _block(path)
            udfs = [*_udfs(block.tree, block)]
        except (SyntaxError, ValueError, OSError, RecursionError) as e:
            # The text of a SyntaxError names the file, which the parser does not know.
            reason = e.msg if isinstance(e, SyntaxError) else str(e)
            line = getattr(e, "lineno", None)
            result.unreadable[str(path)] = reason + (f" (line {line})" if line else "")
            continue
        result.files += 1
        unique = {id(f.source.node if isinstance(f.source, Source) else f.source): f for f in udfs}
        result.udfs += [_judge(path, each, operations) for each in unique.values()]
    return result


def _files(path: Path, unreadable: dict[str, str]) -> Iterator[Path]:
    if not path.exists():
        raise ArgumentValueError(
            f"there is no {path}. Give Python files, or folders with some in them."
        )
    if not path.is_dir():
        yield path
        return

    def failed(error: OSError) -> None:
        unreadable[error.filename] = str(error.strerror)

    for folder, names, files in os.walk(path, onerror=failed):
        names[:] = sorted(name for name in names if name[0] != "." and name not in _SKIPPED)
        for file in sorted(files):
            if file[0] != "." and file.endswith((".py", ".ipynb")):
                yield Path(folder, file)


def _block(path: Path) -> Block:
    if path.suffix == ".ipynb":
        raise ValueError("it is a notebook: survey what jupyter nbconvert --to script writes")
    if path.exists() and not path.is_file():
        raise ValueError("it is not a regular file")  # a pipe would never end
    return read(path)


def _judge(path: Path, udf: _Candidate, operations: frozenset[str]) -> SurveyedUdf:
    source, refusals = udf.source, [udf.refusal] if udf.refusal else []
    file, places = str(path), {"": str(path)}
    if isinstance(source, Source):
        # The function may be imported from another file.
        file = file if Path(source.file) == path.resolve() else source.file
        places = {"": file, source.file: file}
        try:
            for node in _nodes(translate(source, refusals)["functions"]):
                if missing := _missing(node, operations):
                    refusals.append(Refusal(missing[0], line=node["l"], unknown=missing[1]))
        except Exception as e:
            refusals.append(Refusal(f"{type(e).__name__} in the front end", source.node))
    obstacles = dict.fromkeys(
        Obstacle(r.line, r.reason, not r.unknown, places.get(r.file, r.file)) for r in refusals
    )
    if isinstance(source, Source):
        return SurveyedUdf(file, source.node.lineno, source.name, tuple(obstacles))
    return SurveyedUdf(file, source.lineno, ast.unparse(source), tuple(obstacles))


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
        return None if error else (f"{name}()", False)
    method = str(node["func"].get("attr", "")) if kind == "Call" else ""
    if method and method not in {name.rpartition(".")[2] for name in operations}:
        # Only a run can tell whose method it is.
        return f"the method {method}, which is not compiled for any type", True
    return None


class _Candidate(NamedTuple):
    """The function of a UDF, or an expression for it, and a reason that may prevent compiling."""

    source: Source | ast.expr
    refusal: Refusal | None = None


def _udfs(node: ast.AST, block: Block) -> Iterator[_Candidate]:
    """The functions of UDFs."""
    parts = [*ast.iter_child_nodes(node)]
    if isinstance(node, ast.FunctionDef):
        makers = [decorator for decorator in node.decorator_list if _makes_udfs(decorator, block)]
        names = [ast.unparse(d).partition("(")[0] for d in node.decorator_list if d not in makers]
        others = [f"the decorator {name}" for name in names if name != "staticmethod"]
        if makers:
            unknown = Refusal(others[0], node, unknown=True) if others else None
            yield _Candidate(block.source(node), unknown)
        # The argument of such a decorator is a type.
        parts = [part for part in parts if part not in makers]
    elif isinstance(node, ast.Call) and _makes_udfs(node.func, block):
        # udf(function)(column), not udf(type)(function)
        called = isinstance(node.func, ast.Call) and not all(map(_is_type, _argument(node.func)))
        for function in () if called else _argument(node):
            if isinstance(function, ast.Lambda):
                yield _Candidate(block.source(function))
            elif isinstance(value := block.value(function, "a function"), Source):
                yield _Candidate(value)
            elif not (_is_type(function) or _is_udf(function, block)):
                yield _Candidate(function, _not_here(function, value, block))
    if isinstance(node, Function | ast.ClassDef):
        block = Block(node, block.file, block)
    for inner in parts:
        yield from _udfs(inner, block)


def _argument(call: ast.Call) -> list[ast.expr]:
    """The argument of ``udf`` or ``register`` that is a function, or perhaps a type."""
    position = 1 if ast.unparse(call.func).endswith(".register") else 0
    by_name = [k.value for k in call.keywords if k.arg == "f"]
    return by_name or call.args[position:][:1]


def _is_type(node: ast.expr) -> bool:
    """Return whether an argument of ``udf`` is the result's type, as in ``made = udf("int")``."""
    return isinstance(node, ast.Constant) or "Type(" in ast.unparse(node)


def _is_udf(node: ast.expr, block: Block) -> bool:
    """Return whether an expression is a UDF, which is found where it is made."""
    if isinstance(node, ast.Call):
        return _makes_udfs(node.func, block)
    owner: object = block
    if isinstance(node, ast.Attribute):
        owner = block.value(node.value, "")
    name = getattr(node, "attr", getattr(node, "id", ""))
    binding = owner.bound(name) if isinstance(owner, Block) else None
    makers = [binding] if isinstance(binding, ast.Call) else getattr(binding, "decorator_list", [])
    return any(_makes_udfs(maker, block) for maker in makers)


def _not_here(node: ast.expr, value: object, block: Block) -> Refusal:
    """The reason why it is unknown whether a UDF compiles, whose function is not in its file."""
    if isinstance(value, _WITHOUT_SOURCE):
        return Refusal(f"{ast.unparse(node)} has no Python source", node)
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if isinstance(root, ast.Name) and block.imports(root.id):
        return Refusal("its function is not in this file", node, unknown=True)
    return Refusal("only a run can tell which function it is", node, unknown=True)


def _makes_udfs(node: ast.expr, block: Block) -> bool:
    """Return whether an expression is ``udf``, ``udaf``, a call or ``spark.udf.register``."""
    if isinstance(node, ast.Call):
        return _makes_udfs(node.func, block)
    name = ast.unparse(node)
    if isinstance(node, ast.Name):
        return name in _MAKERS or any(a in _MAKERS for _, a in block.imports(name))
    return name.endswith((".udf", ".udaf", ".udf.register"))
