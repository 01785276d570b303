# SPDX-License-Identifier: Apache-2.0

"""The ``match`` statement as ``if`` statements: a pattern is tests, and names that it binds."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Final

from rapids_udfs.python_udfs.refusal import at

_WHOLE: Final = {
    *("bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str"),
    "tuple",
}
"""Classes whose only positional pattern is for the value itself."""


class Ready(ast.expr):
    """An expression that is translated already."""

    def __init__(self, made: dict[str, Any]) -> None:
        super().__init__()
        self.made = made


def as_ifs(node: ast.Match, subject: str) -> list[ast.stmt]:
    """The cases of a ``match`` whose subject is in a variable.

    Raises:
        Refusal: a pattern that is not compiled.
    """
    rest: list[ast.stmt] = []
    for case in reversed(node.cases):
        tests, binds = _pattern(case.pattern, ast.Name(subject, ast.Load()))
        conditions = [*tests, *binds, *([case.guard] if case.guard else [])]
        if conditions:
            made = ast.If(test=_and(conditions), body=case.body, orelse=rest)
            rest = [ast.fix_missing_locations(ast.copy_location(made, case.pattern))]
        else:
            rest = case.body
    return rest


_Parts = tuple[list[ast.expr], list[ast.expr]]


def _pattern(node: ast.pattern, of: ast.expr) -> _Parts:
    """The tests of a pattern, and then what binds its names."""
    if isinstance(node, ast.MatchValue):
        return [_made("of == value", of=of, value=node.value)], []
    if isinstance(node, ast.MatchSingleton):
        return [_made(f"of is {node.value}", of=of)], []
    if isinstance(node, ast.MatchAs):
        tests, binds = _pattern(node.pattern, of) if node.pattern else ([], [])
        return tests, binds + _bind(node.name, of)
    if isinstance(node, ast.MatchOr):
        parts = [_pattern(each, of) for each in node.patterns]
        if any(binds for _, binds in parts):
            raise at(node, "names in alternatives of a pattern")
        if not all(tests for tests, _ in parts):
            return [], []
        return [ast.BoolOp(ast.Or(), [_and(tests) for tests, _ in parts])], []
    if isinstance(node, ast.MatchSequence):
        return _sequence(node.patterns, of)
    if isinstance(node, ast.MatchMapping):
        if node.rest:
            raise at(node, f"**{node.rest} in a pattern")
        parts = [([_made("isinstance(of, dict)", of=of)], [])]
        for key, each in zip(node.keys, node.patterns, strict=True):
            parts.append(([_made("key in of", key=key, of=of)], []))
            parts.append(_pattern(each, _made("of[key]", of=of, key=key)))
        return _all(parts)
    if isinstance(node, ast.MatchClass):
        name = node.cls.id if isinstance(node.cls, ast.Name) else ""
        if node.kwd_patterns or len(node.patterns) > (name in _WHOLE):
            raise at(node, "attributes in a pattern of a class")
        test = _made("isinstance(of, kind)", of=of, kind=node.cls)
        return _all([([test], []), *(_pattern(each, of) for each in node.patterns)])
    raise at(node, f"the pattern {type(node).__name__}")


def _sequence(patterns: Sequence[ast.pattern], of: ast.expr) -> _Parts:
    stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
    kind = _made("isinstance(of, (list, tuple, range, deque))", of=of, deque=_DEQUE)
    least = f"len(of) {'>=' if stars else '=='} {len(patterns) - len(stars)}"
    parts: list[_Parts] = [([kind, _made(least, of=of)], [])]
    for i, each in enumerate(patterns):
        behind = ast.Constant(i - len(patterns))
        if isinstance(each, ast.MatchStar):
            stop = ast.Constant(i + 1 - len(patterns)) if i + 1 < len(patterns) else None
            part = ast.Slice(ast.Constant(i), stop)
            parts.append(([], _bind(each.name, _made("list(of)[part]", of=of, part=part))))
        else:
            index = behind if stars and i > stars[0] else ast.Constant(i)
            parts.append(_pattern(each, _made("of[index]", of=of, index=index)))
    return _all(parts)


_DEQUE: Final = Ready({"t": "Named", "id": "collections.deque", "l": 0, "c": 0})


def _made(text: str, **given: ast.expr) -> ast.expr:
    """The expression of a text, in which names stand for what is given, or for Python's own."""

    class Filling(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return given.get(node.id) or Ready({"t": "Builtin", "id": node.id, "l": 0, "c": 0})

    tree = ast.parse(text, mode="eval").body
    for node in ast.walk(tree):
        for place in node._attributes:  # it has that of the pattern
            node.__dict__.pop(place, None)
    made: ast.expr = Filling().visit(tree)
    return made


def _all(parts: Sequence[_Parts]) -> _Parts:
    return [test for tests, _ in parts for test in tests], [b for _, binds in parts for b in binds]


def _and(conditions: list[ast.expr]) -> ast.expr:
    return conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)


def _bind(name: str | None, value: ast.expr) -> list[ast.expr]:
    """A condition that holds, and binds a name if there is one."""
    if name is None:
        return []
    bound = ast.NamedExpr(ast.Name(name, ast.Store()), value)
    return [_made("bound is None or True", bound=bound)]
