# SPDX-License-Identifier: Apache-2.0

"""The names of a Python file, read from its text: nothing in it is imported or run."""

from __future__ import annotations

import ast
import builtins
import functools
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rapids_udfs.python_udfs import scopes
from rapids_udfs.python_udfs.constants import constant
from rapids_udfs.python_udfs.names import Module, canonical, import_standard, is_standard
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.scopes import Bindings, defaults_of
from rapids_udfs.python_udfs.source import MISSING, Function, Source

# Calls of these with plain values are evaluated; no code of the user runs.
_CALLABLE: Final = (
    *("re.compile", "decimal.Decimal", "datetime.date", "datetime.datetime", "datetime.timedelta"),
    *("set", "frozenset", "dict", "list", "tuple", "int", "float", "str"),
    "collections.namedtuple",
)
_OPERATORS: Final[dict[type, Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.BitOr: operator.or_,
}
_DISPLAYS: Final[dict[type, type]] = {ast.Tuple: tuple, ast.List: list, ast.Set: set}
_NEVER: Final = ("numpy", "pandas", "pyarrow", "pyspark", "requests", "scipy")
"""Packages whose functions are certainly not compiled."""

_HIDDEN: Final = (
    *("abs", "ascii", "bin", "chr", "filter", "hash", "hex", "max", "min", "pow", "round"),
    *("slice", "sum"),
)
"""Python's builtins that ``from pyspark.sql.functions import *`` hides."""

_ROW: Final = type("Row", (tuple,), {"__module__": "pyspark.sql.types"})
"""PySpark's class, which need not be installed."""


class Block(Module):
    """A file, a class or an enclosing function, and the values of its names."""

    def __init__(self, tree: scopes.Block, file: Path, parent: Block | None = None) -> None:
        # Functions in a class do not see its names.
        in_class = parent is not None and isinstance(parent.tree, ast.ClassDef)
        self.parent: Block | None = parent.parent if parent and in_class else parent
        self.tree: scopes.Block = tree
        self.file = file
        self.bindings = Bindings(tree)
        self._evaluating: set[str] = set()

    def lookup(self, name: str) -> object:
        """Return the value of a name that is bound here, in an enclosing block, or by Python."""
        if (value := self.own(name)) is not MISSING:
            return value
        return self.parent.lookup(name) if self.parent else vars(builtins).get(name, MISSING)

    def own(self, name: str) -> object:
        """Return the value of a name: a Refusal if only a run can tell, MISSING if it has none."""
        if not self.bindings.count(name):
            return self._of_stars(name)
        if imported := self.bindings.only_import(name):
            return self._imported(*imported)
        node = self.bindings.value(name)
        unknown = _unknown(f"the value of {name}")
        if self.bindings.count(name) > 1 or node is None or name in self._evaluating:
            return unknown
        self._evaluating.add(name)
        try:
            return self._named(name, node)
        except Exception:
            return unknown
        finally:
            self._evaluating.discard(name)

    def value(self, node: ast.expr, what: str) -> object:
        """Return the value of an expression, or the Refusal of ``what`` if only a run can tell."""
        try:
            return self._evaluate(node)
        except Exception:
            return _unknown(what)

    def imports(self, name: str) -> list[scopes.Imported]:
        """Return the imports that bind a name."""
        outer = self.parent.imports(name) if self.parent else []
        return self.bindings.imports.get(name, outer)

    def bound(self, name: str) -> ast.AST | None:
        """Return the node that a name is bound to here, in an enclosing block, or in its file."""
        if imported := self.bindings.only_import(name):
            module = self._module(imported[0])
            return module.bound(imported[1]) if isinstance(module, Block) and imported[1] else None
        if self.bindings.count(name):
            return self.bindings.value(name)
        return self.parent.bound(name) if self.parent else None

    def source(self, node: Function) -> Source:
        """Return the source of a function of this block."""
        expressions = defaults_of(node).items()
        defaults = {name: self.value(e, f"the default of {name}") for name, e in expressions}
        outer = self.parent if isinstance(self.tree, ast.ClassDef) and self.parent else self
        name = getattr(node, "name", "<lambda>")
        return Source(node, outer.lookup, str(self.file), name, defaults)

    def _named(self, name: str, node: ast.AST) -> object:
        if isinstance(node, Function):
            for decorator in map(ast.unparse, getattr(node, "decorator_list", ())):
                maker = decorator.partition("(")[0]
                if maker.rpartition(".")[2] not in ("staticmethod", "lru_cache", "cache"):
                    return _unknown(f"the decorator {maker} of {name}")
            return self.source(node)
        if isinstance(node, ast.ClassDef):
            return Block(node, self.file, self)
        value = self._evaluate(node)
        if not isinstance(value, Block | Source) and canonical(value) is None:
            constant(value)  # raises for a value that a program cannot have
        return value

    def _of_stars(self, name: str) -> object:
        for module, _ in sorted({*self.bindings.imports.get("*", ())}):
            if module == "pyspark.sql.functions" and name in _HIDDEN:
                return Refusal(f"{name} is {module}.{name} here")
            own = self._module(module)
            if own is None and not module.startswith("pyspark."):
                return _unknown(f"{name}, perhaps of {module} (import *)")
            if (value := _attribute(own, name)) is not MISSING:
                return value
        return MISSING

    def _imported(self, module: str, attribute: str | None) -> object:
        if module.startswith("pyspark") and attribute == "Row":
            return _ROW
        name, value = module, self._module(module)
        if attribute is not None:
            name = module + ("" if module.endswith(".") else ".") + attribute
            value = _attribute(value, attribute)
            value = self._module(name) if value is MISSING else value
        unknown = module.partition(".")[0] not in _NEVER
        return Refusal(name, unknown=unknown) if value is None else value

    def _module(self, name: str) -> Any:
        """A module of Python, or the block of a file in this folder or one above."""
        if is_standard(name):
            return import_standard(name)
        level = len(name) - len(name.lstrip("."))
        parts = [part for part in name.split(".") if part]
        folders = [*self.file.parents]
        folders = folders[level - 1 : level] if level else folders[:8]
        for folder in folders if parts else ():
            base = folder.joinpath(*parts)
            for path in (base.with_suffix(".py"), base / "__init__.py"):
                if path.is_file():
                    return read(path)
        return None

    def _evaluate(self, node: ast.AST) -> Any:
        """The value of an expression of constants; any other raises an exception."""
        value_of = self._evaluate
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return _known(self.lookup(name))
            case ast.Attribute(value=owner, attr=name):
                return _known(_attribute(value_of(owner), name))
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
                return _DISPLAYS[type(node)](map(value_of, elements))
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                return {value_of(key): value_of(value) for key, value in pairs if key}
            case ast.BinOp(left=left, op=op, right=right):
                return _OPERATORS[type(op)](value_of(left), value_of(right))
            case ast.UnaryOp():
                return ast.literal_eval(node)
            case ast.Call(func=function, args=arguments, keywords=keywords):
                called = value_of(function)
                known = canonical(called)
                if known is not None and known[1] in _CALLABLE:
                    by_name = {k.arg or "": value_of(k.value) for k in keywords}
                    return called(*map(value_of, arguments), **by_name)
        raise NotImplementedError


def _unknown(reason: str) -> Refusal:
    return Refusal(reason, unknown=True)


def _attribute(owner: object, name: str) -> Any:
    return owner.own(name) if isinstance(owner, Block) else getattr(owner, name, MISSING)


def _known(value: object) -> object:
    if value is MISSING or isinstance(value, Refusal):
        raise NameError
    return value


def read(path: Path) -> Block:
    """Return the block of a file; raise SyntaxError, ValueError or OSError if it is not Python."""
    path = path.resolve()
    return _read(path, path.stat().st_mtime_ns)


@functools.lru_cache(maxsize=256)
def _read(path: Path, _: int) -> Block:
    return Block(ast.parse(path.read_bytes()), path)
