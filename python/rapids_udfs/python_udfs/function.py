# SPDX-License-Identifier: Apache-2.0

"""One function of a program: parameters, captures, statements."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, Final

from rapids_udfs.python_udfs.constants import MUTABLE, NotPlainError, constant
from rapids_udfs.python_udfs.expressions import Expressions
from rapids_udfs.python_udfs.functions import Functions
from rapids_udfs.python_udfs.outside import Unknown
from rapids_udfs.python_udfs.patterns import as_ifs
from rapids_udfs.python_udfs.refusal import Refusal, at
from rapids_udfs.python_udfs.scopes import Bindings, Scope
from rapids_udfs.python_udfs.source import Function, Source

_REFUSED: Final = {
    "AsyncFor": "async for",
    "AsyncFunctionDef": "an async function",
    "AsyncWith": "async with",
    "ClassDef": "a class inside of the function",
    "Nonlocal": "nonlocal statement",
    "TryStar": "except*",
    "TypeAlias": "the type statement",
}
_AS_IT_IS: Final = ("Return", "AugAssign", "If", "While", "For", "Break", "Continue", "Raise")


class FunctionTranslator(Expressions):
    """Translates one function, and the functions inside of it."""

    def __init__(
        self, functions: Functions, source: Source, index: int, parent: Scope | None = None
    ) -> None:
        super().__init__(functions, source)
        node = source.node
        self.scope = Scope(node, index, parent, Bindings(node))
        functions.scopes.append(self.scope)
        self._is_udf = index == 0
        self._top: list[ast.stmt] = [] if isinstance(node, ast.Lambda) else node.body
        for name in map(_defined, self._top):
            # A name with two values is no function's own.
            if name and self.scope.bindings.count[name] == 1:
                self.scope.definitions[name] = functions.new_index()

    def translate(self) -> None:
        """Put the function into the program."""
        node = self.source.node
        if isinstance(node, ast.AsyncFunctionDef):
            raise at(node, "an async function")
        function = self.functions.translated[self.scope.index]
        function |= {
            "name": self.source.name,
            "line": node.lineno,
            "params": self._parameters(node),
            "captures": [],  # known at the end
        }
        self.functions.translated[self.scope.index] = function
        before = [self._given(node, name, value) for name, value in self._bound.items()]
        if isinstance(node, ast.Lambda):
            returned = self.position(node.body, "Return") | {"value": self.expression(node.body)}
            function["body"] = [*before, returned]
        else:
            function["body"] = before + self._body(node.body)

    def _given(self, node: ast.AST, name: str, value: object) -> dict[str, Any]:
        target = self.position(node, "Local") | {"id": name}
        value = self.position(node, "Constant") | {"value": self.plain(node, value)}
        return self.position(node, "Assign") | {"targets": [target], "value": value}

    def _parameters(self, node: Function) -> list[dict[str, Any]]:
        arguments, defaults = node.args, self.source.defaults
        self._bound = dict(self.source.bound)
        if arguments.vararg and self._bound:
            raise at(arguments.vararg, f"*{arguments.vararg.arg} as a parameter")
        if arguments.kwarg:
            name = arguments.kwarg.arg
            if not self._is_udf or self.scope.bindings.count[name] > 1:
                raise at(arguments.kwarg, f"**{name} as a parameter")
            self._bound[name] = {}
            self.scope.empty = name
        for argument in arguments.kwonlyargs if self._is_udf else ():
            # Spark gives arguments by position: such a parameter has its default.
            name = argument.arg
            if name not in {**defaults, **self._bound}:
                raise at(argument, f"{name}, a parameter by keyword only")
            if name not in self._bound:
                self._bound[name] = defaults[name]
        if arguments.posonlyargs and not self._is_udf:
            raise at(node, "parameters by position only")
        found: list[dict[str, Any]] = []
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            name = argument.arg
            if name in self._bound:
                continue
            one: dict[str, Any] = {"name": name}
            if argument in arguments.kwonlyargs:
                one["kind"] = "keyword"
            if name in defaults:
                one["default"] = self.plain(argument, defaults[name])
                if one["default"]["k"] in MUTABLE:
                    self.scope.shared.add(name)
            found.append(one)
        if arguments.vararg:
            found.append({"name": arguments.vararg.arg, "kind": "several"})
        return found

    def _body(self, statements: list[ast.stmt]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for node in statements:
            try:
                found += self._statement(node)
            except Refusal as e:
                self.functions.refuse(e, self.source)
        return found

    def _statement(self, node: ast.stmt) -> list[dict[str, Any]]:
        kind = type(node).__name__
        if kind in _REFUSED:
            raise at(node, _REFUSED[kind])
        if special := getattr(self, f"_{kind.lower()}", None):
            translated: list[dict[str, Any]] = special(node)
            return translated
        if kind not in _AS_IT_IS:
            raise at(node, f"the statement {kind}")
        return [self._plain_statement(node)]

    def _plain_statement(self, node: ast.stmt) -> dict[str, Any]:
        made = self.position(node)
        for name, value in ast.iter_fields(node):
            if name in ("body", "orelse", "finalbody"):
                made[name] = self._body(value)
            elif name != "type_comment":
                made[name] = self.field(value)
        if isinstance(node, ast.AugAssign | ast.For):
            self._check_target(node.target, made["target"])
        return made

    def _check_target(self, node: ast.expr, made: dict[str, Any]) -> None:
        """Refuse to change what belongs to all rows."""
        if isinstance(node, ast.Tuple | ast.List):
            for inner, translated in zip(node.elts, made["elts"], strict=True):
                self._check_target(inner, translated)
        elif isinstance(node, ast.Starred):
            self._check_target(node.value, made["value"])
        elif isinstance(node, ast.Attribute):
            raise at(node, f"assignment to the attribute {node.attr!r}")
        elif isinstance(node, ast.Subscript) and self.is_shared(made["value"]):
            raise at(node, f"a change of {ast.unparse(node.value)}, which all rows share")

    def _assign(self, node: ast.Assign) -> list[dict[str, Any]]:
        name = _defined(node)
        if name in self.scope.definitions and isinstance(node.value, ast.Lambda):
            return self._definition(node, name, node.value)
        made = self.position(node) | {"targets": self.field(node.targets)}
        for target, translated in zip(node.targets, made["targets"], strict=True):
            self._check_target(target, translated)
        value = self.expression(node.value)
        if self.is_shared(value):
            self.scope.shared |= {t["id"] for t in made["targets"] if t["t"] == "Local"}
        return [made | {"value": value}]

    def _annassign(self, node: ast.AnnAssign) -> list[dict[str, Any]]:
        if node.value is None:
            return []
        assign = ast.Assign(targets=[node.target], value=node.value)
        return self._assign(ast.copy_location(assign, node))

    def _functiondef(self, node: ast.FunctionDef) -> list[dict[str, Any]]:
        if node.decorator_list:
            raise at(node, f"a decorator of the inner function {node.name}")
        if node.name not in self.scope.definitions:
            raise at(node, f"the function {node.name} defined twice, or under a condition")
        return self._definition(node, node.name, node)

    def _definition(self, at: ast.stmt, name: str, node: Function) -> list[dict[str, Any]]:
        index = self.scope.definitions[name]
        self.scope.defined.add(name)
        self.inner(node, name, index)
        return [self.position(at, "Def") | {"name": name, "function": index}]

    def inner(self, node: Function, name: str, index: int) -> None:
        """Translate a function inside of this one."""
        positional = [*node.args.posonlyargs, *node.args.args]
        given = zip(positional[len(positional) - len(node.args.defaults) :], node.args.defaults)  # noqa: B905
        defaults: dict[str, object] = {}
        for argument, default in given:
            translated = self.expression(default)
            if translated["t"] != "Constant":
                raise at(default, f"a default of {argument.arg} that is not constant")
            defaults[argument.arg] = _Ready(translated["value"])
        source = replace(self.source, node=node, name=name, defaults=defaults, bound={})
        FunctionTranslator(self.functions, source, index, self.scope).translate()

    def plain(self, node: ast.AST, value: object) -> dict[str, Any]:
        """A plain value in the program's form."""
        if isinstance(value, _Ready):
            return value.form
        if isinstance(value, Unknown):
            raise at(node, value.reason, unknown=True)
        try:
            return constant(value)
        except NotPlainError as e:
            raise at(node, str(e)) from e

    def _pass(self, _: ast.Pass) -> list[dict[str, Any]]:
        return []

    def _expr(self, node: ast.Expr) -> list[dict[str, Any]]:
        if isinstance(node.value, ast.Constant):
            return []  # a docstring, or "..."
        return [self.position(node) | {"value": self.expression(node.value)}]

    def _global(self, node: ast.Global) -> list[dict[str, Any]]:
        for name in node.names:
            if self.scope.bindings.count[name]:
                raise at(node, f"global statement: {name} is assigned")
        return []

    def _import(self, node: ast.Import | ast.ImportFrom) -> list[dict[str, Any]]:
        for alias in node.names:
            if alias.name == "*":
                raise at(node, "import * inside of the function")
            name = alias.asname or alias.name.partition(".")[0]
            if not self.scope.bindings.is_import(name):
                raise at(node, f"{name} imported and assigned")
        return []

    _importfrom = _import

    def _assert(self, node: ast.Assert) -> list[dict[str, Any]]:
        return [self._plain_statement(node)] if __debug__ else []

    def _delete(self, node: ast.Delete) -> list[dict[str, Any]]:
        made = self._plain_statement(node)
        for target, translated in zip(node.targets, made["targets"], strict=True):
            self._check_target(target, translated)
        return [made]

    def _with(self, node: ast.With) -> list[dict[str, Any]]:
        """``with suppress(...)`` is a ``try``; others are refused."""
        kinds: list[ast.expr] = []
        for item in node.items:
            call = item.context_expr
            if item.optional_vars or not self._is_suppress(call):
                raise at(node, "with statement")
            kinds += call.args  # type: ignore[attr-defined]
        kind = ast.Tuple(kinds, ast.Load())
        handlers = [ast.ExceptHandler(type=kind, name=None, body=[ast.Pass()])]
        made = ast.Try(body=node.body, handlers=handlers if kinds else [], orelse=[], finalbody=[])
        return self._try(ast.fix_missing_locations(ast.copy_location(made, node)))

    def _is_suppress(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Call) or node.keywords:
            return False
        try:
            return self._expression(node.func).get("id") == "contextlib.suppress"
        except Refusal:
            return False

    def _match(self, node: ast.Match) -> list[dict[str, Any]]:
        subject = self.scope.fresh("match")
        self.scope.bindings.count[subject] += 1
        target = ast.Name(subject, ast.Store())
        first = ast.Assign(targets=[target], value=node.subject)
        ast.fix_missing_locations(ast.copy_location(first, node))
        return self._body([first, *as_ifs(node, subject)])

    def _try(self, node: ast.Try) -> list[dict[str, Any]]:
        made = self.position(node) | {"body": self._body(node.body), "handlers": []}
        for handler in node.handlers:
            kind = None if handler.type is None else self.expression(handler.type)
            made["handlers"].append(
                self.position(handler)
                | {"type": kind, "name": handler.name, "body": self._body(handler.body)}
            )
        made["orelse"] = self._body(node.orelse)
        made["finalbody"] = self._body(node.finalbody)
        # Of "try: import json" nothing is left to fail.
        return [made] if made["body"] else made["orelse"] + made["finalbody"]


class _Ready:
    """A default that is in the program's form already."""

    def __init__(self, form: dict[str, Any]) -> None:
        self.form = form


def _defined(node: ast.stmt) -> str | None:
    """The name of a function that a statement defines, by ``def`` or as a lambda's name."""
    if isinstance(node, ast.FunctionDef):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        first = node.targets[0]
        return first.id if len(node.targets) == 1 and isinstance(first, ast.Name) else None
    return None
