"""The benchmark's cases and its report; the measuring itself is `make bench`."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rapids_udfs import catalogue

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from rowbench import python_bodies, report  # noqa: E402
from rowbench.cases import CASES  # noqa: E402
from rowbench.notes import NOTES  # noqa: E402

# Constants are computed once a query, and the typed identities do what identity does.
NOT_TIMED = {"lib_version", "void_null"}


def result(function: str, **changes: Any) -> dict[str, Any]:
    seconds = {"scan": 0.5, "ours": 1.0, "builtin": 2.0, "arrow": 9.0, "python": 24.0}
    return {
        "function": function,
        "call": f"{function}(x)",
        "builtin": "lower(x)",
        "remark": "",
        "textual": True,
        "median_seconds": {**seconds, **changes.pop("seconds", {})},
        "rows_differing_in_sample": {"builtin": 0, "arrow": 0, "python": 0},
        **changes,
    }


def data(*results: dict[str, Any]) -> dict[str, Any]:
    facts = {"rows": 2_000_000, "repeats": 3, "python_repeats": 3, "date": "", "load": ""}
    return {**facts, "machine": {"cores": "2"}, "results": list(results)}


def test_every_function_has_a_case_and_a_python_body() -> None:
    functions = {f.name for f in catalogue() if not f.name.startswith("identity_")}
    assert {case.function for case in CASES} == functions - NOT_TIMED
    assert functions > NOT_TIMED
    for case in CASES:
        assert callable(getattr(python_bodies, case.function))


def test_table() -> None:
    text = report.markdown(data(result("fast_one")), {})
    assert "| `fast_one` | 0.50 | 1.00 | 2.00 | 9.00 | 24.00 | 24.00 |  | 2.00 |" in text
    assert "## Below the targets\n\nNone.\n" in text
    assert "- `fast_one` against `lower(x)`\n" in text
    assert "| cores | 2 |" in text


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ({}, []),
        ({"seconds": {"python": 11.9}}, ["11.9 times a Python UDF instead of 12"]),
        ({"seconds": {"python": 5.0}, "textual": False}, []),
        ({"seconds": {"builtin": 0.9}}, ["0.90 of the builtin's speed"]),
        ({"seconds": {"builtin": 0.96}}, []),
    ],
)
def test_targets(changes: dict[str, Any], missed: list[str]) -> None:
    assert report.misses(result("f", **changes)) == missed


def test_a_miss_is_listed_with_its_reason() -> None:
    slow = data(result("slow_one", seconds={"builtin": 0.5}))
    line = "- `slow_one`: 0.50 of the builtin's speed. "
    assert line + "Conversion of rows." in report.markdown(slow, {"slow_one": "conversion of rows"})
    assert line + "Not looked into yet." in report.markdown(slow, {})


def test_other_results_are_told() -> None:
    differing = result("f", rows_differing_in_sample={"builtin": 5, "python": 7})
    assert "(another result in 5 of 20,000 sampled rows)" in report.markdown(data(differing), {})
    assert report.disagreements(data(differing)) == [
        "f: Python UDF differs in 7 of 20,000 sampled rows"
    ]


def test_functions_measured_anew_replace_the_old_ones_and_add_to_them() -> None:
    old = data(result("ascii_lower"), result("strip_html"))
    new = data(result("strip_html", seconds={"ours": 0.7}), result("identity"))
    merged = report.updated(old, new)["results"]
    assert [(r["function"], r["median_seconds"]["ours"]) for r in merged] == [
        ("identity", 1.0),
        ("ascii_lower", 1.0),
        ("strip_html", 0.7),
    ]
    other = copy.deepcopy(new)
    other["machine"]["cores"] = "16"
    with pytest.raises(ValueError, match=r"machine was .* measure all anew"):
        report.updated(old, other)


def test_the_committed_results_are_well_formed_and_explained() -> None:
    found = json.loads((BENCHMARKS / "results" / "row_udfs.json").read_text(encoding="utf-8"))
    measured = [r["function"] for r in found["results"]]
    assert measured
    assert measured == [c.function for c in CASES if c.function in measured]
    assert found["rows"] == 2_000_000
    assert report.disagreements(found) == []
    for each in found["results"]:
        assert not report.misses(each) or each["function"] in NOTES
    text = (BENCHMARKS / "results" / "row_udfs.md").read_text(encoding="utf-8")
    assert text == report.markdown(found, NOTES), "run: make bench ARGS='--draw ...row_udfs.json'"
