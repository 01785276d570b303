# SPDX-License-Identifier: Apache-2.0

"""The program of a function, in parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rapids_udfs.python_udfs import Refusal, program_of


def nodes(made: Any) -> Iterator[dict[str, Any]]:
    if isinstance(made, dict):
        if "t" in made:
            yield made
        for value in made.values():
            yield from nodes(value)
    elif isinstance(made, list):
        for value in made:
            yield from nodes(value)


def plain(made: Any) -> Any:
    """Without positions."""
    if isinstance(made, dict):
        return {k: plain(v) for k, v in made.items() if k not in ("l", "c", "line")}
    return [plain(v) for v in made] if isinstance(made, list) else made


def value_of(function: object) -> Any:
    """What a lambda's body is."""
    return plain(program_of(function)["functions"][0]["body"][0]["value"])


def constant_of(function: object) -> Any:
    made = value_of(function)
    assert made["t"] == "Constant"
    return made["value"]


def why(function: object) -> str:
    with pytest.raises(Refusal) as e:
        program_of(function)
    assert e.value.line or not hasattr(function, "__code__")
    return e.value.reason


def names(function: object, kind: str) -> set[str]:
    return {node["id"] for node in nodes(program_of(function)) if node["t"] == kind}
