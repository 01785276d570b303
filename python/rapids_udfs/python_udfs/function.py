# SPDX-License-Identifier: Apache-2.0

"""One function of a program: parameters, captures, statements."""

from __future__ import annotations

import ast
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rapids_udfs.python_udfs.constants import MUTABLE, constant
from rapids_udfs.python_udfs.expressions import Expressions, ir
from rapids_udfs.python_udfs.names import canonical
from rapids_udfs.python_udfs.patterns import Ready, as_ifs
from rapids_udfs.python_udfs.program import VERSION, Program
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.scopes import Scope, defaults_of
from rapids_udfs.python_udfs.source import Function, Source, source_of


def program_of(function: object) -> dict[str, Any]:
    """Return the program of a function object, in JSON's types.

    The values of its closure and of globals are copied as they are now.

    Raises:
        Refusal: the function contains something that is not compiled.
    """
    try:
        return translate(source_of(function))
    except RecursionError:
        raise Refusal("hundreds of nested branches or operators") from None


def translate(source: Source, refusals: list[Refusal] | None = None) -> dict[str, Any]:
    """Return the program of a source; collect refusals in the list, or raise the first one."""
    program = Program(source.file, refusals)
    program.helper(source.node, source)
    for waiting, index in program.waiting:  # which grows
        with program.refusing(waiting):
            FunctionTranslator(program, waiting, index).translate()
    return {
        "v": VERSION,
        "python": [*sys.version_info[:2]],
        "name": source.name,
        "file": source.file,
        "line": source.node.lineno,
        "functions": program.functions,
    }


class FunctionTranslator(Expressions):
    """Translates one function and the functions nested in it."""

    def __init__(
        self, program: Program, source: Source, index: int, parent: Scope | None = None
    ) -> None:
        node, self.program, self.source = source.node, program, source
        self.scope = Scope(node, index, parent)
        program.captures[index] = self.scope.captures
        if isinstance(node, ast.Lambda):
            self._statements: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
        else:
            self._statements = node.body
        for name in map(_defined, self._statements):
            # A name that is bound twice does not always mean this function.
            if name and self.scope.bindings.count(name) == 1:
                self.scope.definitions[name] = program.new_index()

    def translate(self) -> None:
        """Add the function to the program."""
        node, bound = self.source.node, dict(self.source.bound)
        if isinstance(node, ast.AsyncFunctionDef):
            raise Refusal("an async function", node)
        parameters = self._parameters(node, bound)
        function = self.program.functions[self.scope.index]
        function.update(name=self.source.name, line=node.lineno, params=parameters, captures=[])
        if self.source.file != self.program.file:
            function["file"] = self.source.file
        body = []
        for name, value in bound.items():
            target = ir(node, "Local", id=name)
            plain = ir(node, "Constant", value=self._plain(node, value))
            body.append(ir(node, "Assign", targets=[target], value=plain))
        body += self.visit(self._statements)
        function.update(captures=sorted(self.scope.captures), body=body)

    def _parameters(self, node: Function, bound: dict[str, object]) -> list[dict[str, Any]]:
        """The parameters that calls set; the values of others are put into ``bound``."""
        arguments, defaults, is_udf = node.args, self.source.defaults, self.scope.index == 0
        if arguments.vararg and bound:
            raise Refusal(f"*{arguments.vararg.arg} as a parameter", arguments.vararg)
        if arguments.posonlyargs and not is_udf:
            raise Refusal("parameters by position only", node)
        if arguments.kwarg:
            name = arguments.kwarg.arg
            if not is_udf or self.scope.bindings.count(name) > 1:
                raise Refusal(f"**{name} as a parameter", arguments.kwarg)
            bound[name] = {}
            self.scope.empty = name
        parameters: list[dict[str, Any]] = []
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            name, by_name = argument.arg, argument in arguments.kwonlyargs
            if by_name and is_udf and name not in bound:
                # Spark passes arguments by position: such a parameter has its default.
                if name not in defaults:
                    raise Refusal(f"{name}, a parameter by keyword only", argument)
                bound[name] = defaults[name]
            if name in bound:
                continue
            parameter: dict[str, Any] = {"name": name} | ({"kind": "keyword"} if by_name else {})
            if name in defaults:
                parameter["default"] = self._plain(argument, defaults[name])
                if parameter["default"]["k"] in MUTABLE:
                    self.scope.shared.add(name)
            parameters.append(parameter)
        if arguments.vararg:
            parameters.append({"name": arguments.vararg.arg, "kind": "several"})
        return parameters

    def _plain(self, node: ast.AST, value: object) -> Any:
        """A plain value in the program's form."""
        plain: Any = constant(None)
        with self.program.refusing(self.source, node):
            if isinstance(value, Refusal):
                raise value.at(node)
            plain = value.translated["value"] if isinstance(value, Ready) else constant(value)
        return plain  # noqa: RET504 - None if the refusal is collected

    def inner(self, node: Function, name: str) -> int:
        """Translate a function inside of this one, and return its number."""
        self.scope.defined.add(name)
        index = self.scope.definitions.get(name) or self.program.new_index()
        defaults: dict[str, object] = {}
        for argument, default in defaults_of(node).items():
            translated = self.visit(default)
            if translated["t"] != "Constant":
                raise Refusal(f"a default of {argument} that is not constant", default)
            defaults[argument] = Ready(translated)
        source = replace(self.source, node=node, name=name, defaults=defaults, bound={})
        FunctionTranslator(self.program, source, index, self.scope).translate()
        return index

    def _on_assign(self, node: ast.Assign) -> dict[str, Any]:
        name = _defined(node)
        if name in self.scope.definitions and isinstance(node.value, ast.Lambda):
            return ir(node, "Def", name=name, function=self.inner(node.value, name))
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple | ast.List):
            self.scope.consumed.add(id(node.value))  # a, b = (x for x in y)
        translated = self.unchanged(node)
        if self.is_shared(translated["value"]):
            self.scope.shared |= {t["id"] for t in translated["targets"] if t["t"] == "Local"}
        return translated

    def _on_annassign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return []
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _on_functiondef(self, node: ast.FunctionDef) -> dict[str, Any]:
        if node.decorator_list:
            raise Refusal(f"a decorator of the inner function {node.name}", node)
        if node.name not in self.scope.definitions:
            raise Refusal(
                f"the function {node.name} defined twice, in a loop or under a condition", node
            )
        return ir(node, "Def", name=node.name, function=self.inner(node, node.name))

    def _on_pass(self, _: ast.Pass) -> list[dict[str, Any]]:
        return []

    def _on_expr(self, node: ast.Expr) -> Any:
        # A constant is a docstring, or "...".
        return [] if isinstance(node.value, ast.Constant) else self.unchanged(node)

    def _on_global(self, node: ast.Global) -> list[dict[str, Any]]:
        for name in node.names:
            if self.scope.bindings.count(name):
                raise Refusal(f"global statement: {name} is assigned", node)
        return []

    def _on_import(self, node: ast.Import | ast.ImportFrom) -> list[dict[str, Any]]:
        for alias in node.names:
            if alias.name == "*":
                raise Refusal("import * inside of the function", node)
            name = alias.asname or alias.name.partition(".")[0]
            if not self.scope.bindings.only_import(name):
                raise Refusal(f"{name} imported and assigned", node)
        return []

    _on_importfrom = _on_import

    def _on_assert(self, node: ast.Assert) -> Any:
        return self.unchanged(node) if __debug__ else []

    def _on_with(self, node: ast.With) -> Any:
        """``with suppress(...)`` as a ``try``; others are not compiled."""
        kinds: list[ast.expr] = []
        for item in node.items:
            call, manager = item.context_expr, None
            if isinstance(call, ast.Call) and not (item.optional_vars or call.keywords):
                with suppress(Refusal):
                    manager = self.outside(call.func)
                kinds += call.args
            if not manager or canonical(manager[0]) != ("Named", "contextlib.suppress"):
                raise Refusal("with statement", node)
        kind = ast.Tuple(kinds, ast.Load())
        handlers = [ast.ExceptHandler(type=kind, name=None, body=[ast.Pass()])]
        caught = ast.Try(node.body, handlers if kinds else [], orelse=[], finalbody=[])
        return self.visit(ast.fix_missing_locations(ast.copy_location(caught, node)))

    def _on_match(self, node: ast.Match) -> Any:
        subject = self.scope.fresh("match")
        self.scope.bindings.bind(subject, node)
        first = ast.Assign([ast.Name(subject, ast.Store())], node.subject)
        ast.fix_missing_locations(ast.copy_location(first, node))
        return self.visit([first, *as_ifs(node, subject)])

    def _on_try(self, node: ast.Try) -> Any:
        translated = self.unchanged(node)
        # Nothing is left of "try: import json" that could fail.
        rest: Any = translated["orelse"] + translated["finalbody"]
        return translated if translated["body"] else rest


def _defined(node: ast.stmt) -> str | None:
    """The name of a function that a statement defines, by ``def`` or as a lambda's name."""
    match node:
        case (
            ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda())
        ):
            return name
    return None
