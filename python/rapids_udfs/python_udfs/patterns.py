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
        tests, binds = _pattern(case.pattern, _name(subject))
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
        return [_compare(of, ast.Eq(), node.value)], []
    if isinstance(node, ast.MatchSingleton):
        return [_compare(of, ast.Is(), ast.Constant(node.value))], []
    if isinstance(node, ast.MatchAs):
        tests, binds = _pattern(node.pattern, of) if node.pattern else ([], [])
        return tests, binds + ([_bind(node.name, of)] if node.name else [])
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
        return _mapping(node, of)
    if isinstance(node, ast.MatchClass):
        return _class(node, of)
    raise at(node, f"the pattern {type(node).__name__}")


def _sequence(patterns: Sequence[ast.pattern], of: ast.expr) -> _Parts:
    stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
    least = len(patterns) - len(stars)
    kinds = [_builtin("list"), _builtin("tuple"), _builtin("range")]
    kinds.append(Ready({"t": "Named", "id": "collections.deque", "l": 0, "c": 0}))
    length = _call("len", of)
    tests: list[ast.expr] = [_call("isinstance", of, ast.Tuple(kinds, ast.Load()))]
    tests.append(_compare(length, ast.GtE() if stars else ast.Eq(), ast.Constant(least)))
    binds: list[ast.expr] = []
    for i, each in enumerate(patterns):
        if isinstance(each, ast.MatchStar):
            stop = i + 1 - len(patterns) or None
            part = ast.Slice(ast.Constant(i), ast.Constant(stop) if stop else None)
            if each.name:
                whole = _call("list", of)
                binds.append(_bind(each.name, ast.Subscript(whole, part, ast.Load())))
            continue
        index = i - len(patterns) if stars and i > stars[0] else i
        inner = _pattern(each, _item(of, ast.Constant(index)))
        tests += inner[0]
        binds += inner[1]
    return tests, binds


def _mapping(node: ast.MatchMapping, of: ast.expr) -> _Parts:
    if node.rest:
        raise at(node, f"**{node.rest} in a pattern")
    tests: list[ast.expr] = [_call("isinstance", of, _builtin("dict"))]
    binds: list[ast.expr] = []
    for key, each in zip(node.keys, node.patterns, strict=True):
        inner = _pattern(each, _item(of, key))
        tests += [_compare(key, ast.In(), of), *inner[0]]
        binds += inner[1]
    return tests, binds


def _class(node: ast.MatchClass, of: ast.expr) -> _Parts:
    name = node.cls.id if isinstance(node.cls, ast.Name) else ""
    if node.kwd_patterns or len(node.patterns) > (name in _WHOLE):
        raise at(node, "attributes in a pattern of a class")
    tests: list[ast.expr] = [_call("isinstance", of, node.cls)]
    inner: _Parts = _pattern(node.patterns[0], of) if node.patterns else ([], [])
    return tests + inner[0], inner[1]


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _builtin(name: str) -> ast.expr:
    return Ready({"t": "Builtin", "id": name, "l": 0, "c": 0})


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(_builtin(name), [*arguments], [])


def _item(of: ast.expr, index: ast.expr) -> ast.expr:
    return ast.Subscript(of, index, ast.Load())


def _compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [op], [right])


def _and(conditions: list[ast.expr]) -> ast.expr:
    return conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)


def _bind(name: str, value: ast.expr) -> ast.expr:
    """A condition that holds, and binds a name."""
    bound = ast.NamedExpr(ast.Name(name, ast.Store()), value)
    return ast.BoolOp(ast.Or(), [_compare(bound, ast.Is(), ast.Constant(None)), ast.Constant(True)])
