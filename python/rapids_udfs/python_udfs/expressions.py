# SPDX-License-Identifier: Apache-2.0

"""Expressions of a function, with every name resolved."""

from __future__ import annotations

import ast
import functools
from types import FunctionType, ModuleType
from typing import Any, Final

from rapids_udfs.python_udfs.constants import MUTABLE, constant
from rapids_udfs.python_udfs.names import canonical
from rapids_udfs.python_udfs.outside import Outside, attribute_of, import_of, why_not_plain
from rapids_udfs.python_udfs.patterns import Ready
from rapids_udfs.python_udfs.program import Program
from rapids_udfs.python_udfs.records import record_of
from rapids_udfs.python_udfs.refusal import Refusal, at
from rapids_udfs.python_udfs.scopes import Comprehension, Scope
from rapids_udfs.python_udfs.source import MISSING, Function, Source

_REFUSED: Final = {
    "AsyncFor": "async for",
    "AsyncFunctionDef": "an async function",
    "AsyncWith": "async with",
    "Await": "await",
    "ClassDef": "a class inside of the function",
    "MatMult": "the operator @",
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


def made(node: ast.AST, kind: str = "", **fields: object) -> dict[str, Any]:
    """A node of the program: its kind, its place, its fields."""
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    return {"t": kind or type(node).__name__, "l": line, "c": column, **fields}


class Expressions:
    """Translates expressions; statements and functions are its subclass's."""

    program: Program
    source: Source
    scope: Scope

    def inner(self, node: Function, name: str) -> int:
        """Translate a function inside of this one, and return its number."""
        raise NotImplementedError

    def visit(self, node: ast.AST) -> Any:
        """What the program has for a node: for a statement, any number of them."""
        kind = type(node).__name__
        if kind in _REFUSED:
            raise at(node, _REFUSED[kind])
        return getattr(self, f"_on_{kind.lower()}", self.as_it_is)(node)

    def as_it_is(self, node: ast.AST) -> dict[str, Any]:
        """A node that the program has as Python has it."""
        translated = made(node)
        for name, value in ast.iter_fields(node):
            if name not in ("ctx", "type_comment"):
                translated[name] = self.field(value)
        return translated

    def body(self, statements: list[ast.stmt]) -> list[dict[str, Any]]:
        """Translate statements, each into any number of others."""
        found: list[dict[str, Any]] = []
        for node in statements:
            with self.program.refusing(self.source, node):
                translated = self.visit(node)
                found += translated if isinstance(translated, list) else [translated]
        return found

    def field(self, value: object) -> Any:
        """A field of a node."""
        if isinstance(value, list):
            if value and isinstance(value[0], ast.stmt):
                return self.body(value)
            return [self.field(each) for each in value]
        if isinstance(value, ast.expr):
            return self.expression(value)
        if isinstance(value, _OPERATORS) and not isinstance(value, ast.MatMult):
            return type(value).__name__
        return self.visit(value) if isinstance(value, ast.AST) else value

    def expression(self, node: ast.expr) -> dict[str, Any]:
        """An expression; where all refusals are wanted, None in the place of a refused one."""
        translated: dict[str, Any] = made(node, "Constant", value={"k": "none"})
        with self.program.refusing(self.source, node):
            translated = self.visit(node)
        return translated  # noqa: RET504 - as it was where the block was left

    def _on_constant(self, node: ast.Constant) -> dict[str, Any]:
        return made(node, value=constant(node.value))

    def _on_ready(self, node: Ready) -> dict[str, Any]:
        return node.made

    def _on_lambda(self, node: ast.Lambda) -> dict[str, Any]:
        return made(node, function=self._taken(self.inner(node, "<lambda>")))

    def _on_generatorexp(self, node: ast.GeneratorExp) -> dict[str, Any]:
        if id(node) not in self.scope.consumed:
            raise at(node, "generator that escapes")
        return self._on_listcomp(node)

    def _on_listcomp(self, node: Comprehension) -> dict[str, Any]:
        frames, generators = len(self.scope.renamed), []
        try:
            for generator in node.generators:
                if generator.is_async:
                    raise at(node, "async for")
                iterable = self.expression(generator.iter)
                # From here on its targets are seen, those of all loops from the first one on.
                if len(self.scope.renamed) == frames:
                    self.scope.renamed.append(self._targets(node))
                one = {"target": self.expression(generator.target), "iter": iterable}
                generators.append(one | {"ifs": self.field(generator.ifs)})
            parts = ("key", "value") if isinstance(node, ast.DictComp) else ("elt",)
            fields: dict[str, Any] = {each: self.expression(getattr(node, each)) for each in parts}
            return made(node, generators=generators, **fields)
        finally:
            del self.scope.renamed[frames:]

    _on_setcomp = _on_dictcomp = _on_listcomp

    def _targets(self, node: Comprehension) -> dict[str, str]:
        """The targets of a comprehension; one that means another variable too gets a new name."""
        found: dict[str, str] = {}
        for target in (n for g in node.generators for n in ast.walk(g.target)):
            if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store):
                found[target.id] = found.get(target.id) or self.scope.target(target.id)
        self.scope.taken.update(found.values())
        return found

    def _on_call(self, node: ast.Call) -> dict[str, Any]:
        function = self.expression(node.func)
        changes = isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES
        if changes and self.is_shared(function.get("value", function)):
            raise at(node, f"{ast.unparse(node.func)}() changes what all rows share")
        keywords = []
        for keyword in node.keywords:
            value = keyword.value
            if keyword.arg is not None:
                keywords.append({"arg": keyword.arg, "value": self.expression(value)})
            elif not isinstance(value, ast.Name) or value.id != self.scope.empty:
                raise at(value, "** in a call")
        return made(node, func=function, args=self.field(node.args), keywords=keywords)

    def is_shared(self, of: dict[str, Any]) -> bool:
        """Return whether an expression is a constant that a function could change."""
        if of["t"] == "Local":
            return of["id"] in self.scope.shared
        return of.get("shared", False) or (of["t"] == "Constant" and of["value"]["k"] in MUTABLE)

    def _on_subscript(self, node: ast.Subscript) -> dict[str, Any]:
        translated = self.as_it_is(node)
        if not isinstance(node.ctx, ast.Load) and self.is_shared(translated["value"]):
            raise at(node, f"a change of {ast.unparse(node.value)}, which all rows share")
        return translated

    def _on_attribute(self, node: ast.Attribute) -> dict[str, Any]:
        if not isinstance(node.ctx, ast.Load):
            raise at(node, f"assignment to the attribute {node.attr!r}")
        found = self._of_attribute(node)
        if found is not None:
            return self._value(node, *found)
        if node.attr == "__name__" and (of := _typed(node.value)) is not None:
            kind = made(node, "Builtin", id="type")
            call = made(node, "Call", func=kind, args=[self.expression(of)], keywords=[])
            return made(node, value=call, attr=node.attr)
        if node.attr.startswith("__"):
            raise at(node, f"the attribute {node.attr}")
        return self.as_it_is(node)

    def _on_name(self, node: ast.Name) -> dict[str, Any]:
        found = self._of_name(node)
        return found if isinstance(found, dict) else self._value(node, *found)

    def _of_name(self, node: ast.Name) -> dict[str, Any] | Outside:
        """A local of the program, or the value of a name of outside."""
        name = node.id
        scope: Scope | None = self.scope
        between: list[Scope] = []
        while scope is not None and (local := scope.local(name)) is None:
            between.append(scope)
            scope = None if name in scope.bindings.declared else scope.parent
        if scope is None or local is None:
            return self._outside(node)
        if local == name and (imported := scope.bindings.only_import(name)):
            return import_of(node, *imported, self.source.package)
        if local == name and name in scope.definitions:
            if name not in scope.defined:
                raise at(node, f"{name} used above its definition")
            return self._called(node, scope.definitions[name])
        for inner in between:
            inner.capture(local, scope, name)
        return made(node, "Local", id=local)

    def _outside(self, node: ast.Name) -> Outside:
        name = node.id
        if name == "__debug__":
            return __debug__, ""
        if name.startswith("__"):  # of the module, or of a class, where it is mangled
            raise at(node, f"the name {name}")
        value = self.source.lookup(name)
        if value is MISSING:
            raise at(node, f"name {name!r} is not defined")
        return value, ""

    def _of_attribute(self, node: ast.expr) -> Outside | None:
        """The value of a name of outside or of attributes of one; None for others."""
        if isinstance(node, ast.Name):
            found = self._of_name(node)
            return None if isinstance(found, dict) else found
        owner = self._of_attribute(node.value) if isinstance(node, ast.Attribute) else None
        return attribute_of(node, owner[0]) if owner else None  # type: ignore[arg-type]

    def _value(self, node: ast.expr, value: object, name: str = "") -> dict[str, Any]:
        """What the program has for a value of outside."""
        text = ast.unparse(node)
        if isinstance(value, Refusal):
            raise at(node, value.reason, unknown=value.unknown)
        if isinstance(value, Source):
            return self._called(node, self.program.helper(value.node, value))
        if isinstance(value, functools._lru_cache_wrapper):
            index = self.program.helper(value.__wrapped__)
            return self._called(node, index) | {"cached": True}
        if record := record_of(value):
            return made(node, "Record", **record)
        if isinstance(value, dict | list | tuple) and type(value) in (dict, list, tuple):
            each = value.values() if isinstance(value, dict) else value
            if any(isinstance(v, FunctionType) or canonical(v) for v in each):
                return self._table(node, value)
        if known := canonical(value):
            return made(node, known[0], id=known[1])
        if isinstance(value, FunctionType) and not name:
            if hasattr(value, "asNondeterministic"):
                raise at(node, f"{text} is a UDF itself")
            if str(value.__module__).startswith("pyspark."):
                raise at(node, f"{text} is {value.__module__}.{value.__name__} here")
            return self._called(node, self.program.helper(value))
        try:
            return made(node, "Constant", value=constant(value))
        except Refusal as e:
            if name and not isinstance(value, ModuleType):
                return made(node, "Named", id=name)
            raise at(node, why_not_plain(value, text, e)) from e

    def _table(self, node: ast.expr, value: Any) -> dict[str, Any]:
        """A display in the place of a constant that has functions."""
        kind = type(value).__name__.capitalize()
        if not isinstance(value, dict):
            return made(node, kind, shared=True, elts=[self._value(node, v) for v in value])
        values = [self._value(node, v) for v in value.values()]
        keys = [made(node, "Constant", value=constant(k)) for k in value]
        return made(node, kind, shared=True, keys=keys, values=values)

    def _called(self, node: ast.expr, index: int) -> dict[str, Any]:
        return made(node, "Func", function=self._taken(index))

    def _taken(self, index: int) -> int:
        """A function's number; what it captures is captured by the one that names it, too."""
        for name, owner in self.program.captures.get(index, {}).items():
            if owner is not self.scope:
                self.scope.capture(name, owner, name)
        return index


def _typed(node: ast.expr) -> ast.expr | None:
    """The ``x`` of ``type(x)`` and of ``x.__class__``."""
    match node:
        case (
            ast.Attribute(value=of, attr="__class__")
            | ast.Call(func=ast.Name(id="type"), args=[of], keywords=[])
        ):
            return of
    return None
