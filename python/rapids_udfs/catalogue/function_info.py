# SPDX-License-Identifier: Apache-2.0

"""The catalogue's functions, as the JVM library declares them (``catalogue.json``)."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rapids_udfs._versions import __version__
from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import UnknownFunctionError, damaged, other_version

FILE = Path(__file__).resolve().parents[1] / "catalogue.json"

NULL_RULES: Mapping[str, str] = {
    "any_null": "null where any argument is null",
    "any_null_propagated": "null where any argument is null",
    "called_on_null": "decides itself what null arguments give",
    "never_null": "never null",
}
"""The effect of null arguments in words, by null rule."""


@dataclass(frozen=True)
class Argument:
    """A declared argument."""

    name: str
    type: str
    """Its Spark type as DDL, or ``any``."""
    cudf: str | None
    """Its cuDF type on the GPU; None for an argument of any type."""
    literal: bool = False
    """Whether it is a constant by its nature, so that ``functions`` takes a ``str`` as a value."""


@dataclass(frozen=True)
class Example:
    """A runnable example: a SQL expression and its result as a string, ``NULL`` for null."""

    sql: str
    shows: str


@dataclass(frozen=True)
class FunctionInfo:
    """The description of a function; ``str()`` shows all of it."""

    name: str
    """Its SQL name."""
    category: str
    class_name: str
    """Its JVM class."""
    signature: str
    arguments: tuple[Argument, ...]
    varargs: bool
    """True if the last argument may be repeated any number of times, or left out."""
    returns: str
    """The result type as DDL, or in words if it depends on the arguments."""
    returns_cudf: str | None
    dependent_result: bool
    """True if the result type depends on the arguments' types."""
    null_rule: str
    """A key of ``NULL_RULES``."""
    deterministic: bool
    tolerance: float
    """The greatest relative difference between the two bodies; 0 for equal bits."""
    summary: str
    description: str
    examples: tuple[Example, ...]
    divergences: tuple[str, ...]
    """The known differences between the results of the row-wise and the columnar body."""
    since: str

    @property
    def hive_class(self) -> str:
        """The class that ``CREATE TEMPORARY FUNCTION`` takes, in the jar of the Hive forms."""
        return f"io.github.rapidsudfs.hive.{self.class_name.rpartition('.')[2]}"

    @property
    def nulls(self) -> str:
        """The result for null arguments, in words."""
        return NULL_RULES[self.null_rule]

    def __str__(self) -> str:
        lines = [self.signature, "", f"{self.summary}."]
        if self.description:
            lines.append(self.description)
        lines += ["", *(f"  {label:<13}{text}" for label, text in self._facts())]
        lines += ["", *(f"  > SELECT {e.sql};\n  {e.shows}" for e in self.examples)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        examples = [("example", f"{e.sql} → {e.shows}") for e in self.examples]
        facts = [("", self.summary), *self._facts(), *examples]
        return html_table((self.name, self.signature), facts)

    def _facts(self) -> list[tuple[str, str]]:
        facts = [("category", self.category), ("result", self.nulls)]
        if not self.deterministic:
            facts.append(("calls", "not deterministic"))
        cudf = ", ".join(f"{a.name} {a.cudf or 'as given'}" for a in self.arguments)
        facts.append(("on the GPU", f"({cudf}) -> {self.returns_cudf or self.returns}"))
        if self.tolerance:
            facts.append(("tolerance", f"{self.tolerance:g}, relative, between CPU and GPU"))
        facts += [("divergence", text) for text in self.divergences]
        facts += [("class", self.class_name), ("Hive class", self.hive_class)]
        return [*facts, ("since", self.since)]


def function_info(name: str) -> FunctionInfo:
    """A function of the catalogue by its SQL name, upper or lower case; see ``describe``."""
    functions = by_name()
    if name.lower() in functions:
        return functions[name.lower()]
    raise UnknownFunctionError(
        f"there is no function {name!r} in the catalogue{did_you_mean(name.lower(), functions)} "
        "List them: rapids-udfs list"
    )


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The end of a sentence about an unknown name, with the names that are close to it."""
    close = difflib.get_close_matches(name, [*names], n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else "."


@cache
def by_name() -> Mapping[str, FunctionInfo]:
    """All functions by SQL name, by category and then by name; see ``list_functions``."""
    try:
        data = json.loads(FILE.read_text(encoding="utf-8"))
        version = data["version"]
        functions = [parse(entry) for entry in data["functions"]]
    except (OSError, ValueError, KeyError, TypeError) as e:
        raise damaged(FILE, f"cannot be read ({e})") from e
    if version != __version__:
        raise other_version(str(FILE), version, __version__)
    return {function.name: function for function in functions}


def parse(entry: Mapping[str, Any]) -> FunctionInfo:
    """A function from its entry in the catalogue's JSON."""
    # JSON's names are the JVM's: nullRule for null_rule.
    fields = {re.sub("[A-Z]", lambda m: f"_{m[0].lower()}", key): entry[key] for key in entry}
    fields["class_name"] = fields.pop("class")
    fields["arguments"] = tuple(Argument(**argument) for argument in entry["arguments"])
    fields["examples"] = tuple(Example(**example) for example in entry["examples"])
    fields["divergences"] = tuple(entry["divergences"])
    return FunctionInfo(**fields)
