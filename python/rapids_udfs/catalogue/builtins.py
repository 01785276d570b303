# SPDX-License-Identifier: Apache-2.0

"""Spark's builtins and where they run, as the acceptance tests found (``builtins.json``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rapids_udfs.errors import damaged

FILE: Final = Path(__file__).resolve().parents[1] / "builtins.json"
PLACES: Final[Mapping[str, str]] = {
    "here": "in columns by this library",
    "plugin": "in columns by the plugin",
    "bridge": "row by row inside an operator on the GPU",
    "cpu": "on the CPU, with its operator",
}
"""The places in words."""


@dataclass(frozen=True)
class BuiltinInfo:
    """A builtin of Spark; ``str()`` shows all of it."""

    name: str
    """Its SQL name."""
    places: Mapping[str, Mapping[str, str]]
    """By the minor version of Spark: where calls run, by the types of their arguments; ``_`` is a
    constant."""

    def of(self, spark: str) -> dict[str, list[str]]:
        """The calls by place, with a minor version of Spark; empty if it lacks the builtin."""
        calls = self.places.get(spark, {})
        found = {place: [call for call, at in calls.items() if at == place] for place in PLACES}
        return {place: those for place, those in found.items() if those}

    def __str__(self) -> str:
        lines = [self.name, "", "A builtin of Spark.", ""]
        for spark in self.places:
            found = self.of(spark)
            for place, calls in found.items():
                of = f": {'; '.join(calls)}" if len(found) > 1 else ""
                lines.append(f"  {f'Spark {spark}':<13}{PLACES[place]}{of}")
        lines.append("  setting      spark.rapidsUdfs.builtins: all, none, or names")
        return "\n".join(lines)


@cache
def builtins() -> Mapping[str, BuiltinInfo]:
    """All builtins by name.

    Raises:
        InstallationError: the package's ``builtins.json`` is missing or damaged.
    """
    try:
        data = json.loads(FILE.read_text(encoding="utf-8"))
        return {name: BuiltinInfo(name, places) for name, places in data.items()}
    except (OSError, ValueError, AttributeError) as e:
        raise damaged(FILE, f"cannot be read ({e})") from e


def builtin_lists() -> list[str]:
    """The minor versions of Spark for which there is a list, newest first."""
    return list(dict.fromkeys(minor for b in builtins().values() for minor in b.places))
