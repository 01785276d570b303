# SPDX-License-Identifier: Apache-2.0

"""The syntax tree of a function object, found by compiling its file and comparing code objects.

``inspect.getsource`` only looks at lines: it returns another lambda of the same line, the function
below ``functools.wraps``, or what an edited file has there now. A code object that equals the
function's own was compiled from the same text.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import functools
import inspect
import itertools
import operator
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from rapids_udfs.python_udfs.refusal import Refusal

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
MISSING: Final = object()
"""The value of a name that is bound nowhere."""
_FUTURE: Final = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
_FAR: Final = 1_000_000  # more lines than a file has


@dataclass(frozen=True)
class Source:
    """A function to be compiled: its tree, and the values of its names."""

    node: Function
    lookup: Callable[[str], object]
    """The value of a name that is not local, or MISSING."""
    file: str
    name: str
    defaults: Mapping[str, object] = field(default_factory=dict)
    """The values of parameters that have a default."""
    bound: Mapping[str, object] = field(default_factory=dict)
    """The values of parameters that ``functools.partial`` has bound."""
    package: str = ""
    module: ModuleType | None = None
    """The module that workers import the function from; None if they get it by value."""


def _lookup_of(function: FunctionType, rebound: frozenset[str]) -> Callable[[str], object]:
    """Look up names in the closure and the globals of a function object, as they are now."""
    cells: tuple[CellType, ...] = function.__closure__ or ()
    closure = dict(zip(function.__code__.co_freevars, cells, strict=True))
    # Workers import other modules, and have the values that the import gives.
    by_value = function.__globals__.get("__name__") == "__main__"

    def lookup(name: str) -> object:
        if name in closure:
            try:
                return closure[name].cell_contents
            except ValueError:
                raise Refusal(f"{name} has no value yet") from None
        if name in rebound and not by_value:
            raise Refusal(f"{name} is assigned by a global statement")
        return function.__globals__.get(name, vars(builtins).get(name, MISSING))

    return lookup


def is_imported(function: FunctionType | type) -> bool:
    """Return whether workers import a function or class by its name, as cloudpickle decides it."""
    module = sys.modules.get(str(function.__module__))
    if module is None or module.__name__ == "__main__":
        return False
    try:
        return operator.attrgetter(function.__qualname__)(module) is function
    except AttributeError:
        return False


def source_of(function: object) -> Source:
    """Return the source of a function object; raise a Refusal unless it is surely its own."""
    if isinstance(function, functools.partial):
        return _partial(function)
    if isinstance(function, MethodType):
        raise Refusal("a bound method")
    if not isinstance(function, FunctionType):
        name = f"an object of {type(function).__name__}, which is called like a function,"
        if isinstance(function, type) or function in vars(builtins).values():
            name = getattr(function, "__qualname__", type(function).__name__)
        raise Refusal(f"{name} has no Python source")
    code = function.__code__
    try:
        lines, _ = inspect.findsource(function)
    except (OSError, TypeError, IndexError, SyntaxError) as e:
        reason = f"its source cannot be read ({e}): define it in a file, a notebook or IPython"
        raise Refusal(reason) from e
    changed = "its source is not what runs: the file has changed since it was imported"
    if "@pytest_ar" in function.__globals__:
        changed = "pytest has rewritten the asserts of its module: what runs is not its source. "
        changed += "Move it to a module that holds no tests"
    node, rebound = _node_of(code, "".join(lines), code.co_flags & _FUTURE, changed)
    values = function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
    defaults = {**(function.__kwdefaults__ or {}), **dict(zip(names, values, strict=True))}
    package = str(function.__globals__.get("__package__") or "")
    lookup = _lookup_of(function, rebound)
    module = sys.modules[function.__module__] if is_imported(function) else None
    place = code.co_filename, function.__name__
    return Source(node, lookup, *place, defaults, package=package, module=module)


def _partial(partial: functools.partial[Any]) -> Source:
    source = source_of(partial.func)
    line, arguments = source.node.lineno, source.node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    if not partial.keywords.keys() <= {a.arg for a in (*arguments.args, *arguments.kwonlyargs)}:
        raise Refusal("functools.partial with a keyword that is not a parameter", line=line)
    free = [name for name in names if name not in source.bound]
    if len(partial.args) > len(free):
        raise Refusal("functools.partial with more arguments than it takes", line=line)
    bound = {**source.bound, **dict(zip(free, partial.args, strict=False)), **partial.keywords}
    # Parameters after one bound by keyword can only be passed by keyword: they have their default.
    later = itertools.dropwhile(lambda name: name not in partial.keywords, names)
    for name in later:
        if name not in bound and name not in source.defaults:
            reason = f"functools.partial leaves {name!r} to be passed by keyword"
            raise Refusal(reason, line=line)
        bound.setdefault(name, source.defaults.get(name))
    return replace(source, bound=bound)


def _node_of(
    code: CodeType, text: str, flags: int, changed: str
) -> tuple[Function, frozenset[str]]:
    """The tree of a code object, and the globals that functions of its file assign."""
    first = code.co_firstlineno
    # IPython compiles a cell statement by statement, so a function that calls an import of the
    # cell gets other code.
    for apart in (False, True):
        try:
            tree, codes, rebound = _compiled(text, flags, apart)
        except (SyntaxError, ValueError, RecursionError) as e:
            raise Refusal(f"its file does not compile: {e}", line=first) from e
        if equal := codes.count(code):
            break
    else:
        raise Refusal(changed, line=first)
    candidates = _candidates(tree, code)
    if len(candidates) == 1:
        return candidates[0], rebound
    # Several functions begin on this line. Move each far away, without the functions inside of it:
    # the first one that takes an equal code object with it is ours. A function around ours does
    # not, and one inside of ours comes later. (Python 3.10 merges two equal ones.)
    for i, node in enumerate(candidates):
        moved = ast.parse(text)
        _move(_candidates(moved, code)[i])
        codes = _codes_of(moved, flags, apart)
        if codes.count(code) < equal or code.replace(co_firstlineno=first + _FAR) in codes:
            return node, rebound
    raise Refusal("several functions begin on its line", line=first)


def _move(node: ast.AST) -> None:
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, Function):
            _move(inner)
    for attribute in {"lineno", "end_lineno"} & {*node._attributes}:
        setattr(node, attribute, getattr(node, attribute) + _FAR)


@functools.lru_cache(maxsize=16)
def _compiled(
    text: str, flags: int, apart: bool
) -> tuple[ast.Module, list[CodeType], frozenset[str]]:
    tree = ast.parse(text)
    rebound: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = [*ast.walk(node)]
            declared = {name for n in inside if isinstance(n, ast.Global) for name in n.names}
            stored = (n for n in inside if declared and isinstance(n, ast.Name))
            rebound |= declared & {n.id for n in stored if not isinstance(n.ctx, ast.Load)}
    return tree, _codes_of(tree, flags, apart), frozenset(rebound)


def _codes_of(tree: ast.Module, flags: int, apart: bool) -> list[CodeType]:
    """The code objects of a file, nested ones included; its statements compiled apart or not."""
    parts = [ast.Module([node], []) for node in tree.body] if apart else [tree]
    codes = [compile(p, "<source>", "exec", flags=flags, dont_inherit=True) for p in parts]
    for code in codes:  # which grows
        codes += (inner for inner in code.co_consts if isinstance(inner, CodeType))
    return codes


@functools.lru_cache(maxsize=16)
def _functions(tree: ast.Module) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def _candidates(tree: ast.Module, code: CodeType) -> list[Function]:
    """The functions of a name that begin on a code object's first line, outer ones first."""

    def begin(node: Function) -> tuple[str, int]:
        first = min(n.lineno for n in (node, *getattr(node, "decorator_list", ())))
        return getattr(node, "name", "<lambda>"), first

    place = code.co_name, code.co_firstlineno
    return [node for node in _functions(tree) if begin(node) == place]
