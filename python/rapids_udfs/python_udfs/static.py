# SPDX-License-Identifier: Apache-2.0

"""The names of a Python file, read from its text: nothing in it is imported or run."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rapids_udfs.python_udfs import scopes
from rapids_udfs.python_udfs.constants import NotPlainError, constant
from rapids_udfs.python_udfs.names import canonical, import_standard, is_standard
from rapids_udfs.python_udfs.outside import Module, Standing, Unknown
from rapids_udfs.python_udfs.scopes import Bindings
from rapids_udfs.python_udfs.source import MISSING, Function, Source, builtin

# Called with plain values, these are done at once; nobody's own code runs.
_CALLABLE: Final = (
    *("re.compile", "decimal.Decimal", "datetime.date", "datetime.datetime", "datetime.timedelta"),
    *("set", "frozenset", "dict", "list", "tuple", "int", "float", "str"),
    "collections.namedtuple",
)
_OPERATORS: Final[dict[type, Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.BitOr: operator.or_,
}
_NEVER: Final = ("numpy", "pandas", "pyarrow", "pyspark", "requests", "scipy")
"""Packages whose functions are not compiled, for sure."""

_HIDDEN: Final = (
    *("abs", "ascii", "bin", "chr", "filter", "hash", "hex", "max", "min", "pow", "round"),
    *("slice", "sum"),
)
"""Builtins of Python that ``from pyspark.sql.functions import *`` hides."""


class Block(Module):
    """A file, a class or a function around another one, and what its names are bound to."""

    def __init__(self, tree: scopes.Block, file: Path, parent: Block | None = None) -> None:
        # The names of a class are not seen by the functions in it.
        in_class = parent is not None and isinstance(parent.tree, ast.ClassDef)
        self.parent: Block | None = parent.parent if parent and in_class else parent
        self.tree: scopes.Block = tree
        self.file = file
        self.bindings = Bindings(tree)
        self._values = dict(_bound(tree.body)) if isinstance(tree.body, list) else {}
        self._evaluating: set[str] = set()

    def lookup(self, name: str) -> object:
        """The value of a name; Unknown where only a run could say, MISSING if it has none."""
        if not self.bindings.count[name]:
            if self.parent is not None:
                return self.parent.lookup(name)
            return self._of_stars(name)
        if self.bindings.is_import(name):
            return self._imported(*next(iter(self.bindings.imports[name])))
        node = self._values.get(name)
        if self.bindings.count[name] > 1 or node is None or name in self._evaluating:
            return Unknown(f"the value of {name}")
        self._evaluating.add(name)
        try:
            return self._named(name, node)
        except Exception:
            return Unknown(f"the value of {name}")
        finally:
            self._evaluating.discard(name)

    def value(self, node: ast.expr) -> object:
        """The value of an expression; MISSING where only a run could say."""
        try:
            return self._evaluate(node)
        except Exception:
            return MISSING

    def imports(self, name: str) -> set[tuple[str, str | None]]:
        """What a name is bound to by imports: modules and their attributes."""
        around = self.parent.imports(name) if self.parent else set()
        return self.bindings.imports.get(name, around)

    def source(self, node: Function, name: str) -> Source:
        """A function of this block."""
        positional = [*node.args.posonlyargs, *node.args.args]
        first = len(positional) - len(node.args.defaults)
        pairs = [*zip(positional[first:], node.args.defaults, strict=True)]
        pairs += [(a, d) for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults) if d]  # noqa: B905
        defaults: dict[str, object] = {}
        for argument, default in pairs:
            try:
                defaults[argument.arg] = self._evaluate(default)
            except Exception:
                defaults[argument.arg] = Unknown(f"the default of {argument.arg}")
        around = self.parent if isinstance(self.tree, ast.ClassDef) and self.parent else self
        return Source(node, around, str(self.file), name, defaults)

    def _named(self, name: str, node: ast.stmt | ast.expr) -> object:
        if isinstance(node, ast.FunctionDef):
            for decorator in map(ast.unparse, node.decorator_list):
                last = decorator.partition("(")[0].rpartition(".")[2]
                if last not in ("staticmethod", "lru_cache", "cache"):
                    return Unknown(f"the decorator {decorator.partition('(')[0]} of {name}")
            return self.source(node, name)
        if isinstance(node, ast.ClassDef):
            return Block(node, self.file, self)
        if isinstance(node, ast.Lambda):
            return self.source(node, "<lambda>")
        assert isinstance(node, ast.expr)
        value = self._evaluate(node)
        if not isinstance(value, Module | Source | Unknown) and canonical(value) is None:
            constant(value)  # raises where the value is none that a program can have
        return value

    def _of_stars(self, name: str) -> object:
        for module, _ in sorted(self.bindings.imports.get("*", ())):
            if module == "pyspark.sql.functions" and name in _HIDDEN:
                return Unknown(f"{name} is {module}.{name} here", refused=True)
            own = import_standard(module) if is_standard(module) else self._module(module)
            if own is None and not module.startswith("pyspark."):
                return Unknown(f"{name}, perhaps of {module} (import *)")
            if (value := own.lookup(name) if isinstance(own, Block) else MISSING) is not MISSING:
                return value
            if not isinstance(own, Block | None) and hasattr(own, name):
                return getattr(own, name)
        return MISSING

    def _imported(self, module: str, attribute: str | None) -> object:
        if is_standard(module):
            found: Any = import_standard(module)
            inner = import_standard(f"{module}.{attribute}")
            return found if attribute is None else getattr(found, attribute, inner)
        if module.startswith("pyspark") and attribute == "Row":
            return Standing("pyspark.sql.Row")
        own = self._module(module)
        if own is not None:
            return own if attribute is None else own.lookup(attribute)
        if attribute is not None and (inside := self._module(f"{module}.{attribute}")):
            return inside
        name = module if attribute is None else f"{module}.{attribute}"
        return Unknown(name, refused=module.partition(".")[0] in _NEVER)

    def _module(self, name: str) -> Block | None:
        """A module of the user's, in a file beside this one or in a folder above."""
        level = len(name) - len(name.lstrip("."))
        parts = [part for part in name.split(".") if part]
        folders = [*self.file.parents]
        folders = folders[level - 1 : level] if level else folders[:8]
        for folder in folders if parts else ():
            at = folder.joinpath(*parts)
            for path in (at.with_suffix(".py"), at / "__init__.py"):
                if path.is_file():
                    return read(path)
        return None

    def _evaluate(self, node: ast.expr) -> Any:
        """The value of an expression of constants; an exception for any other."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self._known(builtin(node.id, self.lookup(node.id)))
        if isinstance(node, ast.Attribute):
            of = self._evaluate(node.value)
            known = of.lookup(node.attr) if isinstance(of, Module) else getattr(of, node.attr)
            return self._known(known)
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            kinds: dict[type, type] = {ast.Tuple: tuple, ast.List: list, ast.Set: set}
            return kinds[type(node)](self._evaluate(each) for each in node.elts)
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            return {self._evaluate(k): self._evaluate(v) for k, v in pairs if k is not None}
        if isinstance(node, ast.BinOp):
            return _OPERATORS[type(node.op)](self._evaluate(node.left), self._evaluate(node.right))
        if isinstance(node, ast.UnaryOp):
            return ast.literal_eval(node)
        if isinstance(node, ast.Call) and not any(k.arg is None for k in node.keywords):
            function = self._evaluate(node.func)
            name = canonical(function)
            if name is not None and name[1] in _CALLABLE:
                given = {str(k.arg): self._evaluate(k.value) for k in node.keywords}
                return function(*map(self._evaluate, node.args), **given)
        raise NotPlainError(ast.unparse(node))

    def _known(self, value: object) -> object:
        if value is MISSING or isinstance(value, Unknown):
            raise NotPlainError("unknown")
        return value


def read(path: Path) -> Block:
    """The block of a file; SyntaxError, ValueError or OSError if it is no Python."""
    path = path.resolve()
    return _read(path, path.stat().st_mtime_ns)


@functools.lru_cache(maxsize=256)
def _read(path: Path, _: int) -> Block:
    return Block(ast.parse(path.read_bytes()), path)


def _bound(body: list[ast.stmt]) -> list[tuple[str, ast.stmt | ast.expr]]:
    """What names are bound to, with those under a condition."""
    found: list[tuple[str, ast.stmt | ast.expr]] = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append((node.name, node))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found += [(t.id, node.value) for t in targets if isinstance(t, ast.Name)]
        for inner in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                found += _bound(getattr(node, inner, []))
    return found
