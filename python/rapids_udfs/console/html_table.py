# SPDX-License-Identifier: Apache-2.0

"""Tables as HTML, for objects that a notebook shows."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from rapids_udfs.console.text_table import value_text


def html_table(headers: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return rows under their headers, everything escaped; None is an empty cell."""
    lines = ["<table>"]
    if caption:
        lines.append(f'<caption style="text-align: left">{html.escape(caption)}</caption>')
    lines.append(_row("th", headers))
    lines += [_row("td", ["" if value is None else value for value in row]) for row in rows]
    return "\n".join([*lines, "</table>"])


def _row(cell: str, values: Sequence[object]) -> str:
    cells = (html.escape(value_text(value)) for value in values)
    return "<tr>" + "".join(f"<{cell}>{text}</{cell}>" for text in cells) + "</tr>"
