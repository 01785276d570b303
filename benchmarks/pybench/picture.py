"""The results as a picture: a row a case, a dot a way, to the right is faster."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rowbench import speeds

from pybench.case import OURS

_COLOURS = (
    *("#0072b2", "#e69f00", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#b3b3b3", "#000000"),
    *("#882255", "#999933", "#332288", "#ddcc77"),
)
"""Safe for colour-blind readers, but ours, which is green."""


def draw(data: Mapping[str, Any], file: Path) -> None:
    """Writes the picture; the file's ending says in which format."""
    results = list(reversed(data["results"]))
    ways = dict.fromkeys(w for r in data["results"] for w in r["median_seconds"] if w != OURS)
    colours = {OURS: "#009e73", **dict(zip(ways, _COLOURS * len(ways), strict=False))}
    figure, axes = speeds.begin(len(results), 0.45)
    for i, result in enumerate(results):
        rates = {way: result["rows"] / s for way, s in result["median_seconds"].items()}
        axes.plot([min(rates.values()), max(rates.values())], [i, i], color="#dddddd", zorder=1)
        for way, speed in rates.items():
            size = 80 if way == OURS else 40
            axes.scatter(speed, i, s=size, color=colours[way], zorder=3 if way == OURS else 2)
    for way, colour in colours.items():
        axes.scatter([], [], color=colour, label=way)
    names = [result["case"] for result in results]
    title = f"Work in Python UDFs, device: {data['device']}"
    unit = "rows per second, logarithmic"
    speeds.end(figure, axes, names, unit, title, data["machine"], 4, file)
