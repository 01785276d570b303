"""The results as a picture: a row a case, a dot a way, to the right is faster."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.ticker import FuncFormatter

from pybench.case import OURS

_COLOURS = ("#0072b2", "#e69f00", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#b3b3b3", "#000000")
"""Safe for colour-blind readers, but ours, which is green."""


def draw(data: Mapping[str, Any], file: Path) -> None:
    """Writes the picture; the file's ending says in which format."""
    results = list(reversed(data["results"]))
    ways = dict.fromkeys(w for r in data["results"] for w in r["median_seconds"] if w != OURS)
    colours = {OURS: "#009e73", **dict(zip(ways, _COLOURS, strict=False))}
    figure, axes = plt.subplots(figsize=(9, 1.4 + 0.45 * len(results)), layout="constrained")
    for i, result in enumerate(results):
        speeds = {way: result["rows"] / s for way, s in result["median_seconds"].items()}
        axes.plot([min(speeds.values()), max(speeds.values())], [i, i], color="#dddddd", zorder=1)
        for way, speed in speeds.items():
            size = 80 if way == OURS else 40
            axes.scatter(speed, i, s=size, color=colours[way], zorder=3 if way == OURS else 2)
    for way, colour in colours.items():
        axes.scatter([], [], color=colour, label=way)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}"))
    axes.set_yticks(range(len(results)), [r["case"] for r in results], family="monospace")
    axes.set_xlabel("rows per second, logarithmic")
    axes.margins(x=0.09)
    axes.set_ylim(-0.6, len(results) - 0.4)
    axes.grid(axis="x", which="both", color="#eeeeee", zorder=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    machine = data["machine"]
    axes.set_title(
        f"Work in Python UDFs, device: {data['device']}\n"
        f"Spark {machine['Spark']}, {machine['master']}, {machine['processor']}",
        loc="left",
        fontsize=10,
    )
    figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=9)
    figure.savefig(file, dpi=150)
    plt.close(figure)
