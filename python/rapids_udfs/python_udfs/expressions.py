# SPDX-License-Identifier: Apache-2.0

"""Expressions of a function, with every name resolved."""

from __future__ import annotations

import ast
import enum
import functools
import importlib.util
from types import FunctionType, ModuleType
from typing import Any, Final

from rapids_udfs.python_udfs.constants import MUTABLE, NotPlainError, constant
from rapids_udfs.python_udfs.functions import Functions
from rapids_udfs.python_udfs.names import canonical, import_standard, is_standard
from rapids_udfs.python_udfs.outside import Found, Module, Standing, Unknown, is_broadcast, typed
from rapids_udfs.python_udfs.patterns import Ready
from rapids_udfs.python_udfs.records import record_of
from rapids_udfs.python_udfs.refusal import Refusal, at
from rapids_udfs.python_udfs.scopes import Comprehension, Scope
from rapids_udfs.python_udfs.source import MISSING, Function, Source, builtin

_AS_IT_IS: Final = (
    *("BoolOp", "BinOp", "UnaryOp", "IfExp", "Set", "Compare", "JoinedStr", "FormattedValue"),
    *("Subscript", "Starred", "List", "Tuple", "Slice"),
)
_REFUSED: Final = {
    "Await": "await",
    "Yield": "a generator function (yield)",
    "YieldFrom": "a generator function (yield from)",
    "TemplateStr": "a template string",
}
_TABLES: Final = (dict, list, tuple)
_CHANGES: Final = {
    *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
    *("add", "discard", "update", "setdefault", "popitem", "difference_update"),
    *("intersection_update", "symmetric_difference_update"),
}


class Expressions:
    """Translates expressions; statements and functions are its subclass's."""

    scope: Scope

    def __init__(self, functions: Functions, source: Source) -> None:
        self.functions = functions
        self.source = source

    def inner(self, node: Function, name: str, index: int) -> None:
        """Translate a function inside of this one."""
        raise NotImplementedError

    def position(self, node: ast.AST, kind: str = "") -> dict[str, Any]:
        """The fields that every node has."""
        where = {"l": getattr(node, "lineno", 0), "c": getattr(node, "col_offset", 0)}
        return {"t": kind or type(node).__name__, **where}

    def field(self, value: object) -> Any:
        """A field of a node."""
        if isinstance(value, list):
            return [self.field(each) for each in value]
        if isinstance(value, ast.operator | ast.unaryop | ast.cmpop | ast.boolop):
            if isinstance(value, ast.MatMult):
                raise Refusal(0, 0, "the operator @")
            return type(value).__name__
        return self.expression(value) if isinstance(value, ast.expr) else value

    def expression(self, node: ast.expr) -> dict[str, Any]:
        """An expression; where all refusals are wanted, None in the place of a refused one."""
        try:
            return self._expression(node)
        except Refusal as e:
            if not e.line:
                e.line, e.column = node.lineno, node.col_offset
            self.functions.refuse(e, self.source)
        return self.position(node, "Constant") | {"value": {"k": "none"}}

    def _expression(self, node: ast.expr) -> dict[str, Any]:
        kind = type(node).__name__
        if kind in _REFUSED:
            raise at(node, _REFUSED[kind])
        special = getattr(self, f"_on_{kind.lower()}", None)
        if special is None and kind not in _AS_IT_IS:
            raise at(node, f"the expression {kind}")
        if special is not None:
            translated: dict[str, Any] = special(node)
            return translated
        fields = {name: self.field(v) for name, v in ast.iter_fields(node) if name != "ctx"}
        return self.position(node) | fields

    def _constant(self, node: ast.AST, value: object) -> dict[str, Any]:
        try:
            return self.position(node, "Constant") | {"value": constant(value)}
        except NotPlainError as e:
            raise at(node, str(e)) from e

    def _on_constant(self, node: ast.Constant) -> dict[str, Any]:
        return self._constant(node, node.value)

    def _on_namedexpr(self, node: ast.NamedExpr) -> dict[str, Any]:
        target = self.position(node.target, "Local") | {"id": node.target.id}
        return self.position(node) | {"target": target, "value": self.expression(node.value)}

    def _on_dict(self, node: ast.Dict) -> dict[str, Any]:
        keys = [key and self.expression(key) for key in node.keys]  # None of **
        return self.position(node) | {"keys": keys, "values": self.field(node.values)}

    def _on_ready(self, node: Ready) -> dict[str, Any]:
        return node.made

    def _on_lambda(self, node: ast.Lambda) -> dict[str, Any]:
        index = self.functions.new_index()
        self.scope.calls.add(index)
        self.inner(node, "<lambda>", index)
        return self.position(node) | {"function": index}

    def _on_generatorexp(self, node: ast.GeneratorExp) -> dict[str, Any]:
        raise at(node, "generator that escapes")

    def _iterable(self, node: ast.expr) -> dict[str, Any]:
        """An expression whose value is consumed at once: a generator does not escape."""
        if isinstance(node, ast.GeneratorExp):
            return self._comprehension(node)
        return self.expression(node)

    def _comprehension(self, node: Comprehension) -> dict[str, Any]:
        frames = len(self.scope.renamed)
        generators = []
        try:
            for generator in node.generators:
                if generator.is_async:
                    raise at(node, "async for")
                iterable = self._iterable(generator.iter)
                # From here on its targets are seen, those of all loops from the first one on.
                if len(self.scope.renamed) == frames:
                    self.scope.renamed.append(self._targets(node))
                one = {"target": self.expression(generator.target), "iter": iterable}
                generators.append(one | {"ifs": self.field(generator.ifs)})
            made = self.position(node) | {"generators": generators}
            if isinstance(node, ast.DictComp):
                key, value = self.expression(node.key), self.expression(node.value)
                return made | {"key": key, "value": value}
            return made | {"elt": self.expression(node.elt)}
        finally:
            del self.scope.renamed[frames:]

    _on_listcomp = _on_setcomp = _on_dictcomp = _comprehension

    def _targets(self, node: Comprehension) -> dict[str, str]:
        """The targets of a comprehension; one that means another variable too gets a new name."""
        found: dict[str, str] = {}
        for generator in node.generators:
            for target in ast.walk(generator.target):
                if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store):
                    name = target.id
                    taken = self._is_local(name) or name in self.scope.taken
                    found.setdefault(name, self.scope.fresh(name) if taken else name)
        self.scope.taken.update(found.values())
        return found

    def _is_local(self, name: str) -> bool:
        scope: Scope | None = self.scope
        while scope is not None:
            if scope.local(name) is not None:
                return True
            scope = scope.parent
        return False

    def _on_compare(self, node: ast.Compare) -> dict[str, Any]:
        made = self.position(node) | {"left": self.expression(node.left), "ops": []}
        made["comparators"] = []
        for op, right in zip(node.ops, node.comparators, strict=True):
            value = self._iterable if isinstance(op, ast.In | ast.NotIn) else self.expression
            made["ops"].append(type(op).__name__)
            made["comparators"].append(value(right))
        return made

    def _on_call(self, node: ast.Call) -> dict[str, Any]:
        function = self.expression(node.func)
        changes = isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES
        if changes and self.is_shared(function.get("value", function)):
            raise at(node, f"{ast.unparse(node.func)}() changes what all rows share")
        keywords = []
        for keyword in node.keywords:
            if keyword.arg is None:
                if isinstance(keyword.value, ast.Name) and keyword.value.id == self.scope.empty:
                    continue
                raise at(keyword.value, "** in a call")
            keywords.append({"arg": keyword.arg, "value": self._iterable(keyword.value)})
        arguments = [self._iterable(argument) for argument in node.args]
        return self.position(node) | {"func": function, "args": arguments, "keywords": keywords}

    def is_shared(self, made: dict[str, Any]) -> bool:
        """Return whether an expression is a constant that a function could change."""
        if made["t"] == "Local":
            return made["id"] in self.scope.shared
        return made.get("shared", False) or (
            made["t"] == "Constant" and made["value"]["k"] in MUTABLE
        )

    def _on_starred(self, node: ast.Starred) -> dict[str, Any]:
        return self.position(node) | {"value": self._iterable(node.value)}

    def _on_name(self, node: ast.Name) -> dict[str, Any]:
        found = self._of_name(node)
        return found if isinstance(found, dict) else self._value(node, found)

    def _on_attribute(self, node: ast.Attribute) -> dict[str, Any]:
        found = self._of_attribute(node)
        if found is not None:
            return self._value(node, found)
        if node.attr == "__name__" and (of := typed(node.value)) is not None:
            kind = self.position(node, "Builtin") | {"id": "type"}
            call = {"func": kind, "args": [self.expression(of)], "keywords": []}
            made = self.position(node, "Call") | call
            return self.position(node) | {"value": made, "attr": node.attr}
        if node.attr.startswith("__"):
            raise at(node, f"the attribute {node.attr}")
        return self.position(node) | {"value": self.expression(node.value), "attr": node.attr}

    def _of_name(self, node: ast.Name) -> dict[str, Any] | Found:
        """A local of the program, or the value of a name of outside."""
        name = node.id
        scope: Scope | None = self.scope
        between: list[Scope] = []
        while scope is not None:
            local = scope.local(name)
            if local is not None:
                break
            between.append(scope)
            scope = None if name in scope.bindings.declared else scope.parent
        if scope is None or local is None:
            return self._outside(node)
        if local == name and name in scope.bindings.imports and scope.bindings.is_import(name):
            return self._imported(node, *next(iter(scope.bindings.imports[name])))
        if local == name and name in scope.definitions:
            if name not in scope.defined:
                raise at(node, f"{name} used above its definition")
            index = scope.definitions[name]
            self.scope.calls.add(index)
            return self.position(node, "Func") | {"function": index}
        for inner in between:
            if inner.captures.setdefault(local, scope) is not scope or inner.has(local):
                raise inner.ambiguous(name)
        return self.position(node, "Local") | {"id": local}

    def _outside(self, node: ast.Name) -> Found:
        name = node.id
        if name.startswith("__"):  # of the module, or of a class, where it is mangled
            if name == "__debug__":
                return Found(__debug__)
            raise at(node, f"the name {name}")
        value = builtin(name, self.source.environment.lookup(name))
        if value is MISSING:
            raise at(node, f"name {name!r} is not defined")
        return Found(value)

    def _imported(self, node: ast.Name, module: str, attribute: str | None) -> Found:
        if module.startswith("."):
            if not self.source.package:
                raise at(node, f"import of {module}", unknown=True)
            module = importlib.util.resolve_name(module, self.source.package)
        found = import_standard(module)
        if found is None:
            raise at(node, f"import of {module} inside of the function", unknown=True)
        if attribute is None:
            return Found(found)
        value = getattr(found, attribute, MISSING)
        if value is MISSING:
            value = import_standard(f"{module}.{attribute}")
        if value is None:
            raise at(node, f"{module} has no {attribute}")
        return Found(value)

    def _of_attribute(self, node: ast.Attribute) -> Found | None:
        """The value of an attribute of what a name of outside stands for; None for others."""
        if isinstance(node.value, ast.Attribute):
            owner = self._of_attribute(node.value)
        elif isinstance(node.value, ast.Name):
            of_name = self._of_name(node.value)
            owner = of_name if isinstance(of_name, Found) else None
        else:
            return None
        return None if owner is None else self._attribute(node, owner)

    def _attribute(self, node: ast.Attribute, owner: Found) -> Found | None:
        of, name = owner.value, node.attr
        if isinstance(of, Unknown):
            return Found(Unknown(f"{of.reason}.{name}", of.refused))
        known = canonical(of)
        if isinstance(of, ModuleType) and not name.startswith("__"):
            value = getattr(of, name, MISSING)
            full = f"{of.__name__}.{name}" if is_standard(of.__name__) else ""
        elif known is not None and isinstance(of, type) and not name.startswith("__"):
            value, full = getattr(of, name, MISSING), f"{owner.name or known[1]}.{name}"
        elif isinstance(of, type) and not name.startswith("_"):
            value, full = getattr(of, name, MISSING), ""
        elif isinstance(of, enum.Enum) and name in ("name", "value"):
            value, full = getattr(of, name), ""
        elif is_broadcast(of) and name == "value":
            value, full = of.value, ""  # type: ignore[attr-defined]
        elif isinstance(of, Module):
            value, full = of.lookup(name), ""
        else:
            return None
        if value is MISSING:
            raise at(node, f"{ast.unparse(node.value)} has no {name}")
        return Found(value, full)

    def _value(self, node: ast.expr, found: Found) -> dict[str, Any]:
        """What the program has for a value of outside."""
        value, text = found.value, ast.unparse(node)
        if isinstance(value, Unknown):
            raise at(node, value.reason, unknown=not value.refused)
        if isinstance(value, Standing):
            return self.position(node, "Named") | {"id": value.name}
        if isinstance(value, Source):
            return self._helper(node, value.node, value)
        if isinstance(value, functools._lru_cache_wrapper):
            helper = self._helper(node, value.__wrapped__, None)
            return helper | {"cached": True}
        if record := record_of(value):
            defaults = {k: self._constant(node, v)["value"] for k, v in record.defaults.items()}
            made = {"name": record.name, "fields": [*record.fields], "defaults": defaults}
            return self.position(node, "Record") | made
        if isinstance(value, dict | list | tuple) and type(value) in _TABLES:
            each = [*value.values()] if isinstance(value, dict) else value
            if any(isinstance(v, FunctionType) or canonical(v) for v in each):
                return self._table(node, value)
        if isinstance(value, FunctionType) and hasattr(value, "asNondeterministic"):
            raise at(node, f"{text} is a UDF itself")
        if isinstance(value, FunctionType) and str(value.__module__).startswith("pyspark."):
            raise at(node, f"{text} is {value.__module__}.{value.__name__} here")
        known = canonical(value)
        if known is not None and not (known[0] == "Named" and found.name):
            return self.position(node, known[0]) | {"id": known[1]}
        if isinstance(value, FunctionType) and not found.name:
            return self._helper(node, value, None)
        try:
            return self.position(node, "Constant") | {"value": constant(value)}
        except NotPlainError as e:
            if found.name and not isinstance(value, ModuleType):
                return self.position(node, "Named") | {"id": known[1] if known else found.name}
            raise at(node, self._reason(value, text, e)) from e

    def _table(self, node: ast.expr, value: Any) -> dict[str, Any]:
        """A display in the place of a constant that has functions."""
        made = self.position(node, type(value).__name__.capitalize()) | {"shared": True}
        if isinstance(value, dict):
            each = [self._value(node, Found(v)) for v in value.values()]
            return made | {"keys": [self._constant(node, k) for k in value], "values": each}
        return made | {"elts": [self._value(node, Found(v)) for v in value]}

    def _helper(self, node: ast.expr, key: object, source: Source | None) -> dict[str, Any]:
        index = self.functions.helper(key, source)
        self.scope.calls.add(index)
        return self.position(node, "Func") | {"function": index}

    def _reason(self, value: object, text: str, error: NotPlainError) -> str:
        if isinstance(value, ModuleType):
            return f"the module {value.__name__} as a value"
        if isinstance(value, type | Module):
            return f"the class {text}"
        if hasattr(value, "__name__"):
            module = getattr(value, "__module__", None)
            return f"{module}.{value.__name__}" if module else f"{text}, a method of an object"
        return f"{text} is {error}" if str(error).startswith("an object") else f"{text}: {error}"
