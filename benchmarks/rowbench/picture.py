"""The results as a picture: a row a function, a dot a way, to the right is faster."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rowbench.methods import LABELS
from rowbench.speeds import begin, end

_MARKS = {
    "python": ("#b3b3b3", "o"),
    "pandas": ("#e69f00", "s"),
    "arrow": ("#cc79a7", "D"),
    "builtin": ("#0072b2", "^"),
    "ours": ("#009e73", "o"),
}
"""Colour (safe for colour-blind readers) and shape of each way, drawn in this order."""


def draw(data: Mapping[str, Any], file: Path) -> None:
    """Writes the picture; the file's ending says in which format."""
    results = list(reversed(data["results"]))
    figure, axes = begin(len(results), 0.36)
    for i, result in enumerate(results):
        speeds = {k: data["rows"] / s / 1e6 for k, s in result["median_seconds"].items()}
        shown = [speeds[name] for name in _MARKS if name in speeds]
        axes.plot([min(shown), max(shown)], [i, i], color="#dddddd", linewidth=2, zorder=1)
        for name, (colour, shape) in _MARKS.items():
            if name in speeds:
                size = 70 if name == "ours" else 38
                axes.scatter(speeds[name], i, s=size, color=colour, marker=shape, zorder=2)
        times = f"{speeds['ours'] / speeds['python']:.0f}x" if "python" in speeds else ""
        axes.annotate(
            times,
            (max(shown), i),
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color="#444444",
        )
    for name, (colour, shape) in _MARKS.items():
        axes.scatter([], [], color=colour, marker=shape, label=LABELS[name])
    names = [result["function"] for result in results]
    title = f"Row-wise functions on a CPU, {data['rows']:,} rows"
    unit = "million rows per second, logarithmic; beside the dots: rapids-udfs against a Python UDF"
    end(figure, axes, names, unit, title, data["machine"], len(_MARKS), file)
