# SPDX-License-Identifier: Apache-2.0

"""The results as a picture: a row per case, a dot per way; or the growth of the times."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.ticker import FuncFormatter

from bench.case import OURS, READING
from bench.report import medians, per_row
from bench.suite import Suite

_COLOURS = (
    *("#0072b2", "#e69f00", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#b3b3b3", "#000000"),
    *("#882255", "#999933", "#332288", "#ddcc77"),
)
"""Colours that are safe for colour-blind readers; ours is green."""


def draw(data: Mapping[str, Any], suite: Suite, file: Path) -> None:
    form = _growth if suite.form == "growth" else _speeds
    figure, axes = form(data)
    machine = data["machine"]
    text = f"{suite.title}\nSpark {machine['Spark']}, {machine['master']}, {machine['processor']}"
    axes.set_title(text, loc="left", fontsize=10)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xscale("log")
    # Without an exponent, which is easier to read.
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}" if x >= 1 else f"{x:g}"))
    figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=9)
    figure.savefig(file, dpi=100)
    plt.close(figure)


def _growth(data: Mapping[str, Any]) -> tuple[Any, Any]:
    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    for (call, taken), colour in zip(per_row(data["results"]).items(), _COLOURS, strict=False):
        axes.plot(list(taken), list(taken.values()), "o-", color=colour, label=call)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:,.0f}"))
    axes.set_xlabel("rows, logarithmic")
    axes.set_ylabel("nanoseconds per row, reading included, logarithmic")
    axes.grid(which="major", color="#eeeeee")
    return figure, axes


def _speeds(data: Mapping[str, Any]) -> tuple[Any, Any]:
    results = list(reversed(data["results"]))
    ways = dict.fromkeys(
        w for r in data["results"] for w in r["seconds"] if w not in (OURS, READING)
    )
    colours = {OURS: "#009e73", **dict(zip(ways, _COLOURS * len(ways), strict=False))}
    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.4 * len(results)), layout="constrained")
    for i, result in enumerate(results):
        rates = {way: result["rows"] / s for way, s in medians(result).items() if way in colours}
        axes.plot([min(rates.values()), max(rates.values())], [i, i], color="#dddddd", zorder=1)
        for way, speed in rates.items():
            size = 80 if way == OURS else 40
            axes.scatter(speed, i, s=size, color=colours[way], zorder=3 if way == OURS else 2)
    for way, colour in colours.items():
        axes.scatter([], [], color=colour, label=way)
    axes.set_yticks(range(len(results)), [r["case"] for r in results], family="monospace")
    axes.set_xlabel("rows per second, logarithmic")
    axes.set_ylim(-0.6, len(results) - 0.4)
    axes.grid(axis="x", which="both", color="#eeeeee", zorder=0)
    axes.tick_params(axis="y", length=0)
    return figure, axes
