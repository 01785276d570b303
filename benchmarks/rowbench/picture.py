"""The results as a picture: a row a function, a dot a way, to the right is faster."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.ticker import FuncFormatter

from rowbench.methods import LABELS

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
    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.36 * len(results)), layout="constrained")
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
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.set_yticks(range(len(results)), [r["function"] for r in results], family="monospace")
    axes.set_xlabel(
        "million rows per second, logarithmic; beside the dots: rapids-udfs against a Python UDF"
    )
    axes.margins(x=0.09)
    axes.set_ylim(-0.6, len(results) - 0.4)
    axes.grid(axis="x", which="both", color="#eeeeee", zorder=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    machine = data["machine"]
    axes.set_title(
        f"Row-wise functions on a CPU, {data['rows']:,} rows\n"
        f"Spark {machine['Spark']}, {machine['master']}, {machine['processor']}",
        loc="left",
        fontsize=10,
    )
    figure.legend(loc="outside lower center", ncols=len(_MARKS), frameon=False, fontsize=9)
    figure.savefig(file, dpi=150)
    plt.close(figure)
