# SPDX-License-Identifier: Apache-2.0

"""The ``match`` statement as ``if`` statements: a pattern is tests, and names that it binds."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from rapids_udfs.python_udfs.refusal import Refusal

_WHOLE: Final = {
    *("bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str"),
    "tuple",
}
"""Classes whose only positional pattern matches the value itself."""


class Ready(ast.expr):
    """An expression that is translated already."""

    def __init__(self, translated: dict[str, Any]) -> None:
        super().__init__()
        self.translated = translated


def as_ifs(node: ast.Match, subject: str) -> list[ast.stmt]:
    """Return the cases of a ``match`` whose subject is in a variable.

    Raises:
        Refusal: a pattern that is not compiled.
    """
    rest: list[ast.stmt] = []
    for case in reversed(node.cases):
        conditions = _conditions(case.pattern, ast.Name(subject, ast.Load()))
        conditions = sorted(conditions, key=_binds) + ([case.guard] if case.guard else [])
        if conditions:
            statement = ast.If(test=_and(conditions), body=case.body, orelse=rest)
            rest = [ast.fix_missing_locations(ast.copy_location(statement, case.pattern))]
        else:
            rest = case.body
    return rest


def _conditions(node: ast.pattern, subject: ast.expr) -> list[ast.expr]:
    """The tests of a pattern, and conditions that hold and bind its names."""
    match node:
        case ast.MatchValue(value=value):
            return [_parsed("of == value", of=subject, value=value)]
        case ast.MatchSingleton():
            return [_parsed(f"of is {node.value}", of=subject)]
        case ast.MatchAs(pattern=inner, name=name):
            return (_conditions(inner, subject) if inner else []) + _bind(name, subject)
        case ast.MatchOr(patterns=patterns):
            alternatives = [_conditions(pattern, subject) for pattern in patterns]
            if any(map(_binds, chain(*alternatives))):
                raise Refusal("names in alternatives of a pattern", node)
            if not all(alternatives):
                return []
            return [ast.BoolOp(ast.Or(), [_and(tests) for tests in alternatives])]
        case ast.MatchSequence(patterns=patterns):
            return _sequence(patterns, subject)
        case ast.MatchMapping(keys=keys, patterns=patterns, rest=rest):
            if rest:
                raise Refusal(f"**{rest} in a pattern", node)
            conditions = [_parsed("isinstance(of, dict)", of=subject)]
            for key, pattern in zip(keys, patterns, strict=True):
                conditions.append(_parsed("key in of", key=key, of=subject))
                conditions += _conditions(pattern, _parsed("of[key]", of=subject, key=key))
            return conditions
        case ast.MatchClass(cls=kind, patterns=patterns, kwd_patterns=by_name):
            name = kind.id if isinstance(kind, ast.Name) else ""
            if by_name or len(patterns) > (name in _WHOLE):
                raise Refusal("attributes in a pattern of a class", node)
            conditions = [_parsed("isinstance(of, kind)", of=subject, kind=kind)]
            return conditions + [c for pattern in patterns for c in _conditions(pattern, subject)]
    raise Refusal(f"the pattern {type(node).__name__}", node)


def _sequence(patterns: Sequence[ast.pattern], subject: ast.expr) -> list[ast.expr]:
    count = len(patterns)
    stars = [i for i, pattern in enumerate(patterns) if isinstance(pattern, ast.MatchStar)]
    is_sequence = "isinstance(of, (list, tuple, range, deque))"
    has_length = f"len(of) {'>=' if stars else '=='} {count - len(stars)}"
    conditions = [_parsed(is_sequence, of=subject, deque=_DEQUE), _parsed(has_length, of=subject)]
    for i, pattern in enumerate(patterns):
        if isinstance(pattern, ast.MatchStar):
            stop = ast.Constant(i + 1 - count) if i + 1 < count else None
            part = ast.Slice(ast.Constant(i), stop)
            conditions += _bind(pattern.name, _parsed("list(of)[part]", of=subject, part=part))
        else:
            index = ast.Constant(i - count if stars and i > stars[0] else i)
            conditions += _conditions(pattern, _parsed("of[index]", of=subject, index=index))
    return conditions


_DEQUE: Final = Ready({"t": "Named", "id": "collections.deque", "l": 0, "c": 0})


def _parsed(text: str, **parts: ast.expr) -> ast.expr:
    """The expression of a text whose names are those of parts, or Python's own."""

    class Filling(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return parts.get(node.id) or Ready({"t": "Builtin", "id": node.id, "l": 0, "c": 0})

    tree = ast.parse(text, mode="eval").body
    for node in ast.walk(tree):
        for place in node._attributes:  # it gets that of the pattern
            node.__dict__.pop(place, None)
    filled: ast.expr = Filling().visit(tree)
    return filled


def _and(conditions: list[ast.expr]) -> ast.expr:
    return conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)


def _bind(name: str | None, value: ast.expr) -> list[ast.expr]:
    """A condition that holds, and binds a name if there is one."""
    if name is None:
        return []
    bound = ast.NamedExpr(ast.Name(name, ast.Store()), value)
    return [_parsed("bound is None or True", bound=bound)]


def _binds(condition: ast.expr) -> bool:
    return any(isinstance(node, ast.NamedExpr) for node in ast.walk(condition))
