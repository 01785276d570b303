"""The results of the benchmark of mode ``host`` as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any

START_S = 30.0
"""A session should start in less."""

FIXED_WIDTH_S = 2.0
"""A function of fixed-width columns should take less for a million rows."""


def markdown(found: Mapping[str, Any]) -> str:
    """The table, what missed a target, and what it was measured on."""
    start, first = found["session_start_seconds"], found["first_query_seconds"]
    lines = [
        "# Functions in columns on the host back-end",
        "",
        "Mode `host` is for tests: this says how long they wait. A session started in "
        f"{start:.2f} s (target {START_S:.0f}), its first query took {first:.2f} s.",
        "",
        f"Then seconds for {found['rows']:,} rows from Parquet files through the plugin to Spark's "
        f"`noop` sink, medians of {found['repeats']} runs after a warm-up. *Reading alone* is "
        "contained in the other time. Every row went through the columnar body, by the counters. "
        "Where the load average below exceeds the cores, the figures are rough.",
        "",
        "| function | fixed width | reading alone | function |",
        "|---|---|--:|--:|",
    ]
    for r in found["results"]:
        width = "yes" if r["fixed_width"] else "no"
        reading, seconds = median(r["reading_seconds"]), median(r["seconds"])
        lines.append(f"| `{r['function']}` | {width} | {reading:.2f} | {seconds:.2f} |")
    lines += ["", "## Above the targets", "", *(missed(found) or ["None."])]
    lines += ["", "## Measured on", "", "| | |", "|---|---|"]
    lines += [f"| {key} | {value} |" for key, value in found["machine"].items()]
    lines += [f"| load average before and after | {found['load']} |", f"| date | {found['date']} |"]
    return "\n".join(lines) + "\n"


def missed(found: Mapping[str, Any]) -> list[str]:
    """A line for each target that was not met; the one of functions is for a million rows."""
    lines = []
    if found["session_start_seconds"] > START_S:
        lines.append(f"- the session's start: {found['session_start_seconds']:.2f} s")
    limit = FIXED_WIDTH_S * found["rows"] / 1_000_000
    for r in found["results"]:
        seconds = median(r["seconds"])
        if r["fixed_width"] and seconds > limit:
            lines.append(f"- `{r['function']}`: {seconds:.2f} s instead of {limit:g}")
    return lines
