"""The results as JSON and as Markdown."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from pybench.case import OURS
from pybench.timing import Result


def as_json(results: Sequence[Result], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that was measured."""
    return {
        **facts,
        "results": [
            {
                "case": r.case.name,
                "title": r.case.title,
                "rows": r.case.rows,
                "note": r.case.note,
                "target": dict(r.case.target),
                "median_seconds": {way: round(median(s), 3) for way, s in r.seconds.items()},
                "seconds": {way: [round(x, 3) for x in s] for way, s in r.seconds.items()},
                "ways_with_other_answers": list(r.differing),
            }
            for r in results
        ],
    }


def dumps(data: Mapping[str, Any]) -> str:
    """JSON text."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def markdown(data: Mapping[str, Any]) -> str:
    """A table for each case, what missed its target, and what it was measured on."""
    lines = [
        "# GPU work in Python UDFs",
        "",
        f"Rows a second, from medians of {data['repeats']} interleaved runs after a warm-up, "
        f"written to Spark's `noop` sink; the workers' device was: {data['device']}. Where the "
        "load average below exceeds the cores, the figures are rough.",
        "",
        "![Rows per second of each way](python_work.png)",
    ]
    for result in data["results"]:
        lines += ["", f"## {result['title']}", "", *_table(result)]
        if result["note"]:
            lines += ["", result["note"]]
    lines += ["", "## Targets", "", *(_targets(data) or ["There are none among these cases."])]
    lines += ["", "## Measured on", "", f"{data['date']}, load average {data['load']}", ""]
    lines += [f"- {name}: {value}" for name, value in data["machine"].items()]
    return "\n".join(lines) + "\n"


def disagreements(data: Mapping[str, Any]) -> list[str]:
    """Ways that answered otherwise than ours."""
    return [
        f"{result['case']}: {way} answers otherwise than {OURS}"
        for result in data["results"]
        for way in result["ways_with_other_answers"]
    ]


def _table(result: Mapping[str, Any]) -> list[str]:
    ours = result["median_seconds"][OURS]
    lines = [f"| way | s for {result['rows']:,} rows | rows/s | rapids-udfs against it |"]
    lines.append("|---|--:|--:|--:|")
    for way, seconds in result["median_seconds"].items():
        against = "" if way == OURS else f"{seconds / ours:.2f} x"
        lines.append(f"| {way} | {seconds:.2f} | {result['rows'] / seconds:,.0f} | {against} |")
    return lines


def _targets(data: Mapping[str, Any]) -> list[str]:
    lines = []
    for result in data["results"]:
        seconds = result["median_seconds"]
        for way, factor in result["target"].items():
            speed = seconds[way] / seconds[OURS]
            met = "met" if speed >= factor else "missed"
            lines.append(
                f"- `{result['case']}`: at least {factor:.2f} of the speed of {way}: "
                f"{speed:.2f}, {met}"
            )
    return lines
