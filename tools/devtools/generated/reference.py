# SPDX-License-Identifier: Apache-2.0

"""The reference in ``docs/reference``: an index, and a page per category."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from devtools.generated import columnar_costs
from devtools.generated.source import TITLES, camel_case
from devtools.paths import ROOT
from rapids_udfs.catalogue.function_info import FunctionInfo

FOLDER = ROOT / "docs" / "reference"

_NOTE = "<!-- Generated from the catalogue by `make generate`: do not edit. -->\n"


_ROW_COSTS = ROOT / "benchmarks" / "results" / "row_udfs.json"
_OURS, _BUILTIN, _PYTHON = "rapids-udfs", "Spark builtin", "Python UDF"


def pages(categories: Mapping[str, Sequence[FunctionInfo]]) -> dict[Path, str]:
    result = {FOLDER / "index.md": _index(categories)}
    for category, functions in categories.items():
        sections = "\n".join(map(_section, functions))
        text = f"{_NOTE}\n# {TITLES[category]}\n\n{sections}"
        result[FOLDER / f"{category}.md"] = text
    return result


def _index(categories: Mapping[str, Sequence[FunctionInfo]]) -> str:
    count = sum(map(len, categories.values()))
    text = (
        f"{_NOTE}\n# Reference of functions\n\n"
        f"The {count} functions of the catalogue. Every function has a row-wise body for the CPU, "
        "a columnar body for the GPU,\none SQL name, and one meaning.\n"
    )
    for category, functions in categories.items():
        text += f"\n## [{TITLES[category]}]({category}.md)\n\n"
        text += "| function | what it does |\n|---|---|\n"
        for f in functions:
            text += f"| [`{f.name}`]({category}.md#{f.name}) | {_cell(f.summary)} |\n"
    return text


def _section(f: FunctionInfo) -> str:
    text = f"## {f.name}\n\n```text\n{f.signature}\n```\n\n{_prose(f.summary)}.\n"
    if f.description:
        text += f"{_prose(f.description)}\n"
    text += f"\n{_types(f)}\n{_facts(f)}\n{_calls(f)}"
    return text


def _types(f: FunctionInfo) -> str:
    rows = ["| | Spark type | cuDF type |", "|---|---|---|"]
    for i, a in enumerate(f.arguments):
        many = ", any number of times" if f.varargs and i == len(f.arguments) - 1 else ""
        cudf = f"`{a.cudf}`" if a.cudf else "that of the argument"
        rows.append(f"| `{a.name}`{many} | `{a.type}` | {cudf} |")
    if f.returns_cudf:
        rows.append(f"| result | `{f.returns}` | `{f.returns_cudf}` |")
    else:
        rows.append(f"| result | {f.returns} | follows from it |")
    return "\n".join(rows) + "\n"


def _facts(f: FunctionInfo) -> str:
    facts = [f"Result: {f.nulls}."]
    if not f.deterministic:
        facts.append("Not deterministic: two calls with the same arguments may differ.")
    if f.tolerance:
        facts.append(f"CPU and GPU may differ by {f.tolerance:g}, relative.")
    facts += [f"CPU and GPU differ: {_prose(text)}" for text in f.divergences]
    facts += filter(None, (_row_cost(f), columnar_costs.line(f)))
    facts.append(f"Class `{f.class_name}`, for Hive `{f.hive_class}`; since {f.since}.")
    return "".join(f"- {fact}\n" for fact in facts)


def _calls(f: FunctionInfo) -> str:
    queries = "\n".join(f"SELECT {e.sql};\n-- {e.shows}" for e in f.examples)
    # Literals are shown as variables.
    columns = ", ".join(a.name if a.literal else f'"{a.name}"' for a in f.arguments)
    scala = ", ".join(a.name if a.literal else f'col("{a.name}")' for a in f.arguments)
    python = f"`functions.{f.name}({columns})`"
    scala = f"`functions.{camel_case(f.name)}({scala})`"
    return f"```sql\n{queries}\n```\n\nPython: {python} · Scala: {scala}\n"


def _prose(text: str) -> str:
    """Escape tags and emphasis for Markdown."""
    for character in "\\<*_":
        text = text.replace(character, "\\" + character)
    return text


def _cell(text: str) -> str:
    return _prose(text).replace("|", "\\|")


@functools.cache
def _measured() -> dict[str, Any]:
    """Return the benchmark's cases by function, and the machine that they ran on."""
    data = json.loads(_ROW_COSTS.read_text(encoding="utf-8"))
    return {result["case"]: result for result in data["results"]} | {"machine": data["machine"]}


def _row_cost(f: FunctionInfo) -> str:
    """Return the cost of a function in words; empty if it was not measured."""
    result = _measured().get(f.name)
    if result is None:
        return ""
    taken = {w: median(s) / result["rows"] * 1e9 for w, s in result["seconds"].items() if s}
    others = {"with Spark's builtins": _BUILTIN, "as a Python UDF": _PYTHON}
    compared = "".join(f", {w} {taken[of]:,.0f} ns" for w, of in others.items() if of in taken)
    return (
        f"Row-wise: {taken[_OURS]:,.0f} ns per row on {_measured()['machine']['cores']} CPU cores, "
        f"including reading{compared}."
    )
