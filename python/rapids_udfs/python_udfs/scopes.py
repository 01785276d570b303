# SPDX-License-Identifier: Apache-2.0

"""The names that a function binds, as Python's compiler finds them."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field

from rapids_udfs.python_udfs.refusal import at
from rapids_udfs.python_udfs.source import Function

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Block = Function | ast.Module | ast.ClassDef
_CONSUMERS = (ast.Call, ast.Compare, ast.Starred, ast.comprehension, ast.keyword)
_Named = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
)
Imported = tuple[str, str | None]
"""A module, and its attribute that is bound, if it is not the module."""


class Bindings:
    """What a block binds: how often each name, and what by ``import``."""

    def __init__(self, block: Block) -> None:
        self.count: Counter[str] = Counter()
        self.imports: dict[str, list[Imported]] = {}
        self.declared: set[str] = set()
        """Names of ``global`` statements."""
        if isinstance(block, Function):
            given = block.args
            names = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
            self.count.update(argument.arg for argument in names if argument)
        for node in block.body if isinstance(block.body, list) else [block.body]:
            self._scan(node, own=True)

    def only_import(self, name: str) -> Imported | None:
        """What a name is bound to, if by imports of one thing alone."""
        found = self.imports.get(name, [])
        return found[0] if len(set(found)) == 1 and len(found) == self.count[name] else None

    def _scan(self, node: ast.AST, own: bool) -> None:
        """Note what a node binds; ``own`` is False in comprehensions, whose targets are theirs."""
        if isinstance(node, ast.Name) and own and not isinstance(node.ctx, ast.Load):
            self.count[node.id] += 1
        elif isinstance(node, ast.NamedExpr):  # even in a comprehension
            self.count[node.target.id] += 1
        elif isinstance(node, ast.Global):
            self.declared.update(node.names)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node)
        elif isinstance(node, _Named) and node.name:
            self.count[node.name] += 1
        inside = [*ast.iter_child_nodes(node)]
        if isinstance(node, Function | ast.ClassDef):  # its body is another block
            inside = [*getattr(node, "decorator_list", ())]
        if isinstance(node, Function):
            inside += defaults_of(node).values()
        for inner in inside:
            self._scan(inner, own and not isinstance(node, Comprehension))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            bound: Imported
            if isinstance(node, ast.ImportFrom):
                bound = "." * node.level + (node.module or ""), alias.name
            else:  # "import a.b" binds a
                bound = alias.name if alias.asname else alias.name.partition(".")[0], None
            name = alias.asname or bound[1] or bound[0]
            self.count[name] += 1
            self.imports.setdefault(name, []).append(bound)


def defaults_of(node: Function) -> dict[str, ast.expr]:
    """The expressions of parameters' defaults."""
    positional = [*node.args.posonlyargs, *node.args.args]
    first = len(positional) - len(node.args.defaults)
    every = [*positional[first:], *node.args.kwonlyargs]
    pairs = zip(every, [*node.args.defaults, *node.args.kw_defaults], strict=True)
    return {parameter.arg: default for parameter, default in pairs if default}


@dataclass
class Scope:
    """The scope of a function in translation."""

    function: Function
    index: int
    parent: Scope | None
    definitions: dict[str, int] = field(default_factory=dict)
    """The numbers of functions that are defined inside, once, at the top of the body."""
    defined: set[str] = field(default_factory=set)
    """Those whose statement has been passed."""
    renamed: list[dict[str, str]] = field(default_factory=list)
    """The targets of the comprehensions around the present node, the innermost last."""
    captures: dict[str, Scope] = field(default_factory=dict)
    """Locals of the functions around, by name, with the scope that has each."""
    taken: set[str] = field(default_factory=set)
    """The targets of comprehensions so far."""
    shared: set[str] = field(default_factory=set)
    """Locals that may be a constant that all rows share."""
    empty: str = ""
    """The parameter ``**name``, which no call gives anything."""

    def __post_init__(self) -> None:
        self.bindings = Bindings(self.function)
        every = [*ast.walk(self.function)]
        self.used = {n.id for n in every if isinstance(n, ast.Name)} | {*self.bindings.count}
        """All names in the text, and those that were made."""
        users = (n for n in every if isinstance(n, _CONSUMERS))
        self.consumed = {id(inner) for user in users for inner in ast.iter_child_nodes(user)}
        """What is used up at once where it stands: a generator there does not escape."""

    def has(self, name: str) -> bool:
        """Return whether a name is local here."""
        return self.bindings.count[name] > 0 and name not in self.bindings.declared

    def local(self, name: str) -> str | None:
        """The name in the program of a local or a comprehension's target; None for others."""
        for frame in reversed(self.renamed):
            if name in frame:
                return frame[name]
        return name if self.has(name) else None

    def target(self, name: str) -> str:
        """The name in the program of a comprehension's target: a new one if it is another's too."""
        scope: Scope | None = self
        while scope is not None and scope.local(name) is None:
            scope = scope.parent
        return name if scope is None and name not in self.taken else self.fresh(name)

    def fresh(self, name: str) -> str:
        """A name like this one that nothing else in the function has."""
        number = 2
        while (found := f"{name}_{number}") in self.used:
            number += 1
        self.used.add(found)
        return found

    def capture(self, local: str, owner: Scope, name: str) -> None:
        """Note a local of a function around, which the text has as ``name``.

        Raises:
            Refusal: it means two variables here.
        """
        if self.has(local) or self.captures.setdefault(local, owner) is not owner:
            raise at(self.function, f"two variables {name!r}, one of a function around")
