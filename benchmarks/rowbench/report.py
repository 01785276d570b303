"""The results as JSON and as a Markdown table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from rowbench.cases import CASES
from rowbench.methods import LABELS
from rowbench.timing import SAMPLE, Result

TARGET_PYTHON = 12.0
"""Times faster than a Python UDF that functions on text should be."""

NOISE = 0.95
"""A ratio to a builtin within 5 % of it counts as its speed."""


def as_json(results: Sequence[Result], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that was measured."""
    return {
        **facts,
        "results": [
            {
                "function": r.case.function,
                "call": r.case.call,
                "builtin": r.case.builtin,
                "remark": r.case.remark,
                "textual": r.case.textual,
                "median_seconds": {name: round(median(s), 3) for name, s in r.seconds.items()},
                "seconds": {name: [round(x, 3) for x in s] for name, s in r.seconds.items()},
                "rows_differing_in_sample": r.differing,
            }
            for r in results
        ],
    }


def updated(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Old results in which the functions measured anew are replaced, and new ones added.

    Raises:
        ValueError: the two are not comparable.
    """
    for key in ("rows", "repeats", "python_repeats", "machine"):
        if old[key] != new[key]:
            raise ValueError(f"{key} was {old[key]} and is {new[key]} now: measure all anew")
    results = {result["function"]: result for result in (*old["results"], *new["results"])}
    order = [case.function for case in CASES if case.function in results]
    return {**new, "results": [results[function] for function in order]}


def dumps(data: Mapping[str, Any]) -> str:
    """JSON text, one run's times on one line."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def markdown(data: Mapping[str, Any], notes: Mapping[str, str]) -> str:
    """The table, what it was measured on, and what missed a target.

    Args:
        data: what :func:`as_json` gave.
        notes: why a function misses a target, by function.
    """
    present = [name for name in LABELS if any(name in r["median_seconds"] for r in data["results"])]
    head = ["function", *(LABELS[name] for name in present)]
    head += ["x Python UDF", "x pandas UDF", "x builtin"]
    lines = [
        "# Row-wise functions on a CPU",
        "",
        f"Seconds for {data['rows']:,} rows, medians of {data['repeats']} interleaved runs "
        f"({data['python_repeats']} of those in Python) after a warm-up, written to Spark's `noop` "
        "sink; smaller is better. The last three columns say how many times faster rapids-udfs "
        "is. *Reading alone* is contained in every other time. Where the load average below "
        "exceeds the cores, the figures are rough.",
        "",
        "![Rows per second of each way](row_udfs.png)",
        "",
        "| " + " | ".join(head) + " |",
        "|---" + "|--:" * (len(head) - 1) + "|",
    ]
    for result in data["results"]:
        seconds = result["median_seconds"]
        cells = [f"{seconds[name]:.2f}" if name in seconds else "" for name in present]
        cells += [_ratio(seconds, other) for other in ("python", "pandas", "builtin")]
        lines.append(f"| `{result['function']}` | " + " | ".join(cells) + " |")
    lines += ["", "## Below the targets", ""]
    lines += _misses(data, notes) or ["None."]
    lines += ["", "## What the builtin does otherwise", "", *_remarks(data)]
    lines += ["", "## Measured on", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {value} |" for name, value in data["machine"].items()]
    lines += [f"| load average before, after | {data['load']} |", f"| date | {data['date']} |"]
    return "\n".join([*lines, "", "Run it with `make bench`.", ""])


def misses(result: Mapping[str, Any]) -> list[str]:
    """The targets that a function misses, in words."""
    seconds = result["median_seconds"]
    found = []
    if result["textual"] and "python" in seconds:
        times = seconds["python"] / seconds["ours"]
        if times < TARGET_PYTHON:
            found.append(f"{times:.1f} times a Python UDF instead of {TARGET_PYTHON:.0f}")
    if "builtin" in seconds and seconds["builtin"] / seconds["ours"] < NOISE:
        found.append(f"{seconds['builtin'] / seconds['ours']:.2f} of the builtin's speed")
    return found


def disagreements(data: Mapping[str, Any]) -> list[str]:
    """The functions of which a way in Python gives another result, in words."""
    return [
        f"{result['function']}: {LABELS[way]} differs in {count:,} of {SAMPLE:,} sampled rows"
        for result in data["results"]
        for way, count in result["rows_differing_in_sample"].items()
        if count and way != "builtin"
    ]


def _misses(data: Mapping[str, Any], notes: Mapping[str, str]) -> list[str]:
    lines = []
    for result in data["results"]:
        found = misses(result)
        if found:
            name = result["function"]
            why = notes.get(name, "not looked into yet")
            lines.append(f"- `{name}`: {' and '.join(found)}. {why[0].upper()}{why[1:]}.")
    return lines


def _remarks(data: Mapping[str, Any]) -> list[str]:
    lines = []
    for result in data["results"]:
        if result["builtin"]:
            remark = f": {result['remark']}" if result["remark"] else ""
            other = result["rows_differing_in_sample"].get("builtin", 0)
            remark += f" (another result in {other:,} of {SAMPLE:,} sampled rows)" if other else ""
            lines.append(f"- `{result['function']}` against `{result['builtin']}`{remark}")
    return lines


def _ratio(seconds: Mapping[str, float], other: str) -> str:
    return f"{seconds[other] / seconds['ours']:.2f}" if other in seconds else ""
