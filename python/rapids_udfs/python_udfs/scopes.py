# SPDX-License-Identifier: Apache-2.0

"""The names that a function binds, as Python's compiler finds them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import Function

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Block = Function | ast.Module | ast.ClassDef
_NAMED = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
)
_CONSUMERS = (ast.Call, ast.Compare, ast.For, ast.Starred, ast.comprehension, ast.keyword)
Imported = tuple[str, str | None]
"""A module, and its attribute that is bound; None for the module itself."""


class Bindings:
    """The names that a block binds.

    Attributes:
        nodes: by name, the statement or parameter of each of its bindings.
        imports: by name, what imports bind to it.
        declared: the names of ``global`` statements.
    """

    def __init__(self, block: Block) -> None:
        self.nodes: dict[str, list[Any]] = {}
        self.imports: dict[str, list[Imported]] = {}
        self.declared: set[str] = set()
        if isinstance(block, Function):
            a = block.args
            for parameter in (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg):
                if parameter:
                    self.bind(parameter.arg, parameter)
        for node in block.body if isinstance(block.body, list) else [block.body]:
            self._scan(node, node, own=True)

    def bind(self, name: str, node: ast.AST) -> None:
        """Record a binding."""
        self.nodes.setdefault(name, []).append(node)

    def count(self, name: str) -> int:
        """Return how often a name is bound."""
        return len(self.nodes.get(name, ()))

    def value(self, name: str) -> ast.AST | None:
        """Return the function, class or expression that a name is bound to last, or None."""
        match self.nodes.get(name, [None])[-1]:
            case ast.FunctionDef() | ast.ClassDef() as definition:
                return definition
            case ast.Assign(targets=targets, value=value):
                return value if any(getattr(t, "id", None) == name for t in targets) else None
            case ast.AnnAssign(target=ast.Name(), value=value):
                return value
        return None

    def only_import(self, name: str) -> Imported | None:
        """Return the import that binds a name, if nothing else does."""
        imports = self.imports.get(name, [])
        alone = len(set(imports)) == 1 and len(imports) == self.count(name)
        return imports[0] if alone else None

    def _scan(self, node: ast.AST, statement: ast.AST, own: bool) -> None:
        """Record what a node binds; ``own`` is False in comprehensions, which own their targets."""
        statement = node if isinstance(node, ast.stmt) else statement
        inside = [*ast.iter_child_nodes(node)]
        if isinstance(node, ast.Name) and own and not isinstance(node.ctx, ast.Load):
            self.bind(node.id, statement)
        elif isinstance(node, ast.NamedExpr):  # even in a comprehension
            self.bind(node.target.id, statement)
        elif isinstance(node, _NAMED) and node.name:
            self.bind(node.name, statement)
        elif isinstance(node, ast.Global):
            self.declared.update(node.names)
        elif isinstance(node, ast.alias):
            attribute: str | None
            if isinstance(statement, ast.ImportFrom):
                module = "." * statement.level + (statement.module or "")
                name, attribute = node.asname or node.name, node.name
            else:  # "import a.b" binds a
                module = node.name if node.asname else node.name.partition(".")[0]
                name, attribute = node.asname or module, None
            self.bind(name, statement)
            self.imports.setdefault(name, []).append((module, attribute))
        if isinstance(node, Function | ast.ClassDef):  # its body is another block
            defaults = () if isinstance(node, ast.ClassDef) else defaults_of(node).values()
            inside = [*getattr(node, "decorator_list", ()), *defaults]
        for inner in inside:
            self._scan(inner, statement, own and not isinstance(node, Comprehension))


def defaults_of(node: Function) -> dict[str, ast.expr]:
    """Return the expressions of parameters' defaults."""
    positional = [*node.args.posonlyargs, *node.args.args]
    first = len(positional) - len(node.args.defaults)
    optional = [*positional[first:], *node.args.kwonlyargs]
    pairs = zip(optional, [*node.args.defaults, *node.args.kw_defaults], strict=True)
    return {parameter.arg: default for parameter, default in pairs if default}


@dataclass
class Scope:
    """The scope of a function while it is translated.

    Attributes:
        definitions: the numbers of functions that are defined inside, once, at the top level of
            the body.
        defined: the names in ``definitions`` whose statement has been translated.
        renamed: the targets of the comprehensions around the current node, the innermost last.
        captures: locals of enclosing functions, by name, with their scope.
        taken: the targets of comprehensions so far.
        shared: locals that may be a constant, which all rows share.
        empty: the parameter ``**name``, which is empty in every call.
        used: all names in the text, and new ones.
        consumed: the nodes that are used up in place: a generator there does not escape.
    """

    function: Function
    index: int
    parent: Scope | None
    definitions: dict[str, int] = field(default_factory=dict)
    defined: set[str] = field(default_factory=set)
    renamed: list[dict[str, str]] = field(default_factory=list)
    captures: dict[str, Scope] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    shared: set[str] = field(default_factory=set)
    empty: str = ""

    def __post_init__(self) -> None:
        self.bindings = Bindings(self.function)
        nodes = [*ast.walk(self.function)]
        self.used = {n.id for n in nodes if isinstance(n, ast.Name)} | self.bindings.nodes.keys()
        consumers = (n for n in nodes if isinstance(n, _CONSUMERS))
        self.consumed = {id(n) for consumer in consumers for n in ast.iter_child_nodes(consumer)}

    def has(self, name: str) -> bool:
        """Return whether a name is local here."""
        return name in self.bindings.nodes and name not in self.bindings.declared

    def local(self, name: str) -> str | None:
        """Return the program's name of a local or a comprehension's target; None for others."""
        frame = next((frame for frame in reversed(self.renamed) if name in frame), {})
        return frame.get(name) or (name if self.has(name) else None)

    def target(self, name: str) -> str:
        """Return the program's name of a comprehension's target: a new one if the name is taken."""
        scope: Scope | None = self
        while scope is not None and scope.local(name) is None:
            scope = scope.parent
        return name if scope is None and name not in self.taken else self.fresh(name)

    def fresh(self, name: str) -> str:
        """Return a new name, similar to this one."""
        names = (f"{name}_{number}" for number in count(2))
        new = next(new for new in names if new not in self.used)
        self.used.add(new)
        return new

    def capture(self, local: str, owner: Scope, name: str) -> None:
        """Record the use of an enclosing function's local, which the text calls ``name``.

        Raises:
            Refusal: two variables would have the same name here.
        """
        if self.has(local) or self.captures.setdefault(local, owner) is not owner:
            raise Refusal(f"two variables {name!r}, one of an enclosing function", self.function)
