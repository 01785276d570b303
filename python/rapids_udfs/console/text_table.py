# SPDX-License-Identifier: Apache-2.0

"""Tables and values as plain text for a terminal."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal

_Number = (int, float, Decimal)
_NARROWEST = 12  # columns are not made narrower to fit a line


def render(
    headers: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    line: int = 0,
    right: Container[int] = (),
) -> str:
    """Format rows under their headers: numbers right-aligned, everything else left-aligned.

    Columns of strings in ``right`` are right-aligned too. The widest columns are shortened so that
    a line has at most ``line`` characters; 0 for any number.
    """
    texts = [[value_text(value) for value in row] for row in rows]
    to_right = [i in right or _all_numbers([r[i] for r in rows]) for i in range(len(headers))]
    widths = [max(map(width, column)) for column in zip(headers, *texts, strict=True)]
    while line and sum(widths) + 2 * (len(widths) - 1) > line and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    lines = [_line(headers, widths, to_right), "  ".join("-" * w for w in widths)]
    lines += [_line(row, widths, to_right) for row in texts]
    return "\n".join(line.rstrip() for line in lines)


def value_text(value: object) -> str:
    """Format a value of a Spark row as one line of text."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{value_text(k)}: {value_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        names = getattr(value, "__fields__", None) or [""] * len(value)
        fields = zip(names, map(value_text, value), strict=True)
        return "(" + ", ".join(f"{n}={text}" if n else text for n, text in fields) + ")"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return "".join(" " if unicodedata.category(c) == "Cc" else c for c in str(value))


def width(text: str) -> int:
    """The number of terminal columns that a string takes."""
    return sum(_char_width(c) for c in text)


def clip(text: str, limit: int) -> str:
    """The text, or as much of its beginning as fits with an ellipsis."""
    if width(text) <= limit:
        return text
    used, kept = 1, []
    for c in text:
        used += _char_width(c)
        if used > limit:
            break
        kept.append(c)
    return "".join(kept) + "…"


def _char_width(c: str) -> int:
    if unicodedata.combining(c):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def _all_numbers(values: Sequence[object]) -> bool:
    values = [v for v in values if v is not None]
    return bool(values) and all(isinstance(v, _Number) and not isinstance(v, bool) for v in values)


def _line(texts: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = []
    for text, cell_width, to_right in zip(texts, widths, right, strict=True):
        cell = clip(text, cell_width)
        blanks = " " * (cell_width - width(cell))
        padded.append(blanks + cell if to_right else cell + blanks)
    return "  ".join(padded)


def html_table(headers: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return rows under their headers, everything escaped; None is an empty cell."""

    def line(cell: str, values: Sequence[object]) -> str:
        texts = ("" if value is None else html.escape(value_text(value)) for value in values)
        return "<tr>" + "".join(f"<{cell}>{text}</{cell}>" for text in texts) + "</tr>"

    lines = ["<table>"]
    if caption:
        lines.append(f'<caption style="text-align: left">{html.escape(caption)}</caption>')
    lines += [line("th", headers), *(line("td", row) for row in rows), "</table>"]
    return "\n".join(lines)
