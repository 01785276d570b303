# SPDX-License-Identifier: Apache-2.0

"""Values of imported modules: Python workers import these anew, whatever the driver has set."""

from __future__ import annotations

import ast
import builtins
import functools
import importlib.util
import inspect
import sys
from types import FunctionType, ModuleType
from typing import Any, Final

from rapids_udfs.python_udfs.constants import constant, record_of
from rapids_udfs.python_udfs.names import canonical, is_standard
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.scopes import Bindings
from rapids_udfs.python_udfs.source import is_imported

# What gives the same in every process.
_CALLS: Final = {
    *("set", "frozenset", "dict", "list", "tuple", "int", "float", "str", "bool", "bytes", "len"),
    *("range", "zip", "enumerate", "sorted", "reversed", "sum", "min", "max", "abs", "round"),
    *("ord", "chr", "re.compile", "re.escape", "decimal.Decimal"),
    *("datetime.date", "datetime.datetime", "datetime.timedelta"),
}
_METHODS: Final = {
    *("copy", "encode", "format", "get", "items", "join", "keys", "lower", "maketrans"),
    *("replace", "split", "splitlines", "strip", "title", "union", "upper", "values"),
}
_MODULES: Final = ("re", "datetime", "decimal", "math", "string")
_UNWRAPPED: Final = ("staticmethod", "classmethod")
_IMPURE: Final = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda)


def check(owner: ModuleType | type, name: str, value: object) -> None:
    """Check that a plain value or a function of an imported module or class is that of its text.

    Raises:
        Refusal: it was changed after the import, or only the import can tell.
    """
    if isinstance(owner, type):
        owner = next((of for of in owner.__mro__ if name in vars(of)), owner)
    module = owner if isinstance(owner, ModuleType) else sys.modules.get(owner.__module__)
    if module is None or module.__name__ == "__main__" or is_standard(module.__name__):
        return
    if isinstance(owner, type) and not is_imported(owner):
        return
    path = owner.__qualname__.split(".") if isinstance(owner, type) else []
    if isinstance(value, FunctionType):
        if not _is_written(module, path, name, value):
            reason = f"{module.__name__}.{'.'.join([*path, name])} was replaced after its import"
            raise Refusal(f"{reason}, which Python workers repeat")
        return
    try:
        now = constant(value)
    except Refusal:
        return  # a module or a class
    what = f"{'.'.join([module.__name__, *path, name])}, which"
    try:
        if constant(_value(module, path, name)) == now:
            return
    except Exception as e:
        reason = f"{what} every Python worker computes anew when it imports {module.__name__}"
        raise Refusal(reason) from e
    raise Refusal(f"{what} was changed after its import, which Python workers repeat")


@functools.lru_cache(maxsize=64)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


_bindings = functools.lru_cache(maxsize=64)(Bindings)


def _is_written(module: ModuleType, path: list[str], name: str, value: FunctionType) -> bool:
    """Whether the text binds a name to a function: its own, a decorated or an imported one."""
    try:
        binders = _binders(_block(module, path))
    except (OSError, TypeError, ValueError):
        return True
    nodes = (*binders.get(name, ()), *binders.get("*", ()))
    return any(_gives(module, node, name, value) for node in nodes)


@functools.lru_cache(maxsize=64)
def _binders(block: ast.AST) -> dict[str, list[Any]]:
    """The statements that bind each name, or by ``import *`` any, wherever they are in a block."""
    binders: dict[str, list[Any]] = {}
    for node in ast.walk(block):
        names = []
        if isinstance(node, ast.FunctionDef):
            names = [node.name]
        elif isinstance(node, ast.ImportFrom):
            names = [alias.asname or alias.name for alias in node.names]
        elif isinstance(node, ast.stmt):
            names = _targets(node)
        for name in names:
            binders.setdefault(name, []).append(node)
    return binders


def _gives(module: ModuleType, node: Any, name: str, value: FunctionType) -> bool:
    """Whether a statement may bind a name to a function."""
    decorators = getattr(node, "decorator_list", [])
    if value.__code__.co_filename == inspect.getsourcefile(module):
        first = min(n.lineno for n in (node, *decorators))
        if first <= value.__code__.co_firstlineno <= node.end_lineno:
            return True
    if isinstance(node, ast.FunctionDef):
        return any(ast.unparse(decorator) not in _UNWRAPPED for decorator in decorators)
    if isinstance(node, ast.ImportFrom):
        source = "." * node.level + (node.module or "")
        origin = sys.modules.get(importlib.util.resolve_name(source, module.__package__))
        originals = {alias.asname or alias.name: alias.name for alias in node.names}
        return getattr(origin, originals.get(name, name), None) is value
    of = node.value
    alias = isinstance(of, ast.Name) and vars(module).get(of.id) is value
    return alias or isinstance(of, ast.Call)


def _block(module: ModuleType, path: list[str]) -> Any:
    block: Any = _parsed(inspect.getsource(module))
    for part in path:
        (block,) = (n for n in block.body if isinstance(n, ast.ClassDef) and n.name == part)
    return block


def _value(module: ModuleType, path: list[str], name: str) -> Any:
    """The value by the text; an exception if it depends on more than the text."""
    if is_standard(module.__name__):
        return getattr(module, name)
    try:
        block = _block(module, path)
    except (OSError, TypeError):  # not written in Python
        return getattr(module, name)
    bindings = _bindings(block)
    star = None if bindings.count[name] else bindings.only_import("*")
    if import_ := star or bindings.only_import(name):
        origin = importlib.util.resolve_name(import_[0], module.__package__)
        return _value(sys.modules[origin], [], name if star else import_[1] or "")
    (bound,) = (s for s in block.body if name in _targets(s))
    others = (n for s in block.body if s is not bound for n in _changing(s))
    if bindings.count[name] != 1 or name in others:
        raise ValueError(name)
    _check_pure(module, bound.value)
    bare = ast.Assign(_targets_of(bound), bound.value, lineno=bound.lineno, col_offset=0)
    names = dict(vars(module))
    code = compile(ast.Module([bare], []), module.__name__, "exec")
    exec(code, names)  # noqa: S102 - pure, and the import has run it before
    return names[name]


def _targets_of(statement: Any) -> list[ast.expr]:
    return getattr(statement, "targets", None) or [statement.target]


def _targets(statement: ast.stmt) -> list[str]:
    """The names that an assignment of names, or of tuples of names, binds."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return []
    nodes = [n for target in _targets_of(statement) for n in ast.walk(target)]
    plain = all(isinstance(n, ast.Name | ast.Tuple | ast.Store) for n in nodes)
    return [n.id for n in nodes if isinstance(n, ast.Name)] if plain else []


def _changing(statement: ast.stmt) -> list[str]:
    """The names that a statement may change: those of its targets, or all."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return []
    if isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test):
        return []
    parts: list[Any] = [statement]
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        parts = [*_targets_of(statement)]
    return [n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)]


def _check_pure(module: ModuleType, expression: ast.expr) -> None:
    nodes = [*ast.walk(expression)]
    inner = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for node in nodes:
        if isinstance(node, _IMPURE):
            raise ValueError(node)
        if isinstance(node, ast.Call):
            method = isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS
            code = compile(ast.Expression(node.func), module.__name__, "eval")
            callee = None if method else eval(code, dict(vars(module)))
            if (
                callee
                and not record_of(callee)
                and (canonical(callee) or ("", ""))[1] not in _CALLS
            ):
                raise ValueError(node)
        elif isinstance(node, ast.Name) and node.id not in inner:
            value = vars(module).get(node.id, vars(builtins).get(node.id))
            if isinstance(value, ModuleType):
                if value.__name__ not in _MODULES:
                    raise ValueError(node)
            elif canonical(value) is None and record_of(value) is None:
                constant(value)
                check(module, node.id, value)
