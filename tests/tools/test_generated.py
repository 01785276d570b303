# SPDX-License-Identifier: Apache-2.0

"""Files generated from the catalogue: their texts, and whether the committed ones are current."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import generate_emulated_operations
from devtools.generated import (
    builtin_costs,
    columnar_costs,
    python_functions,
    reference,
    scala_functions,
    source,
)
from devtools.generated.files import write_or_check
from devtools.process import DevError
from harness.builtin_cases import CASES
from rapids_udfs import functions
from rapids_udfs.catalogue.function_info import FunctionInfo, function_info


def odd(**changes: object) -> FunctionInfo:
    """Return a function whose texts could break a generated file."""
    info = function_info("money_gross")
    amount, rate = info.arguments
    texts: dict[str, object] = {
        "name": "odd_one",
        "summary": 'Says "x" \\ and */ and <b>',
        "arguments": (
            dataclasses.replace(amount, name="class"),
            dataclasses.replace(rate, name="given_rate"),
        ),
        "divergences": ("one | other",),
        "tolerance": 1e-12,
        "deterministic": False,
    }
    return dataclasses.replace(info, **{**texts, **changes})


class TestWriteOrCheck:
    def test_writes_the_files_that_differ(self, tmp_path: Path, capsys) -> None:
        one, other = tmp_path / "a/one.txt", tmp_path / "other.txt"
        other.write_text("there\n", encoding="utf-8")
        assert write_or_check({one: "1\n", other: "there\n"}, [], root=tmp_path) == 0
        assert one.read_text(encoding="utf-8") == "1\n"
        assert capsys.readouterr().out == "wrote a/one.txt\n"

    def test_check_names_the_command_and_changes_nothing(self, tmp_path: Path, capsys) -> None:
        stale, extra = tmp_path / "stale.txt", tmp_path / "extra.txt"
        stale.write_text("old", encoding="utf-8")
        extra.touch()
        missing = tmp_path / "missing.txt"
        wanted = {stale: "new", missing: "x"}
        assert write_or_check(wanted, ["--check"], [stale, extra], tmp_path) == 1
        assert capsys.readouterr().out.splitlines() == [
            f"{name} does not agree with its source; run: make generate"
            for name in ("stale.txt", "missing.txt", "extra.txt")
        ]
        assert stale.read_text(encoding="utf-8") == "old"
        assert not missing.exists()

    def test_check_of_current_files(self, tmp_path: Path, capsys) -> None:
        file = tmp_path / "a.txt"
        file.write_text("a", encoding="utf-8")
        assert write_or_check({file: "a"}, ["--check"], [file], tmp_path) == 0
        assert capsys.readouterr().out == ""

    def test_removes_left_over_files(self, tmp_path: Path, capsys) -> None:
        extra = tmp_path / "extra.txt"
        extra.touch()
        assert write_or_check({}, [], [extra], tmp_path) == 0
        assert not extra.exists()
        assert "removed extra.txt" in capsys.readouterr().out


class TestPython:
    def test_parses_and_is_complete(self) -> None:
        text = python_functions.stub([odd()])
        (function,) = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
        assert function.name == "odd_one"
        assert [a.arg for a in function.args.args] == ["class_", "given_rate"]
        doc = ast.get_docstring(function) or ""
        assert doc.startswith('Says "x" \\ and */ and <b>.')
        assert "one | other" in doc
        assert "1e-12, relative" in doc

    def test_varargs(self) -> None:
        text = python_functions.stub([function_info("count_nulls")])
        assert "def count_nulls(*value: ColumnOrName) -> Column:" in text
        assert '__all__ = [\n    "count_nulls",\n]' in text

    def test_quotes_at_the_end(self) -> None:
        ast.parse(python_functions.stub([odd(description='ends with """')]))

    def test_the_stub_describes_the_functions(self) -> None:
        """Names, signatures and docstrings equal those at run time."""
        module = ast.parse(python_functions.FILE.read_text(encoding="utf-8"))
        assert ast.get_docstring(module) == inspect.getdoc(functions)
        (listed,) = [n.value for n in module.body if isinstance(n, ast.Assign)]
        assert ast.literal_eval(listed) == functions.__all__
        stubs = [n for n in module.body if isinstance(n, ast.FunctionDef)]
        assert [stub.name for stub in stubs] == functions.__all__
        for stub in stubs:
            function = getattr(functions, stub.name)
            shown = str(inspect.signature(function)).replace("'", "")
            assert f"({ast.unparse(stub.args)}) -> {ast.unparse(stub.returns)}" == shown
            assert ast.get_docstring(stub) == inspect.getdoc(function)


class TestScala:
    def test_names_and_comments(self) -> None:
        text = scala_functions.text({"money": [odd()], "meta": [function_info("count_nulls")]})
        assert "def oddOne(`class`: Column, givenRate: Column): Column = " in text
        assert 'call_function("odd_one", `class`, givenRate)' in text
        assert (
            'def countNulls(value: Column*): Column = call_function("count_nulls", value: _*)'
            in text
        )
        (comment,) = [line for line in text.splitlines() if "Says" in line]
        assert comment.count("*/") == 1

    def test_camel_case(self) -> None:
        assert source.camel_case("ipv4_to_long") == "ipv4ToLong"
        assert source.camel_case("identity") == "identity"


class TestReference:
    def test_page(self) -> None:
        page = reference.pages({"money": [odd()]})[reference.FOLDER / "money.md"]
        assert "| `class` | `decimal(18,2)` | `DECIMAL64(scale=-2)` |" in page
        assert 'Says "x" \\\\ and \\*/ and \\<b>.' in page
        assert "- Not deterministic" in page
        assert "- CPU and GPU differ: one | other" in page
        assert "SELECT money_gross(100.00, 0.1900);\n-- 119.00" in page
        assert 'Scala: `functions.oddOne(col("class"), col("given_rate"))`' in page

    def test_index_lists_every_function(self) -> None:
        categories = source.by_category()
        index = reference.pages(categories)[reference.FOLDER / "index.md"]
        for category, members in categories.items():
            for function in members:
                assert f"[`{function.name}`]({category}.md#{function.name})" in index


def test_category_without_a_title(tmp_path: Path) -> None:
    file = tmp_path / "catalogue.json"
    data = json.loads(source.CATALOGUE_JSON.read_text(encoding="utf-8"))
    data["functions"][0]["category"] = "novel"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DevError, match=r"the category novel has no title; add it in source\.py"):
        source.by_category(file)


class TestColumnarCosts:
    """The table of the costs of columnar bodies."""

    @pytest.mark.parametrize(
        ("function", "change"),
        [
            ("ts_floor", {"launches": 40}),
            ("money_round", {"instructions_per_row": 9_000}),
            ("ascii_lower", {"instructions_per_row": 90_000}),
            ("ascii_lower", {"allocated_per_byte": 9.5}),
        ],
    )
    def test_what_is_above_a_limit_owes_a_reason(
        self, monkeypatch: pytest.MonkeyPatch, function: str, change: dict[str, float]
    ) -> None:
        cost = dict(columnar_costs.counted()[function])
        cost[columnar_costs.NOW] = {**cost[columnar_costs.NOW], **change}
        cost.pop("reason", None)
        monkeypatch.setattr(columnar_costs, "counted", lambda: {function: cost})
        with pytest.raises(DevError, match=f"a reason is missing, or not needed: {function}$"):
            columnar_costs.table()
        cost["reason"] = "it cannot"
        assert f"| `{function}` | it cannot |" in columnar_costs.table()

    def test_what_is_below_them_has_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        cost = columnar_costs.counted()["ascii_lower"] | {"reason": "left over"}
        monkeypatch.setattr(columnar_costs, "counted", lambda: {"ascii_lower": cost})
        with pytest.raises(DevError, match="not needed: ascii_lower"):
            columnar_costs.table()


class TestBuiltinCosts:
    """The table of the costs of Spark's builtins in columns."""

    def test_every_call_has_been_counted(self) -> None:
        calls = builtin_costs.counted()["calls"]
        counted = {(cost["builtin"], call) for call, cost in calls.items()}
        tested = {(case.name, call) for case in CASES if case.counted for call in case.calls}
        assert counted == tested

    @pytest.mark.parametrize("call", ["unix_seconds(at)", "mask(s)"])
    def test_what_is_above_a_limit_owes_a_reason(
        self, monkeypatch: pytest.MonkeyPatch, call: str
    ) -> None:
        cost = dict(builtin_costs.counted()["calls"][call])
        cost[builtin_costs.NOW] = cost[builtin_costs.NOW] | {"instructions_per_row": 90_000}
        costs: dict[str, dict[str, Any]] = {"calls": {call: cost}, "reasons": {}}
        monkeypatch.setattr(builtin_costs, "counted", lambda: costs)
        name = cost["builtin"]
        with pytest.raises(DevError, match=f"a reason is missing, or not needed: {name}$"):
            builtin_costs.table()
        costs["reasons"][name] = "it cannot"
        assert f"| `{name}` | it cannot |" in builtin_costs.table()

    def test_what_is_below_them_has_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls = {"mask(s)": builtin_costs.counted()["calls"]["mask(s)"]}
        costs = {"calls": calls, "reasons": {"mask": "left over"}}
        monkeypatch.setattr(builtin_costs, "counted", lambda: costs)
        with pytest.raises(DevError, match=r"not needed: mask$"):
            builtin_costs.table()


def test_ordinary_queries_are_counted() -> None:
    text = """-- Queries
== strings | off | SELECT {} FROM t
upper(s)
lower(s)
ascii(s) #CPU the plugin's ascii is off by default
from_json(j) #CPU from_json is not emulated

== joins | on
SELECT 1
"""
    counted = generate_emulated_operations.ordinary_queries(text)
    assert counted.startswith(
        "Of 5 ordinary queries, of every group of functions, 3 run completely on"
    )
    assert counted.endswith("The plugin itself leaves 1 of the others to the CPU.")
    assert "on Spark 4.2.0, " in counted
    assert "and 3.5.9. The" in counted
