# SPDX-License-Identifier: Apache-2.0

"""One function of a program: parameters, captures, statements."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from rapids_udfs.python_udfs.constants import MUTABLE, constant
from rapids_udfs.python_udfs.expressions import Expressions, made
from rapids_udfs.python_udfs.patterns import Ready, as_ifs
from rapids_udfs.python_udfs.program import Program
from rapids_udfs.python_udfs.refusal import Refusal, at
from rapids_udfs.python_udfs.scopes import Scope, defaults_of
from rapids_udfs.python_udfs.source import Function, Source, source_of


def program_of(function: object) -> dict[str, Any]:
    """The program of a function object, in JSON's types.

    The values of its closure and of globals are copied as they are now.

    Raises:
        Refusal: it has something that is not compiled.
    """
    return translate(source_of(function))


def translate(source: Source, refusals: list[Refusal] | None = None) -> dict[str, Any]:
    """The program of a source; refusals are put into the list, or the first one is raised."""
    program = Program(refusals)
    program.helper(source.node, source)
    for one, index in program.waiting:  # which grows
        with program.refusing(one):
            FunctionTranslator(program, one, index).translate()
    return program.json(source)


class FunctionTranslator(Expressions):
    """Translates one function, and the functions inside of it."""

    def __init__(
        self, program: Program, source: Source, index: int, parent: Scope | None = None
    ) -> None:
        node, self.program, self.source = source.node, program, source
        self.scope = Scope(node, index, parent)
        program.captures[index] = self.scope.captures
        self._statements = node.body if isinstance(node.body, list) else [_returned(node.body)]
        for name in map(_defined, self._statements):
            # A name with two values is no function's own.
            if name and self.scope.bindings.count[name] == 1:
                self.scope.definitions[name] = program.new_index()

    def translate(self) -> None:
        """Put the function into the program."""
        node, bound = self.source.node, dict(self.source.bound)
        if isinstance(node, ast.AsyncFunctionDef):
            raise at(node, "an async function")
        parameters = self._parameters(node, bound)
        function = self.program.translated[self.scope.index]
        function.update(name=self.source.name, line=node.lineno, params=parameters, captures=[])
        values = [made(node, "Constant", value=self._plain(node, v)) for v in bound.values()]
        targets = [[made(node, "Local", id=name)] for name in bound]
        pairs = zip(targets, values, strict=True)
        given = [made(node, "Assign", targets=target, value=value) for target, value in pairs]
        body = given + self.body(self._statements)
        function.update(captures=sorted(self.scope.captures), body=body)

    def _parameters(self, node: Function, bound: dict[str, object]) -> list[dict[str, Any]]:
        """The parameters that calls give; the values of others are put into ``bound``."""
        arguments, defaults, is_udf = node.args, self.source.defaults, self.scope.index == 0
        if arguments.vararg and bound:
            raise at(arguments.vararg, f"*{arguments.vararg.arg} as a parameter")
        if arguments.posonlyargs and not is_udf:
            raise at(node, "parameters by position only")
        if arguments.kwarg:
            name = arguments.kwarg.arg
            if not is_udf or self.scope.bindings.count[name] > 1:
                raise at(arguments.kwarg, f"**{name} as a parameter")
            bound[name] = {}
            self.scope.empty = name
        found: list[dict[str, Any]] = []
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            name, by_name = argument.arg, argument in arguments.kwonlyargs
            if by_name and is_udf and name not in bound:
                # Spark gives arguments by position: such a parameter has its default.
                if name not in defaults:
                    raise at(argument, f"{name}, a parameter by keyword only")
                bound[name] = defaults[name]
            if name in bound:
                continue
            one: dict[str, Any] = {"name": name} | ({"kind": "keyword"} if by_name else {})
            if name in defaults:
                one["default"] = self._plain(argument, defaults[name])
                if one["default"]["k"] in MUTABLE:
                    self.scope.shared.add(name)
            found.append(one)
        if arguments.vararg:
            found.append({"name": arguments.vararg.arg, "kind": "several"})
        return found

    def _plain(self, node: ast.AST, value: object) -> dict[str, Any]:
        """A plain value in the program's form."""
        if isinstance(value, Ready):
            form: dict[str, Any] = value.made["value"]
            return form
        plain = constant(None)
        with self.program.refusing(self.source, node):
            if isinstance(value, Refusal):
                raise at(node, value.reason, unknown=value.unknown)
            plain = constant(value)
        return plain  # noqa: RET504 - as it was where the block was left

    def _on_assign(self, node: ast.Assign) -> dict[str, Any]:
        name = _defined(node)
        if name in self.scope.definitions and isinstance(node.value, ast.Lambda):
            return made(node, "Def", name=name, function=self.inner(node.value, name))
        translated = self.as_it_is(node)
        if self.is_shared(translated["value"]):
            self.scope.shared |= {t["id"] for t in translated["targets"] if t["t"] == "Local"}
        return translated

    def _on_annassign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return []
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _on_functiondef(self, node: ast.FunctionDef) -> dict[str, Any]:
        if node.decorator_list:
            raise at(node, f"a decorator of the inner function {node.name}")
        if node.name not in self.scope.definitions:
            raise at(node, f"the function {node.name} defined twice, or under a condition")
        return made(node, "Def", name=node.name, function=self.inner(node, node.name))

    def inner(self, node: Function, name: str) -> int:
        """Translate a function inside of this one, and return its number."""
        self.scope.defined.add(name)
        index = self.scope.definitions.get(name) or self.program.new_index()
        defaults: dict[str, object] = {}
        for argument, default in defaults_of(node).items():
            translated = self.expression(default)
            if translated["t"] != "Constant":
                raise at(default, f"a default of {argument} that is not constant")
            defaults[argument] = Ready(translated)
        source = replace(self.source, node=node, name=name, defaults=defaults, bound={})
        FunctionTranslator(self.program, source, index, self.scope).translate()
        return index

    def _on_pass(self, _: ast.Pass) -> list[dict[str, Any]]:
        return []

    def _on_expr(self, node: ast.Expr) -> Any:
        # A constant is a docstring, or "...".
        return [] if isinstance(node.value, ast.Constant) else self.as_it_is(node)

    def _on_global(self, node: ast.Global) -> list[dict[str, Any]]:
        for name in node.names:
            if self.scope.bindings.count[name]:
                raise at(node, f"global statement: {name} is assigned")
        return []

    def _on_import(self, node: ast.Import | ast.ImportFrom) -> list[dict[str, Any]]:
        for alias in node.names:
            if alias.name == "*":
                raise at(node, "import * inside of the function")
            name = alias.asname or alias.name.partition(".")[0]
            if not self.scope.bindings.only_import(name):
                raise at(node, f"{name} imported and assigned")
        return []

    _on_importfrom = _on_import

    def _on_assert(self, node: ast.Assert) -> Any:
        return self.as_it_is(node) if __debug__ else []

    def _on_with(self, node: ast.With) -> Any:
        """``with suppress(...)`` is a ``try``; others are refused."""
        kinds: list[ast.expr] = []
        for item in node.items:
            call = item.context_expr
            if item.optional_vars or not self._is_suppress(call):
                raise at(node, "with statement")
            kinds += call.args  # type: ignore[attr-defined]
        kind = ast.Tuple(kinds, ast.Load())
        handlers = [ast.ExceptHandler(type=kind, name=None, body=[ast.Pass()])]
        caught = ast.Try(node.body, handlers if kinds else [], orelse=[], finalbody=[])
        return self.visit(ast.fix_missing_locations(ast.copy_location(caught, node)))

    def _is_suppress(self, node: ast.expr) -> bool:
        try:
            call = isinstance(node, ast.Call) and not node.keywords
            return call and self.visit(node.func).get("id") == "contextlib.suppress"  # type: ignore[attr-defined]
        except Refusal:
            return False

    def _on_match(self, node: ast.Match) -> list[dict[str, Any]]:
        subject = self.scope.fresh("match")
        self.scope.bindings.count[subject] += 1
        first = ast.Assign([ast.Name(subject, ast.Store())], node.subject)
        ast.fix_missing_locations(ast.copy_location(first, node))
        return self.body([first, *as_ifs(node, subject)])

    def _on_try(self, node: ast.Try) -> Any:
        translated = self.as_it_is(node)
        # Of "try: import json" nothing is left to fail.
        rest: Any = translated["orelse"] + translated["finalbody"]
        return translated if translated["body"] else rest


def _returned(value: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Return(value), value)


def _defined(node: ast.stmt) -> str | None:
    """The name of a function that a statement defines, by ``def`` or as a lambda's name."""
    match node:
        case (
            ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda())
        ):
            return name
    return None
