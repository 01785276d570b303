# SPDX-License-Identifier: Apache-2.0

"""The catalogue's functions as Python source: signature, call and docstring."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from rapids_udfs.catalogue.function_info import FunctionInfo


class _Parameter(NamedTuple):
    name: str
    stars: str
    type: str
    """Its Spark type."""
    is_string: bool
    """Whether a ``str`` is a literal, not a column's name."""


def signature(f: FunctionInfo) -> str:
    """``def ip_in_cidr(address: ColumnOrName, block: LiteralStr) -> Column:``."""
    typed = [
        f"{p.stars}{p.name}: {'LiteralStr' if p.is_string else 'ColumnOrName'}"
        for p in _parameters(f)
    ]
    return f"def {f.name}({', '.join(typed)}) -> Column:"


def call(f: FunctionInfo) -> str:
    """``call("ip_in_cidr", address, literal(block))``, of ``rapids_udfs.functions``."""
    passed = [p.stars + (f"literal({p.name})" if p.is_string else p.name) for p in _parameters(f)]
    return f"call({', '.join([repr(f.name), *passed])})"


def docstring(f: FunctionInfo) -> str:
    """The docstring of a function, for ``help()`` and editors."""
    parts = [f"{f.summary}."]
    if f.description:
        parts.append(_wrapped(f.description))
    if f.arguments:
        arguments = [
            f"    {p.name}: {p.type}{', a literal' * p.is_string}{' (any number)' * bool(p.stars)}."
            for p in _parameters(f)
        ]
        parts.append("\n".join(["Args:", *arguments]))
    result = f"{f.returns}; {f.nulls}."
    parts.append("Returns:\n" + textwrap.indent(_wrapped(result, 88), "    "))
    if f.divergences:
        texts = [_wrapped(text, 86).replace("\n", "\n      ") for text in f.divergences]
        parts.append("Where CPU and GPU differ:\n" + "\n".join(f"    - {t}" for t in texts))
    if f.tolerance:
        parts.append(f"CPU and GPU may differ by {f.tolerance:g}, relative.")
    examples = [f"    {e.sql}  gives  {e.shows}" for e in f.examples]
    parts.append("Example, in SQL::\n\n" + "\n".join(examples))
    return "\n\n".join(parts)


def _parameters(f: FunctionInfo) -> Iterator[_Parameter]:
    for i, a in enumerate(f.arguments, 1):
        name = f"{a.name}_" if keyword.iskeyword(a.name) else a.name
        stars = "*" if f.varargs and i == len(f.arguments) else ""
        yield _Parameter(name, stars, a.type, a.literal and a.type == "string")


def _wrapped(text: str, width: int = 92) -> str:
    wrapper = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    return "\n\n".join(wrapper.fill(paragraph) for paragraph in text.split("\n\n"))
