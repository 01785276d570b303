# SPDX-License-Identifier: Apache-2.0

"""The report of the benchmarks; the measuring itself is `make bench`."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from bench import report
from bench.case import ARROW, BUILTIN, OURS, OUTSIDE, PYTHON, READING, Case
from bench.suite import SUITES, Suite
from bench.timing import Result, same

RESULTS = Path(__file__).resolve().parents[2] / "benchmarks" / "results"
ROWS, GROWTH, BODIES, EMULATOR, WORK = (
    SUITES[n] for n in ("rows", "growth", "bodies", "emulator", "python")
)
FACTS: dict[str, Any] = {
    "rows": None,
    "repeats": 3,
    "slow_repeats": 1,
    "date": "2026-01-01",
    "load": "0.1, 1.9",
    "device": "CPU",
    "machine": {"cores": "2", "system": "Linux 6", "Spark": "4.1.3"},
    "session_start_seconds": 12.3,
    "first_query_seconds": 1.0,
}


def result(name: str = "a_case", differing: dict[str, int] | None = None, **changes: Any) -> Result:
    seconds = {READING: [0.5], OURS: [1.0, 1.0, 9.0], BUILTIN: [2.0], ARROW: [9.0], PYTHON: [24.0]}
    seconds.update({way: [s] for way, s in changes.pop("seconds", {}).items()})
    allocated = changes.pop("allocated", {})
    target = changes.pop("target", {PYTHON: 12.0, BUILTIN: 0.95})
    case = Case(name, "A case", 1_000, lambda *_: None, lambda *_: {}, target=target, **changes)  # type: ignore[arg-type,return-value]
    return Result(case, 1_000_000, seconds, differing or {}, allocated)


def data(*results: Result, **facts: Any) -> dict[str, Any]:
    return report.as_json(results, {**FACTS, **facts})


def test_one_table() -> None:
    text = report.markdown(data(result("fast_one", remark="against `lower(x)`")), ROWS)
    assert "Seconds for 1,000,000 rows" in text
    assert "Medians of at least 3 interleaved runs (1 of a function's Python UDFs)" in text
    assert "| `fast_one` | 0.50 | 1.00 | 2.00 | 9.00 | 24.00 | 2.00 | 9.00 | 24.00 |" in text
    assert "All 2 targets of the cases are met.\n" in text
    assert "- `fast_one` against `lower(x)`\n" in text
    for line in ("| cores | 2 |", "| load average before, after | 0.1, 1.9 |"):
        assert line in text


def test_a_table_per_case() -> None:
    changes = {"target": {OUTSIDE: 0.9}, "note": "A note.", "seconds": {OURS: 2.0, OUTSIDE: 1.5}}
    text = report.markdown(data(result(**changes)), WORK)
    assert "## A case\n" in text
    assert "| rapids-udfs | 2.00 | 500,000 |  |" in text
    assert "| Python UDF | 24.00 | 41,667 | 12.00 x |" in text
    assert "\nA note.\n" in text
    assert "- `a_case`: 0.75 times the speed of outside Spark, not 0.9." in text


def test_the_session_of_the_emulator() -> None:
    text = report.markdown(data(result()), EMULATOR)
    assert "A session started in 12.30 s (target 30), its first query took 1.00 s." in text
    late = data(result(), session_start_seconds=30.5)
    assert report.missed(late, EMULATOR) == ["- the session's start: 30.50 s, not 30"]
    assert report.missed(late, ROWS) == []


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ({}, []),
        ({"seconds": {PYTHON: 11.9}}, ["11.90 times the speed of Python UDF, not 12"]),
        ({"seconds": {PYTHON: 5.0}, "target": {BUILTIN: 0.95}}, []),
        ({"seconds": {BUILTIN: 0.9}}, ["0.90 times the speed of Spark builtin, not 0.95"]),
        ({"seconds": {BUILTIN: 0.96}}, []),
        ({"limit": 1.0}, []),
        ({"limit": 0.9}, ["1.00 s, not 0.9"]),
    ],
)
def test_targets(changes: dict[str, Any], missed: list[str]) -> None:
    seconds = {READING: 0.0, **changes.get("seconds", {})}
    lines = report.missed(data(result(**{**changes, "seconds": seconds})), ROWS)
    assert lines == [f"- `a_case`: {text}. Not looked into yet." for text in missed]


def test_a_limit_alone_is_missed() -> None:
    (missed,) = report.missed(data(result(limit=0.9)), ROWS)
    assert missed.startswith("- `a_case`: 1.00 s, not 0.9. Reading the columns is 50% of its time")


def test_a_limit_is_for_a_million_rows() -> None:
    twice = result(limit=0.6)._replace(rows=2_000_000)
    assert report.missed(data(twice), ROWS) == []


def test_a_miss_is_listed_with_its_reason() -> None:
    slow = data(result(seconds={BUILTIN: 0.5}, note="conversion of rows"))
    assert report.missed(slow, ROWS)[0].endswith("not 0.95. Conversion of rows.")


def test_a_miss_that_reading_hides_is_explained() -> None:
    fast = {READING: 0.9, OURS: 1.0, PYTHON: 11.0}
    hidden = data(result(seconds=fast, target={PYTHON: 20.0}))
    assert report.missed(hidden, ROWS)[0].endswith(
        "not 20. Reading the columns is 90% of its time: without, it is 101.0 times that of "
        "Python UDF."
    )
    at_once = data(result(seconds={**fast, READING: 1.1}, target={PYTHON: 20.0}))
    assert report.missed(at_once, ROWS)[0].endswith(
        "not 20. It takes no longer than reading its columns alone, which every way does."
    )
    nearly = data(result(seconds={**fast, READING: 0.96}, target={PYTHON: 20.0}))
    assert report.missed(nearly, ROWS)[0].endswith(
        "not 20. Reading its columns alone, which every way does, is 96% of its time."
    )
    slow = data(result(seconds={**fast, PYTHON: 2.0}, target={PYTHON: 20.0}))
    assert report.missed(slow, ROWS)[0].endswith("not 20. Not looked into yet.")


def test_a_miss_within_the_noise_is_explained() -> None:
    def missed(builtin: float) -> str:
        measured = result(seconds={READING: 0.5, BUILTIN: builtin}, target={BUILTIN: 1.0})
        measurements = data(measured)
        measurements["results"][0]["seconds"][OURS] = [0.9, 1.0, 1.1]
        return report.missed(measurements, ROWS)[0]

    assert missed(0.95).endswith("not 1. Its own runs differ by more: 0.900 to 1.100 s.")
    assert missed(0.85).endswith("not 1. Not looked into yet.")


def test_the_processor_time_of_tasks_decides_where_it_was_taken() -> None:
    """On the wall the builtin is faster, and by the tasks' processor time ours is."""
    measured = result(seconds={BUILTIN: 0.5}, target={BUILTIN: 1.0, PYTHON: 30.0})
    of_tasks = {OURS: [0.8, 0.9, 1.1], BUILTIN: [1.8]}
    measurements = data(measured._replace(processor=of_tasks))
    (missed,) = report.missed(measurements, ROWS)
    assert "24.00 times the speed of Python UDF, not 30." in missed
    assert "builtin" not in missed.partition("not 30")[0]
    assert report.median_speed(measurements, BUILTIN) == (2.0, 1)
    text = report.markdown(measurements, ROWS)
    assert "| case | rapids-udfs | Spark builtin | x Spark builtin |" in text
    assert "| `a_case` | 900.0 | 1800.0 | 2.00 |" in text
    behind = data(measured._replace(processor={OURS: [0.8, 0.9, 1.1], BUILTIN: [0.85]}))
    assert "0.94 times the speed of Spark builtin, not 1" in report.missed(behind, ROWS)[0]


def test_the_median_of_builtins() -> None:
    of = [result(seconds={BUILTIN: s}) for s in (0.5, 1.5, 4.0)]
    text = report.markdown(data(*of), ROWS)
    assert "In the median 1.50 times the speed of Spark builtin, over 3 cases (target 1.2)." in text


def test_the_medians_of_several_ways() -> None:
    # Reading takes 0.5 of the second that ours takes.
    text = report.markdown(data(result()), SUITES["python-udfs"])
    arrow = "9.00 times the speed of Arrow Python UDF, over 1 cases (target 5)"
    assert f"{arrow}; without reading 17.0 (10)." in text


def test_bodies() -> None:
    ways = {OURS: 48.0, BUILTIN: 7.0, READING: 1.0, ARROW: 1.0, PYTHON: 1.0}
    measured = result(seconds=ways, allocated={**ways, OURS: 0.0}, target={}, limit=0.0)
    text = report.markdown(data(measured), BODIES)
    assert "| 48.0 | 0 | 7.0 | 7 |" in text
    assert "All 1 targets of the cases are met." in text
    wasteful = result(seconds=ways, allocated={**ways, OURS: 32.4}, target={}, limit=0.0)
    assert report.missed(data(wasteful), BODIES) == [
        "- `a_case`: 32 bytes per row, not 0. Not looked into yet."
    ]
    variable = result(seconds=ways, allocated={**ways, OURS: 32.4}, target={})
    assert report.missed(data(variable), BODIES) == []


def test_other_answers_are_reported() -> None:
    assert report.disagreements(data(result())) == []
    differing = data(result(differing={BUILTIN: 5, PYTHON: 7}, remark="against `x`", sample=20_000))
    assert "against `x` (another result in 5 of 20,000 sampled rows)" in report.markdown(
        differing, ROWS
    )
    assert report.disagreements(differing) == [
        "a_case: Python UDF differs in 7 of 20,000 sampled rows"
    ]
    unremarked = data(result(differing={BUILTIN: 5}))
    assert report.disagreements(unremarked) == [
        "a_case: Spark builtin differs in 5 of 64 sampled rows"
    ]


def test_answers_are_compared_by_value() -> None:
    assert same([1.0, float("nan")], [1.0, float("nan")], 0.0)
    assert not same([1.0, 2.0], [1.0, 2.1], 1e-3)
    assert same([1.0, 2.0], [1.0, 2.0001], 1e-3)
    assert not same([1.0], [1.0, 2.0], 1.0)
    assert same({"a": [1.0]}, {"a": [1.0]}, 0.0)
    assert not same({"a": 1}, {"a": 1, "b": 2}, 0.0)
    assert same(None, None, 0.0)
    assert not same(None, [1.0], 1.0)
    assert not same(float("nan"), 1.0, 1.0)


def test_cases_measured_anew_replace_the_old_ones_and_add_to_them() -> None:
    order = ["identity", "ascii_lower", "strip_html"]
    old = data(result("ascii_lower"), result("strip_html"))
    new = data(result("strip_html", seconds={OURS: 0.7}), result("identity"))
    merged = report.updated(old, new, order)["results"]
    assert [(r["case"], report.medians(r)[OURS]) for r in merged] == [
        ("identity", 1.0),
        ("ascii_lower", 1.0),
        ("strip_html", 0.7),
    ]
    elsewhere = {**new, "load": "0.3, 2.0", "date": "2026-11-02"}
    elsewhere["machine"] = {**new["machine"], "system": "Linux 7"}
    joined = report.updated(old, elsewhere, order)
    assert joined["load"] == f"{old['load']}; 0.3, 2.0"
    assert joined["date"] == f"{old['date']}; 2026-11-02"
    assert joined["machine"]["system"].endswith("; Linux 7")
    other = copy.deepcopy(new)
    other["machine"]["cores"] = "16"
    with pytest.raises(ValueError, match=r"machine was .* measure all anew"):
        report.updated(old, other, order)
    with pytest.raises(ValueError, match=r"rows was None and is 10 now: measure all anew"):
        report.updated(old, {**new, "rows": 10}, order)


@pytest.mark.parametrize("suite", SUITES.values(), ids=lambda suite: suite.name)
def test_the_committed_results(suite: Suite) -> None:
    results = json.loads((RESULTS / f"{suite.file}.json").read_text(encoding="utf-8"))
    measured = [r["case"] for r in results["results"]]
    assert measured
    assert measured == [c.name for c in suite.cases() if c.name in measured]
    assert report.disagreements(results) == []
    for line in report.missed(results, suite):
        assert "Not looked into yet" not in line
    text = (RESULTS / f"{suite.file}.md").read_text(encoding="utf-8")
    assert text == report.markdown(results, suite), f"run: make bench ARGS='{suite.name} --render'"
    assert (RESULTS / f"{suite.file}.png").stat().st_size > 0


def test_growth() -> None:
    def at(rows: int, seconds: float) -> Result:
        return result(seconds={OURS: seconds}, target={})._replace(rows=rows)

    flat = [at(10_000, 0.1), at(1_000_000, 1.0), at(10_000_000, 10.5)]
    text = report.markdown(data(*flat), GROWTH)
    assert "| `A case` | 10,000 | 1,000 | 1,050 | 909 | 1,041 |" in text
    assert "All 1 targets of the cases are met." in text
    falling = report.missed(data(*flat[:2], at(10_000_000, 5.0)), GROWTH)
    assert falling == ["- `A case`: 909, then 490 ns per row, net"]
    growing = report.missed(data(*flat[:2], at(10_000_000, 13.0)), GROWTH)
    assert growing == ["- `A case`: 909, then 1291 ns per row, net"]


def test_growth_by_processor_time() -> None:
    def at(rows: int, *processor: float) -> Result:
        measured = result(seconds={OURS: 1.0}, target={})
        return measured._replace(rows=rows, processor={OURS: list(processor)})

    start = at(10_000, 0.1, 0.3, 0.2)
    flat = data(start, at(1_000_000, 0.595, 0.795, 9.0), at(10_000_000, 5.095, 5.2, 5.4))
    text = report.markdown(flat, GROWTH)
    # By round: 0.495, 0.495 and 8.8 s; 4.995, 4.9 and 5.2 s.
    assert "| `A case` | 100,000 | 1,000 | 100 | 500 | 500 |" in text
    assert "the median of these differences" in text
    assert "All 1 targets of the cases are met." in text
    growing = data(start, at(1_000_000, 0.595, 0.795, 0.695), at(10_000_000, 7.1, 7.3, 7.2))
    assert report.missed(growing, GROWTH) == ["- `A case`: 500, then 701 ns per row, net"]
