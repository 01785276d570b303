# SPDX-License-Identifier: Apache-2.0

"""Where Spark's builtins run, according to the acceptance tests (``builtins.json``)."""

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
        """The calls by place, in a minor version of Spark; empty if it lacks the builtin."""
        places = self.places.get(spark, {})
        by_place = {place: [call for call in places if places[call] == place] for place in PLACES}
        return {place: calls for place, calls in by_place.items() if calls}

    def __str__(self) -> str:
        lines = [self.name, "", "A builtin of Spark.", ""]
        for spark in self.places:
            by_place = self.of(spark)
            for place, calls in by_place.items():
                listed = f": {'; '.join(calls)}" if len(by_place) > 1 else ""
                lines.append(f"  {f'Spark {spark}':<13}{PLACES[place]}{listed}")
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
    """The minor versions of Spark that ``builtins.json`` covers, newest first."""
    return list(dict.fromkeys(minor for b in builtins().values() for minor in b.places))
