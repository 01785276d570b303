"""The frame of a picture of speeds: a row a piece of work, to the right is faster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.ticker import FuncFormatter


def begin(rows: int, inches_a_row: float) -> tuple[Any, Any]:
    """A figure with so many rows, and its axes."""
    return plt.subplots(figsize=(9, 1.2 + inches_a_row * rows), layout="constrained")


def _plain(number: float, _: int) -> str:
    """Without an exponent, as people read it."""
    return f"{number:,.0f}" if number >= 1 else f"{number:g}"


def end(
    figure: Any,
    axes: Any,
    names: Sequence[str],
    unit: str,
    title: str,
    machine: Mapping[str, str],
    columns: int,
    file: Path,
) -> None:
    """Names the rows from the bottom up, and writes the picture; the file's ending says how."""
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(_plain))
    axes.set_yticks(range(len(names)), names, family="monospace")
    axes.set_xlabel(unit)
    axes.margins(x=0.09)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.grid(axis="x", which="both", color="#eeeeee", zorder=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    text = f"{title}\nSpark {machine['Spark']}, {machine['master']}, {machine['processor']}"
    axes.set_title(text, loc="left", fontsize=10)
    figure.legend(loc="outside lower center", ncols=columns, frameon=False, fontsize=9)
    figure.savefig(file, dpi=150)
    plt.close(figure)
