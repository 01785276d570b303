# SPDX-License-Identifier: Apache-2.0

"""The results as JSON, and as Markdown generated only from that JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from bench.case import BUILTIN, OURS, READING
from bench.suite import Suite
from bench.timing import Result

FLAT = 1.2
"""The factor by which the time per row may vary from FLAT_FROM rows on."""
FLAT_FROM = 1_000_000


_SHOWN = ("Rows per second of each way", "Nanoseconds per row by the number of rows")


def as_json(results: Sequence[Result], facts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **facts,
        "results": [
            {
                "case": r.case.name,
                "title": r.case.title,
                "rows": r.rows,
                "sample": r.case.sample,
                "note": r.case.note,
                "remark": r.case.remark,
                "target": {w: f for w, f in r.case.target.items() if w in r.seconds},
                "limit": r.case.limit,
                "seconds": {way: [round(x, 3) for x in s] for way, s in r.seconds.items()},
                "differing": r.differing,
                **({"allocated": dict(r.allocated)} if r.allocated else {}),
                **(
                    {"processor": {w: [round(x, 4) for x in s] for w, s in r.processor.items()}}
                    if r.processor
                    else {}
                ),
            }
            for r in results
        ],
    }


def updated(old: Mapping[str, Any], new: Mapping[str, Any], order: Sequence[str]) -> dict[str, Any]:
    """Return old results with the newly measured cases replaced or added.

    The machines must be the same except for the kernel's build, because cases are compared.
    """
    was, now = ({**d, "machine": {**d["machine"], "system": ""}} for d in (old, new))
    for key in ("rows", "repeats", "slow_repeats", "machine"):
        if was[key] != now[key]:
            raise ValueError(f"{key} was {was[key]} and is {now[key]} now: measure all anew")
    results = {result["case"]: result for result in (*old["results"], *new["results"])}
    return {
        **new,
        "load": _joined(old["load"], new["load"]),
        "date": _joined(old["date"], new["date"]),
        "machine": new["machine"]
        | {"system": _joined(old["machine"]["system"], new["machine"]["system"])},
        "results": [results[name] for name in order if name in results],
    }


def _joined(old: str, new: str) -> str:
    return "; ".join(dict.fromkeys([*old.split("; "), new]))


def dumps(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def markdown(data: Mapping[str, Any], suite: Suite) -> str:
    """Return the tables, the targets, the differences of builtins, and the machine."""
    lines = [f"# {suite.title}", "", suite.about, ""]
    slow = data["slow_repeats"]
    fewer = f" ({slow} of a function's Python UDFs)" if slow != data["repeats"] else ""
    least = "at least " if suite.seconds else ""
    runs = (
        f"{data['repeats']} seconds"
        if suite.form == "bodies"
        else f"{least}{data['repeats']} interleaved runs{fewer} after a warm-up, written to "
        "Spark's `noop` sink"
    )
    lines += [
        f"Medians of {runs}. Where the load average below exceeds the cores, the figures are "
        "rough.",
        "",
        f"![{_SHOWN[suite.form == 'growth']}]({suite.file}.png)",
    ]
    tables = {"table": _one_table, "tables": _tables, "growth": _growth, "bodies": _bodies}
    lines += tables[suite.form](data["results"])
    lines += ["", "## Targets", "", *_targets(data, suite)]
    remarks = [
        f"- `{r['case']}` {r['remark']}{_elsewhere(r)}" for r in data["results"] if r["remark"]
    ]
    lines += ["", "## What the builtin does otherwise", "", *remarks] if remarks else []
    lines += ["", "## Measured on", "", "| | |", "|---|---|"]
    machine = {
        **data["machine"],
        "device of Python workers": data["device"],
        "load average before, after": data["load"],
        "date": data["date"],
    }
    lines += [f"| {name} | {value} |" for name, value in machine.items()]
    return "\n".join([*lines, "", f"Run it with `make bench ARGS={suite.name}`.", ""])


def medians(result: Mapping[str, Any]) -> dict[str, float]:
    return {way: median(seconds) for way, seconds in result["seconds"].items()}


def missed(data: Mapping[str, Any], suite: Suite) -> list[str]:
    lines = []
    start = data.get("session_start_seconds", 0.0)
    if suite.start_limit and start > suite.start_limit:
        lines.append(f"- the session's start: {start:.2f} s, not {suite.start_limit:g}")
    if suite.form == "growth":
        for call, net in beyond_start(data["results"]).items():
            if max(net.values(), default=0) > FLAT * min(net.values(), default=0):
                figures = ", then ".join(f"{ns:.0f}" for ns in net.values())
                lines.append(f"- `{call}`: {figures} ns per row, net")
    for result in data["results"]:
        seconds, misses = medians(result), []
        for way, factor in result["target"].items():
            if speed(result, way) < factor:
                misses.append(f"{speed(result, way):.2f} times the speed of {way}, not {factor:g}")
        limit = (result["limit"] or 0) * result["rows"] / 1_000_000
        if limit and seconds[OURS] > limit:
            misses.append(f"{seconds[OURS]:.2f} s, not {limit:g}")
        if suite.form == "bodies":
            limit, taken = result["limit"], result["allocated"][OURS]
            misses = [f"{taken:.0f} bytes per row, not 0"] if limit == 0 and taken >= 1 else []
        if misses:
            why = result["note"] or _explained(result) or "not looked into yet"
            why = f"{why[0].upper()}{why[1:].removesuffix('.')}."
            lines.append(f"- `{result['case']}`: {' and '.join(misses)}. {why}")
    return lines


def speed(result: Mapping[str, Any], way: str) -> float:
    """Return our speed as a multiple of a way's."""
    taken = _times(result, way)
    return median(taken[way]) / median(taken[OURS])


def _times(result: Mapping[str, Any], way: str) -> Mapping[str, Sequence[float]]:
    """Return the times that compare ours with a way: those of tasks, if measured for both."""
    of_tasks: Mapping[str, Sequence[float]] = result.get("processor", {})
    return of_tasks if {way, OURS} <= of_tasks.keys() else result["seconds"]


def beyond_start(results: Sequence[Mapping[str, Any]]) -> dict[str, dict[int, float]]:
    """Return the times per row from ``FLAT_FROM`` rows on, without the time to start the query.

    A query over the fewest rows takes that time: tasks, footers of files, loading of classes. Where
    the tasks' processor time was measured, it is the median of the differences within a round.
    """
    times: dict[str, dict[int, float]] = {}
    for call, sizes in _by_call(results).items():
        least = min(sizes)
        times[call] = {
            rows: _difference(result, sizes[least]) * 1e9 / (rows - least)
            for rows, result in sizes.items()
            if rows >= FLAT_FROM and rows > least
        }
    return times


def _difference(many: Mapping[str, Any], few: Mapping[str, Any]) -> float:
    if "processor" in many and "processor" in few:
        rounds = zip(many["processor"][OURS], few["processor"][OURS], strict=True)
        return median(more - less for more, less in rounds)
    return medians(many)[OURS] - medians(few)[OURS]


def _by_call(results: Sequence[Mapping[str, Any]]) -> dict[str, dict[int, Mapping[str, Any]]]:
    by_call: dict[str, dict[int, Mapping[str, Any]]] = {}
    for result in results:
        by_call.setdefault(result["title"], {})[result["rows"]] = result
    return by_call


_LEAST_SHARE = 0.05
"""Smaller differences of two times are noise, and quotients by them are meaningless."""


def _explained(result: Mapping[str, Any]) -> str:
    """Return the reasons for missed targets, if reading or noise explains them."""
    seconds, target = medians(result), result["target"]
    read = seconds.get(READING, 0.0)
    if not read or not target or READING in target:
        return ""
    behind = [way for way, factor in target.items() if speed(result, way) < factor]
    if behind and all(target[way] <= 1 and _is_within_noise(result, way) for way in behind):
        runs = _times(result, behind[0])[OURS]
        return f"its own runs differ by more: {min(runs):.3f} to {max(runs):.3f} s"
    own = seconds[OURS] - read
    if own <= 0:
        return "it takes no longer than reading its columns alone, which every way does"
    if own < _LEAST_SHARE * seconds[OURS]:
        return (
            f"reading its columns alone, which every way does, is {read / seconds[OURS]:.0%} of "
            "its time"
        )
    net = {way: (seconds[way] - read) / own for way in target}
    if any(net[way] < factor for way, factor in target.items()):
        return ""
    figures = " and ".join(f"{factor:.1f} times that of {way}" for way, factor in net.items())
    return (
        f"reading the columns is {read / seconds[OURS]:.0%} of its time: without, it is {figures}"
    )


def _is_within_noise(result: Mapping[str, Any], way: str) -> bool:
    taken = _times(result, way)
    return median(taken[way]) >= min(taken[OURS])


def median_speed(data: Mapping[str, Any], way: str) -> tuple[float, int]:
    """Return our median speed as a multiple of a way's, and the number of cases."""
    speeds = [speed(r, way) for r in data["results"] if way in r["seconds"]]
    return (median(speeds) if speeds else 0.0), len(speeds)


def median_net_speed(data: Mapping[str, Any], way: str) -> float:
    """Return the same without reading the arguments; a case that is as fast as reading counts."""
    speeds = []
    for result in data["results"]:
        seconds = medians(result)
        if way in seconds:
            own = max(seconds[OURS] - seconds[READING], 1e-9)
            speeds.append((seconds[way] - seconds[READING]) / own)
    return median(speeds) if speeds else 0.0


def per_row(results: Sequence[Mapping[str, Any]]) -> dict[str, dict[int, float]]:
    """Return the nanoseconds per row of every call, including reading, by the number of rows."""
    return {
        call: {rows: medians(result)[OURS] * 1e9 / rows for rows, result in sizes.items()}
        for call, sizes in _by_call(results).items()
    }


def disagreements(data: Mapping[str, Any]) -> list[str]:
    """Return the ways whose results differ from ours, except for builtins with a remark."""
    return [
        f"{result['case']}: {way} differs in {count:,} of {result['sample']:,} sampled rows"
        for result in data["results"]
        for way, count in result["differing"].items()
        if count and not (way == BUILTIN and result["remark"])
    ]


def _targets(data: Mapping[str, Any], suite: Suite) -> list[str]:
    lines = []
    if suite.start_limit:
        lines += [
            f"A session started in {data['session_start_seconds']:.2f} s (target "
            f"{suite.start_limit:g}), its first query took {data['first_query_seconds']:.2f} s.",
            "",
        ]
    for way, factor in suite.medians.items():
        ratio, cases = median_speed(data, way)
        net = ""
        if way in suite.net:
            net = f"; without reading {median_net_speed(data, way):.1f} ({suite.net[way]:g})"
        lines += [
            f"In the median {ratio:.2f} times the speed of {way}, over {cases} cases "
            f"(target {factor:g}){net}.",
            "",
        ]
    count = sum(len(r["target"]) + (r["limit"] is not None) for r in data["results"])
    if suite.form == "growth":
        count = len(per_row(data["results"]))
        lines += [
            f"From {FLAT_FROM:,} rows on the time per row, less that of the smallest query, is to "
            "vary by at most 20 %.",
            "",
        ]
    misses = missed(data, suite)
    if not misses:
        return [*lines, f"All {count} targets of the cases are met."]
    return [*lines, f"Of {count} targets of the cases these are missed:", "", *misses]


def _elsewhere(result: Mapping[str, Any]) -> str:
    count = result["differing"].get(BUILTIN, 0)
    return f" (another result in {count:,} of {result['sample']:,} sampled rows)" if count else ""


def _one_table(results: Sequence[Mapping[str, Any]]) -> list[str]:
    ways = list(dict.fromkeys(way for r in results for way in r["seconds"]))
    others = [way for way in ways if way not in (OURS, READING)]
    head = ["case", *ways, *(f"x {way}" for way in others)]
    rows = [
        "",
        f"Seconds for {results[0]['rows']:,} rows; *reading alone* is contained in every other "
        "time." + (" An x says how many times faster rapids-udfs is." if others else ""),
        "",
        *_head(head),
    ]
    for result in results:
        seconds = medians(result)
        cells = [f"{seconds[way]:.2f}" if way in seconds else "" for way in ways]
        cells += [f"{seconds[w] / seconds[OURS]:.2f}" if w in seconds else "" for w in others]
        rows.append(_row([f"`{result['case']}`", *cells]))
    return rows + _of_tasks([r for r in results if "processor" in r])


def _of_tasks(results: Sequence[Mapping[str, Any]]) -> list[str]:
    if not results:
        return []
    ways = list(dict.fromkeys(way for r in results for way in r["processor"]))
    others = [way for way in ways if way not in (OURS, READING)]
    lines = [
        "",
        "Processor time of the tasks, in nanoseconds per row. Other programs, planning, the JIT "
        "compiler and garbage collection are not in it, so that it tells apart what the times "
        "above do not: by it the ways without Python are compared with rapids-udfs below.",
        "",
        *_head(["case", *ways, *(f"x {way}" for way in others)]),
    ]
    for r in results:
        taken = {way: median(seconds) for way, seconds in r["processor"].items()}
        cells = [f"{taken[way] / r['rows'] * 1e9:.1f}" if way in taken else "" for way in ways]
        cells += [f"{taken[way] / taken[OURS]:.2f}" if way in taken else "" for way in others]
        lines.append(_row([f"`{r['case']}`", *cells]))
    return lines


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _head(titles: Sequence[str]) -> list[str]:
    return [_row(titles), "|---" + "|--:" * (len(titles) - 1) + "|"]


def _bodies(results: Sequence[Mapping[str, Any]]) -> list[str]:
    ways = list(dict.fromkeys(way for r in results for way in r["seconds"]))
    lines = ["", "Nanoseconds and allocated bytes per row:", ""]
    lines += _head(["call", *(title for way in ways for title in (way, "B"))])
    for result in results:
        taken, bytes_of = medians(result), result["allocated"]
        cells = [f"{taken[w]:.1f} | {bytes_of[w]:.0f}" if w in taken else " | " for w in ways]
        lines.append(_row([f"`{result['title']}`", *cells]))
    return lines


def _growth(results: Sequence[Mapping[str, Any]]) -> list[str]:
    calls = per_row(results)
    sizes = list(dict.fromkeys(rows for taken in calls.values() for rows in taken))
    large = [rows for rows in sizes if rows >= FLAT_FROM]
    lines = ["", "Nanoseconds per row, reading included, by the number of rows:", ""]
    lead = [*(f"{rows:,}" for rows in sizes), *(f"{rows:,}, net" for rows in large)]
    lines += _head(["call", *lead])
    nets = beyond_start(results)
    for call, taken in calls.items():
        net = nets[call]
        shown = [*(taken.get(rows) for rows in sizes), *(net.get(rows) for rows in large)]
        cells = ["" if ns is None else f"{ns:,.0f}" for ns in shown]
        lines.append(_row([f"`{call}`", *cells]))
    least = f"{min(sizes, default=0):,} rows"
    of_tasks = (
        f"Net: the processor time of the tasks, less that of the query over {least} in the same "
        "round; the median of these differences. Each size has the same number of tasks, and in "
        "each round every size has its turn."
    )
    measured = all("processor" in result for result in results)
    lines += ["", of_tasks if measured else f"Net: less the time of the query over {least}."]
    return lines


def _tables(results: Sequence[Mapping[str, Any]]) -> list[str]:
    lines: list[str] = []
    for result in results:
        seconds = medians(result)
        lines += ["", f"## {result['title']}", ""]
        lines += _head(
            ["way", f"s for {result['rows']:,} rows", "rows/s", "rapids-udfs against it"]
        )
        for way, taken in seconds.items():
            against = "" if way == OURS else f"{taken / seconds[OURS]:.2f} x"
            lines.append(f"| {way} | {taken:.2f} | {result['rows'] / taken:,.0f} | {against} |")
        lines += ["", result["note"]] if result["note"] else []
    return lines
