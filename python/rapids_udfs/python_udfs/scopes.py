# SPDX-License-Identifier: Apache-2.0

"""The names that a function binds, as Python's compiler finds them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import Function

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Block = Function | ast.Module | ast.ClassDef
_CONSUMERS = (ast.Call, ast.Compare, ast.For, ast.Starred, ast.comprehension, ast.keyword)
_Named = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
)
Imported = tuple[str, str | None]
"""A module, and its attribute that is bound; None for the module itself."""


class Bindings:
    """The names that a block binds: how often each, and by which imports."""

    def __init__(self, block: Block) -> None:
        self.count: Counter[str] = Counter()
        self.imports: dict[str, list[Imported]] = {}
        self.declared: set[str] = set()
        """Names of ``global`` statements."""
        if isinstance(block, Function):
            a = block.args
            parameters = (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg)
            self.count.update(parameter.arg for parameter in parameters if parameter)
        for node in block.body if isinstance(block.body, list) else [block.body]:
            self._scan(node, own=True)

    def only_import(self, name: str) -> Imported | None:
        """Return the import that binds a name, if nothing else does."""
        imports = self.imports.get(name, [])
        alone = len(set(imports)) == 1 and len(imports) == self.count[name]
        return imports[0] if alone else None

    def _scan(self, node: ast.AST, own: bool) -> None:
        """Record what a node binds; ``own`` is False in comprehensions, which own their targets."""
        if isinstance(node, ast.Name) and own and not isinstance(node.ctx, ast.Load):
            self.count[node.id] += 1
        elif isinstance(node, ast.NamedExpr):  # even in a comprehension
            self.count[node.target.id] += 1
        elif isinstance(node, ast.Global):
            self.declared.update(node.names)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                bound: Imported
                if isinstance(node, ast.ImportFrom):
                    bound = "." * node.level + (node.module or ""), alias.name
                else:  # "import a.b" binds a
                    bound = alias.name if alias.asname else alias.name.partition(".")[0], None
                name = alias.asname or bound[1] or bound[0]
                self.count[name] += 1
                self.imports.setdefault(name, []).append(bound)
        elif isinstance(node, _Named) and node.name:
            self.count[node.name] += 1
        inside: Iterable[ast.AST] = ast.iter_child_nodes(node)
        if isinstance(node, Function | ast.ClassDef):  # its body is another block
            defaults = () if isinstance(node, ast.ClassDef) else defaults_of(node).values()
            inside = [*getattr(node, "decorator_list", ()), *defaults]
        for inner in inside:
            self._scan(inner, own and not isinstance(node, Comprehension))


def defaults_of(node: Function) -> dict[str, ast.expr]:
    """Return the expressions of parameters' defaults."""
    positional = [*node.args.posonlyargs, *node.args.args]
    first = len(positional) - len(node.args.defaults)
    optional = [*positional[first:], *node.args.kwonlyargs]
    pairs = zip(optional, [*node.args.defaults, *node.args.kw_defaults], strict=True)
    return {parameter.arg: default for parameter, default in pairs if default}


@dataclass
class Scope:
    """The scope of a function while it is translated."""

    function: Function
    index: int
    parent: Scope | None
    definitions: dict[str, int] = field(default_factory=dict)
    """The numbers of functions that are defined inside, once, at the top level of the body."""
    defined: set[str] = field(default_factory=set)
    """The names in ``definitions`` whose statement has been translated."""
    renamed: list[dict[str, str]] = field(default_factory=list)
    """The targets of the comprehensions around the current node, the innermost last."""
    captures: dict[str, Scope] = field(default_factory=dict)
    """Locals of enclosing functions, by name, with their scope."""
    taken: set[str] = field(default_factory=set)
    """The targets of comprehensions so far."""
    shared: set[str] = field(default_factory=set)
    """Locals that may be a constant, which all rows share."""
    empty: str = ""
    """The parameter ``**name``, which is empty in every call."""

    def __post_init__(self) -> None:
        self.bindings = Bindings(self.function)
        nodes = [*ast.walk(self.function)]
        self.used = {n.id for n in nodes if isinstance(n, ast.Name)} | {*self.bindings.count}
        """All names in the text, and new ones."""
        consumers = (n for n in nodes if isinstance(n, _CONSUMERS))
        self.consumed = {id(n) for consumer in consumers for n in ast.iter_child_nodes(consumer)}
        """The nodes that are used up in place: a generator there does not escape."""

    def has(self, name: str) -> bool:
        """Return whether a name is local here."""
        return self.bindings.count[name] > 0 and name not in self.bindings.declared

    def local(self, name: str) -> str | None:
        """Return the program's name of a local or a comprehension's target; None for others."""
        for frame in reversed(self.renamed):
            if name in frame:
                return frame[name]
        return name if self.has(name) else None

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
            raise Refusal(f"two variables {name!r}, one of a function around", self.function)
