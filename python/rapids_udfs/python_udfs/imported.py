# SPDX-License-Identifier: Apache-2.0

"""Values of imported modules: Python workers import them again, whatever the driver has set."""

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

# What returns the same in every process.
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
    path = tuple(owner.__qualname__.split(".")) if isinstance(owner, type) else ()
    what = ".".join([module.__name__, *path, name])
    if isinstance(value, FunctionType):
        if not _is_written(module, path, name, value):
            raise Refusal(f"{what} was replaced after its import, which Python workers repeat")
        return
    try:
        now = constant(value)
    except Refusal:
        return  # a module or a class
    try:
        if constant(_value(module, path, name)) == now:
            return
    except Exception as e:
        reason = f"{what}, which every Python worker recomputes when it imports {module.__name__}"
        raise Refusal(reason) from e
    raise Refusal(f"{what}, which was changed after its import, which Python workers repeat")


@functools.lru_cache(maxsize=64)
def _block(text: str, path: tuple[str, ...]) -> tuple[Any, Bindings]:
    """The tree of a module, or of a class in it."""
    block: Any = ast.parse(text)
    for part in path:
        (block,) = (n for n in block.body if isinstance(n, ast.ClassDef) and n.name == part)
    return block, Bindings(block)


def _is_written(module: ModuleType, path: tuple[str, ...], name: str, value: FunctionType) -> bool:
    """Whether the text binds a name to a function: its own, a decorated or an imported one."""
    try:
        _, bindings = _block(inspect.getsource(module), path)
    except (OSError, TypeError, ValueError):
        return True
    for source, attribute in (*bindings.imports.get(name, ()), *bindings.imports.get("*", ())):
        origin = sys.modules.get(importlib.util.resolve_name(source, module.__package__))
        if getattr(origin, name if attribute == "*" else attribute or "", None) is value:
            return True
    return any(_may_be(module, node, value) for node in bindings.nodes.get(name, ()))


def _may_be(module: ModuleType, node: Any, value: FunctionType) -> bool:
    """Whether a definition or an assignment may bind its name to a function."""
    decorators = getattr(node, "decorator_list", [])
    if value.__code__.co_filename == inspect.getsourcefile(module):
        first = min(n.lineno for n in (node, *decorators))
        if first <= value.__code__.co_firstlineno <= node.end_lineno:
            return True
    if isinstance(node, ast.FunctionDef):
        return any(ast.unparse(decorator) not in _UNWRAPPED for decorator in decorators)
    of = getattr(node, "value", None)
    return isinstance(of, ast.Call) or (
        isinstance(of, ast.Name) and vars(module).get(of.id) is value
    )


def _value(module: ModuleType, path: tuple[str, ...], name: str) -> Any:
    """The value by the text; an exception if it depends on more than the text."""
    if is_standard(module.__name__):
        return getattr(module, name)
    try:
        block, bindings = _block(inspect.getsource(module), path)
    except (OSError, TypeError):  # not written in Python
        return getattr(module, name)
    star = None if bindings.count(name) else bindings.only_import("*")
    if import_ := star or bindings.only_import(name):
        origin = importlib.util.resolve_name(import_[0], module.__package__)
        return _value(sys.modules[origin], (), name if star else import_[1] or "")
    (bound,) = bindings.nodes[name]
    others = (n for s in block.body if s is not bound for n in _changing(s))
    if bound not in block.body or not _is_plain(bound) or name in others:
        raise ValueError(name)
    _check_pure(module, bound.value)
    bare = ast.Assign(_targets(bound), bound.value, lineno=bound.lineno, col_offset=0)
    names = dict(vars(module))
    code = compile(ast.Module([bare], []), module.__name__, "exec")
    exec(code, names)  # noqa: S102 - pure, and the import has run it before
    return names[name]


def _targets(statement: Any) -> list[ast.expr]:
    return getattr(statement, "targets", None) or [statement.target]


def _is_plain(statement: ast.AST) -> bool:
    """Whether a statement assigns to names, or to tuples of names."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return False
    nodes = (n for target in _targets(statement) for n in ast.walk(target))
    return all(isinstance(n, ast.Name | ast.Tuple | ast.Store) for n in nodes)


def _changing(statement: ast.stmt) -> list[str]:
    """The names that a statement may change: those of its targets, or all."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return []
    if isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test):
        return []
    parts: list[Any] = [statement]
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        parts = _targets(statement)
    return [n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)]


def _check_pure(module: ModuleType, expression: ast.expr) -> None:
    """Raise an exception unless an expression has the same value in every process."""
    nodes = [*ast.walk(expression)]
    inner = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for node in nodes:
        if isinstance(node, _IMPURE):
            raise ValueError(node)
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
                continue
            code = compile(ast.Expression(node.func), module.__name__, "eval")
            callee = eval(code, dict(vars(module)))
            known = canonical(callee)
            if not record_of(callee) and not (known and known[1] in _CALLS):
                raise ValueError(node)
        elif isinstance(node, ast.Name) and node.id not in inner:
            value = vars(module).get(node.id, vars(builtins).get(node.id))
            if isinstance(value, ModuleType):
                if value.__name__ not in _MODULES:
                    raise ValueError(node)
            elif canonical(value) is None and record_of(value) is None:
                constant(value)
                check(module, node.id, value)
