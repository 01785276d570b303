# SPDX-License-Identifier: Apache-2.0

"""Draws where a query's time goes, from ``benchmarks/results``; ``--check`` only compares.

The SVG consists of a few shapes. Unlike a plotting library's output, it is the same on every
machine.
"""

from __future__ import annotations

import json
import sys
from statistics import median
from typing import Any
from xml.sax.saxutils import escape

from devtools.generated.columnar_costs import MEASURED, NOW, counted
from devtools.generated.files import write_or_check
from devtools.paths import ROOT

FILE = ROOT / "docs" / "images" / "where-time-goes.svg"
DATA = ROOT / "benchmarks" / "results" / "row_udfs.json"
CALLS = {"strip_html": "#004c6d", "word_count": "#3d85b0", "money_gross": "#94bed9"}
"""A function over long strings, one with few steps and one over numbers."""
READING = "reading alone"
# The measured way, its label, and whether its rows go to Python.
WAYS = (
    ("Python UDF", "Python UDF", True),
    ("Arrow Python UDF", "Python UDF with Arrow", True),
    ("Spark builtin", "Spark's builtins", False),
    ("rapids-udfs, not compiled", "this library, called by rows", False),
    ("rapids-udfs", "this library, compiled into the query", False),
)
JVM, PYTHON, GPU = 280, 350, 420
LEFT, WIDTH, TOP, ROW = 470, 370, 92, 42


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" {more}>{escape(words)}</text>'


def bar(x: float, y: float, width: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="10" fill="{colour}"/>'


def journey(y: float, *stops: int, colour: str) -> str:
    """Dots where a row or a column is processed, and the paths there and back."""
    there, back = (f"M{stops[0]} {y + d:g}H{stops[-1]}" for d in (-3, 3))
    ways = f'<path d="{there}{back}" stroke="{colour}" stroke-width="2"/>' if stops[1:] else ""
    return ways + "".join(f'<circle cx="{x}" cy="{y:g}" r="7" fill="{colour}"/>' for x in stops)


def picture(data: dict[str, Any]) -> str:
    results = {r["case"]: r for r in data["results"]}
    (count,) = {results[call]["rows"] for call in CALLS}
    seconds = {c: {w: median(s) for w, s in results[c]["seconds"].items()} for c in CALLS}
    unit = WIDTH / max(max(of.values()) for of in seconds.values())
    bottom = TOP + ROW * (len(WAYS) + 1)
    shapes = [
        text(20, 32, "Where the time of a function goes", 'font-size="18" font-weight="bold"'),
        text(LEFT, 32, f"seconds for {count:,} rows on {data['machine']['cores']} CPU cores"),
        *(text(x, 74, words, 'text-anchor="middle"') for x, words in _PLACES),
    ]
    for x, _ in _PLACES:
        shapes.append(f'<path d="M{x} 84V{bottom - 4}" stroke="#dddddd"/>')
    at = float(LEFT)
    for name, colour in {**CALLS, READING: "#b3b3b3"}.items():
        shapes += [bar(at, 64, 10, colour), text(at + 14, 74, name)]
        at += 24 + 7 * len(name)
    for i, (way, name, leaves) in enumerate(WAYS):
        y = TOP + ROW * i
        shapes.append(text(20, y + 23, name))
        stops = (JVM, PYTHON) if leaves else (JVM,)
        shapes.append(journey(y + 19, *stops, colour="#d55e00" if leaves else "#0072b2"))
        for j, (call, colour) in enumerate(CALLS.items()):
            took, reading = seconds[call][way], seconds[call][READING]
            top = y + 2 + 12 * j
            shapes.append(bar(LEFT, top, min(took, reading) * unit, "#b3b3b3"))
            shapes.append(bar(LEFT + reading * unit, top, max(took - reading, 0) * unit, colour))
            shapes.append(text(LEFT + took * unit + 5, top + 9, f"{took:.2f}", 'font-size="11"'))
    y = TOP + ROW * len(WAYS)
    bodies = [counted()[call] for call in CALLS]
    took_there = ", ".join(f"{of[MEASURED] * count / 1e9:.1f}" for of in bodies)
    launches = ", ".join(str(of[NOW]["launches"]) for of in bodies)
    shapes += [
        text(20, y + 23, "this library, in columns"),
        journey(y + 19, GPU, colour="#009e73"),
        text(LEFT, y + 15, f"the bodies alone, on an H200: {took_there} milliseconds"),
        text(LEFT, y + 31, f"counted: {launches} kernel launches per batch"),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {bottom + 12}" '
        'font-family="sans-serif" font-size="13" fill="#222222">\n'
        '<rect width="100%" height="100%" rx="8" fill="#ffffff"/>\n'
        + "\n".join(shapes)
        + "\n</svg>\n"
    )


_PLACES = ((JVM, "JVM"), (PYTHON, "Python"), (GPU, "GPU"))

if __name__ == "__main__":
    drawn = picture(json.loads(DATA.read_text(encoding="utf-8")))
    sys.exit(write_or_check({FILE: drawn}, sys.argv[1:]))
