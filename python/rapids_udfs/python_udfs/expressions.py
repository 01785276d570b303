# SPDX-License-Identifier: Apache-2.0

"""Expressions of a function, with every name resolved."""

from __future__ import annotations

import ast
import functools
import importlib.util
import sys
from types import FunctionType, ModuleType
from typing import Any, Final

from rapids_udfs.python_udfs.constants import DEEPEST, MUTABLE, constant, record_of
from rapids_udfs.python_udfs.imported import check
from rapids_udfs.python_udfs.names import (
    Outside,
    attribute_of,
    canonical,
    import_of,
    is_row,
    why_not_plain,
)
from rapids_udfs.python_udfs.patterns import Ready
from rapids_udfs.python_udfs.program import Program
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.scopes import Comprehension, Scope
from rapids_udfs.python_udfs.source import MISSING, Function, Source

_REFUSED: Final = {
    "AsyncFor": "async for",
    "AsyncFunctionDef": "an async function",
    "AsyncWith": "async with",
    "Await": "await",
    "ClassDef": "a class inside of the function",
    "Nonlocal": "nonlocal statement",
    "TemplateStr": "a template string",
    "TryStar": "except*",
    "TypeAlias": "the type statement",
    "Yield": "a generator function (yield)",
    "YieldFrom": "a generator function (yield from)",
}
_OPERATORS: Final = ast.operator | ast.unaryop | ast.cmpop | ast.boolop
_CHANGES: Final = {
    *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
    *("add", "discard", "update", "setdefault", "popitem", "difference_update"),
    *("intersection_update", "symmetric_difference_update"),
}


def ir(node: ast.AST, kind: str = "", **fields: object) -> dict[str, Any]:
    """Return a node of the program: its kind, its place, its fields."""
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    return {"t": kind or type(node).__name__, "l": line, "c": column, **fields}


class Expressions:
    """Translates expressions; its subclass translates statements and functions."""

    program: Program
    source: Source
    scope: Scope

    def inner(self, node: Function, name: str) -> int:
        """Translate a function inside of this one, and return its number."""
        raise NotImplementedError

    def visit(self, node: Any) -> Any:
        """Translate a node or a field of one; a list or a statement into any number of nodes."""
        if isinstance(node, list):
            parts = map(self.visit, node)
            return [n for part in parts for n in (part if isinstance(part, list) else [part])]
        if isinstance(node, ast.MatMult):
            raise Refusal("the operator @")
        if isinstance(node, _OPERATORS):
            return type(node).__name__
        if not isinstance(node, ast.AST):
            return node
        translated: Any = ir(node, "Constant", value=constant(None))
        with self.program.refusing(self.source, node):
            kind = type(node).__name__
            if kind in _REFUSED:
                raise Refusal(_REFUSED[kind], node)
            translated = getattr(self, f"_on_{kind.lower()}", self.unchanged)(node)
        return translated  # noqa: RET504 - None if the refusal is collected

    def unchanged(self, node: ast.AST) -> dict[str, Any]:
        """Translate a node whose form in the program is that of ``ast``."""
        fields = {n: v for n, v in ast.iter_fields(node) if n not in ("ctx", "type_comment")}
        return ir(node) | {name: self.visit(value) for name, value in fields.items()}

    def _on_constant(self, node: ast.Constant) -> dict[str, Any]:
        return ir(node, value=constant(node.value))

    def _on_ready(self, node: Ready) -> dict[str, Any]:
        return node.translated

    def _on_lambda(self, node: ast.Lambda) -> dict[str, Any]:
        return self._function(node, self.inner(node, "<lambda>"), "Lambda")

    def _on_generatorexp(self, node: ast.GeneratorExp) -> dict[str, Any]:
        if id(node) not in self.scope.consumed:
            raise Refusal("generator that escapes", node)
        return self._on_listcomp(node)

    def _on_listcomp(self, node: Comprehension) -> dict[str, Any]:
        if any(generator.is_async for generator in node.generators):
            raise Refusal("async for", node)
        generators: list[dict[str, Any]] = []
        iterable = self.visit(node.generators[0].iter)
        # The targets of all loops are visible from here on.
        self.scope.renamed.append(self._targets(node))
        try:
            for generator in node.generators:
                iterable = self.visit(generator.iter) if generators else iterable
                target, ifs = self.visit(generator.target), self.visit(generator.ifs)
                generators.append({"target": target, "iter": iterable, "ifs": ifs})
            parts = ("key", "value") if isinstance(node, ast.DictComp) else ("elt",)
            fields: dict[str, Any] = {part: self.visit(getattr(node, part)) for part in parts}
            return ir(node, generators=generators, **fields)
        finally:
            self.scope.renamed.pop()

    _on_setcomp = _on_dictcomp = _on_listcomp

    def _targets(self, node: Comprehension) -> dict[str, str]:
        """The targets of a comprehension; one named like another variable gets a new name."""
        targets: dict[str, str] = {}
        for target in (n for g in node.generators for n in ast.walk(g.target)):
            if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store):
                targets[target.id] = targets.get(target.id) or self.scope.target(target.id)
        self.scope.taken.update(targets.values())
        return targets

    def _on_call(self, node: ast.Call) -> dict[str, Any]:
        function = self.visit(node.func)
        changes = isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES
        if changes and self.is_shared(function.get("value", function)):
            raise Refusal(f"{ast.unparse(node.func)}() changes what all rows share", node)
        keywords = []
        for keyword in node.keywords:
            value = keyword.value
            if keyword.arg is not None:
                keywords.append({"arg": keyword.arg, "value": self.visit(value)})
            elif not isinstance(value, ast.Name) or value.id != self.scope.empty:
                raise Refusal("** in a call", value)
        return ir(node, func=function, args=self.visit(node.args), keywords=keywords)

    def is_shared(self, value: dict[str, Any]) -> bool:
        """Return whether an expression is a constant that a function could change."""
        if value["t"] == "Local":
            return value["id"] in self.scope.shared
        is_mutable = value["t"] == "Constant" and value["value"]["k"] in MUTABLE
        return value.get("shared", False) or is_mutable

    def _on_subscript(self, node: ast.Subscript) -> dict[str, Any]:
        translated = self.unchanged(node)
        if not isinstance(node.ctx, ast.Load) and self.is_shared(translated["value"]):
            raise Refusal(f"a change of {ast.unparse(node.value)}, which all rows share", node)
        return translated

    def _on_attribute(self, node: ast.Attribute) -> dict[str, Any]:
        if not isinstance(node.ctx, ast.Load):
            raise Refusal(f"assignment to the attribute {node.attr!r}", node)
        outside = self.outside(node)
        if outside is not None:
            return self._value(node, *outside)
        if node.attr == "__name__":
            match node.value:  # type(x) and x.__class__
                case (
                    ast.Attribute(value=x, attr="__class__")
                    | ast.Call(func=ast.Name(id="type"), args=[x], keywords=[])
                ):
                    kind = ir(node, "Builtin", id="type")
                    call = ir(node, "Call", func=kind, args=[self.visit(x)], keywords=[])
                    return ir(node, value=call, attr=node.attr)
        if node.attr.startswith("__"):
            raise Refusal(f"the attribute {node.attr}", node)
        return self.unchanged(node)

    def _on_name(self, node: ast.Name) -> dict[str, Any]:
        resolved = self._resolve(node)
        return resolved if isinstance(resolved, dict) else self._value(node, *resolved)

    def outside(self, node: ast.expr) -> Outside | None:
        """Return the value of a name from outside of the function, or of an attribute of one."""
        if isinstance(node, ast.Attribute):
            owner = self.outside(node.value)
            member = attribute_of(node, owner[0]) if owner else None
            if owner and member and isinstance(owner[0], ModuleType | type):
                check(owner[0], node.attr, member[0])
            return member
        resolved = self._resolve(node) if isinstance(node, ast.Name) else None
        return None if isinstance(resolved, dict) else resolved

    def _resolve(self, node: ast.Name) -> dict[str, Any] | Outside:
        """A local of the program, or the value of a name outside of the function."""
        name = node.id
        scope: Scope | None = self.scope
        between: list[Scope] = []
        while scope is not None and (local := scope.local(name)) is None:
            between.append(scope)
            scope = None if name in scope.bindings.declared else scope.parent
        if scope is not None and local is not None:
            if local == name and (imported := scope.bindings.only_import(name)):
                outside = import_of(node, *imported, self.source.package)
                module = importlib.util.resolve_name(imported[0], self.source.package)
                if imported[1] is not None and module in sys.modules:
                    check(sys.modules[module], imported[1], outside[0])
                return outside
            if local == name and name in scope.definitions:
                if name not in scope.defined:
                    raise Refusal(f"{name} used above its definition", node)
                return self._function(node, scope.definitions[name])
            for inner in between:
                inner.capture(local, scope, name)
            return ir(node, "Local", id=local)
        if name == "__debug__":
            return __debug__, ""
        if name.startswith("__"):  # of the module, or of a class, where it is mangled
            raise Refusal(f"the name {name}", node)
        value = self.source.lookup(name)
        if value is MISSING:
            raise Refusal(f"name {name!r} is not defined", node)
        own = self.source.module
        if own is not None and vars(own).get(name, MISSING) is value:
            check(own, name, value)
        return value, ""

    def _value(self, node: ast.expr, value: Any, name: str = "") -> dict[str, Any]:
        """A value from outside of the function, in the program's form."""
        text = ast.unparse(node)
        if isinstance(value, Refusal):
            raise value.at(node)
        if isinstance(value, Source):
            return self._function(node, self.program.helper(value.node, value))
        # A function of Python's library, such as urlsplit, is an operation.
        if isinstance(value, functools._lru_cache_wrapper) and not canonical(value):
            index = self.program.helper(value.__wrapped__)
            return self._function(node, index) | {"cached": True}
        if record := record_of(value):
            return ir(node, "Record", **record)
        if is_row(value):
            return self._row(node, value)
        if _has_functions(value):
            # Functions are not constants: a display has them.
            values = [self._value(node, element) for element in _elements(value)]
            fields = {"elts": values}
            if isinstance(value, dict):
                keys = [ir(node, "Constant", value=constant(key)) for key in value]
                fields = {"keys": keys, "values": values}
            return ir(node, type(value).__name__.capitalize(), shared=True, **fields)
        if known := canonical(value):
            return ir(node, known[0], id=known[1])
        if isinstance(value, FunctionType) and not name:
            if hasattr(value, "asNondeterministic"):
                raise Refusal(f"{text} is a UDF itself", node)
            if str(value.__module__).startswith("pyspark."):
                raise Refusal(f"{text} is {value.__module__}.{value.__name__} here", node)
            return self._function(node, self.program.helper(value))
        try:
            return ir(node, "Constant", value=self.program.constant(value))
        except Refusal as e:
            if name and not isinstance(value, ModuleType):
                return ir(node, "Named", id=name)
            raise Refusal(why_not_plain(value, text, e), node) from e

    def _row(self, node: ast.expr, row: Any) -> dict[str, Any]:
        """A Row from outside: the call that creates it."""
        args = [ir(node, "Constant", value=constant(value)) for value in row]
        keywords: list[dict[str, Any]] = []
        if names := getattr(row, "__fields__", None):
            keywords = [{"arg": n, "value": v} for n, v in zip(names, args, strict=True)]
            args = []
        kind = ir(node, "Named", id="pyspark.sql.Row")
        return ir(node, "Call", func=kind, args=args, keywords=keywords)

    def _function(self, node: ast.expr, index: int, kind: str = "Func") -> dict[str, Any]:
        """A function as a value; whatever it captures, this function captures too."""
        for name, owner in self.program.captures.get(index, {}).items():
            if owner is not self.scope:
                self.scope.capture(name, owner, name)
        return ir(node, kind, function=index)


def _elements(value: Any) -> list[Any]:
    """The values of a plain dictionary, list or tuple."""
    if type(value) is dict:
        return list(value.values())
    return list(value) if type(value) in (list, tuple) else []


def _has_functions(value: Any, depth: int = 0) -> bool:
    """Return whether a container has functions, or builtins, at any depth."""
    return depth <= DEEPEST and any(
        isinstance(e, FunctionType) or canonical(e) or _has_functions(e, depth + 1)
        for e in _elements(value)
    )
