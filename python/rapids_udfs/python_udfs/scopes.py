# SPDX-License-Identifier: Apache-2.0

"""The names that a function binds, as Python's compiler finds them."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field

from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import Function

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Bindings(ast.NodeVisitor):
    """What the body of a function binds: how often each name, and which ones by ``import``."""

    def __init__(self, function: Function) -> None:
        self.count: Counter[str] = Counter()
        self.imports: dict[str, set[tuple[str, str | None]]] = {}
        """By name: modules, and the attribute of each that is bound, if it is not the module."""
        self.imported: Counter[str] = Counter()
        self.declared: set[str] = set()
        """Names of ``global`` statements."""
        self._comprehensions = 0
        arguments = function.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            self.count[argument.arg] += 1
        body = [function.body] if isinstance(function, ast.Lambda) else function.body
        for node in body:
            self.visit(node)

    def is_import(self, name: str) -> bool:
        """Return whether a name is bound by imports of one thing alone."""
        same = len(self.imports.get(name, ())) == 1
        return same and self.imported[name] == self.count[name]

    def visit_Name(self, node: ast.Name) -> None:
        """Count a name that is assigned or deleted."""
        if not isinstance(node.ctx, ast.Load) and not self._comprehensions:
            self.count[node.id] += 1

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """Count a name that ``:=`` binds: in a comprehension, too, it is the function's."""
        self.count[node.target.id] += 1
        self.visit(node.value)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """Count the name of a caught exception."""
        if node.name:
            self.count[node.name] += 1
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        """Keep the names that are global in spite of an assignment."""
        self.declared.update(node.names)

    def visit_Import(self, node: ast.Import) -> None:
        """Keep what each name is bound to."""
        for alias in node.names:
            module = alias.name if alias.asname else alias.name.partition(".")[0]
            self._import(alias.asname or module, module, None)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Keep what each name is bound to."""
        for alias in node.names:
            module = "." * node.level + (node.module or "")
            self._import(alias.asname or alias.name, module, alias.name)

    def _import(self, name: str, module: str, attribute: str | None) -> None:
        self.count[name] += 1
        self.imported[name] += 1
        self.imports.setdefault(name, set()).add((module, attribute))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Count the name; the function's body is a scope of its own."""
        self.count[node.name] += 1
        self._outside(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Leave the body out."""
        self._outside(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Count the name."""
        self.count[node.name] += 1

    def _outside(self, node: ast.FunctionDef | ast.Lambda) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)

    def generic_visit(self, node: ast.AST) -> None:
        """Visit what is inside; what a comprehension's targets bind is its own."""
        own = isinstance(node, _COMPREHENSIONS)
        self._comprehensions += own
        super().generic_visit(node)
        self._comprehensions -= own


@dataclass
class Scope:
    """The scope of a function in translation."""

    function: Function
    index: int
    parent: Scope | None
    bindings: Bindings
    definitions: dict[str, int] = field(default_factory=dict)
    """The numbers of functions that are defined inside, once, at the top of the body."""
    defined: set[str] = field(default_factory=set)
    """Those whose statement has been passed."""
    renamed: list[dict[str, str]] = field(default_factory=list)
    """The targets of the comprehensions around the present node, the innermost last."""
    captures: dict[str, Scope] = field(default_factory=dict)
    """Locals of the functions around, by name, with the scope that has each."""
    calls: set[int] = field(default_factory=set)
    """The numbers of functions that are named inside."""
    used: set[str] = field(default_factory=set)
    """All names in the text, and those that were made."""
    taken: set[str] = field(default_factory=set)
    """The targets of comprehensions so far."""

    def __post_init__(self) -> None:
        every = ast.walk(self.function)
        self.used = {n.id for n in every if isinstance(n, ast.Name)} | {*self.bindings.count}

    def has(self, name: str) -> bool:
        """Return whether a name is local here."""
        return self.bindings.count[name] > 0 and name not in self.bindings.declared

    def local(self, name: str) -> str | None:
        """The name in the program of a local or a comprehension's target; None for others."""
        for frame in reversed(self.renamed):
            if name in frame:
                return frame[name]
        return name if self.has(name) else None

    def fresh(self, name: str) -> str:
        """A name like this one that nothing else in the function has."""
        number = 2
        while (found := f"{name}_{number}") in self.used:
            number += 1
        self.used.add(found)
        return found

    def ambiguous(self, name: str) -> Refusal:
        """The refusal of a name that means two variables here."""
        reason = f"two variables {name!r}, one of a function around"
        return Refusal(self.function.lineno, self.function.col_offset, reason)
