# SPDX-License-Identifier: Apache-2.0

"""Parts of a function's program, as the hook sends it to the JVM."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rapids_udfs.python_udfs import Refusal, program_of


def nodes(program: Any) -> Iterator[dict[str, Any]]:
    if isinstance(program, dict):
        if "t" in program:
            yield program
        for value in program.values():
            yield from nodes(value)
    elif isinstance(program, list):
        for value in program:
            yield from nodes(value)


def plain(program: Any) -> Any:
    """Return a program without positions."""
    if isinstance(program, dict):
        return {k: plain(v) for k, v in program.items() if k not in ("l", "c", "line")}
    return [plain(v) for v in program] if isinstance(program, list) else program


def value_of(function: object) -> Any:
    """Return a lambda's body."""
    return plain(program_of(function)["functions"][0]["body"][0]["value"])


def constant_of(function: object) -> Any:
    node = value_of(function)
    assert node["t"] == "Constant"
    return node["value"]


def why(function: object) -> str:
    with pytest.raises(Refusal) as e:
        program_of(function)
    assert e.value.line or not hasattr(function, "__code__")
    return e.value.reason


def names(function: object, kind: str) -> set[str]:
    return {node["id"] for node in nodes(program_of(function)) if node["t"] == kind}
