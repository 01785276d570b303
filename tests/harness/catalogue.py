# SPDX-License-Identifier: Apache-2.0

"""The functions that the built jars declare, without a Spark session."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

import rapids_udfs

Function = dict[str, Any]
_FILES = (
    Path(rapids_udfs.__file__).parent / "catalogue.json",
    Path(__file__).parent / "conformance_functions.json",
)
"""Generated from the jars."""


@functools.cache
def functions() -> dict[str, Function]:
    """Return the functions of the catalogue, then those of the test kit, by name."""
    listed = [json.loads(file.read_text(encoding="utf-8"))["functions"] for file in _FILES]
    return {f["name"]: f for functions in listed for f in functions}


def groups(size: int) -> list[tuple[str, ...]]:
    """Return the functions in groups for one query: planning takes longer than a few rows."""
    names = list(functions())
    return [tuple(names[at : at + size]) for at in range(0, len(names), size)]


def is_dependent(function: Function) -> bool:
    """Return whether a call's types depend on its arguments."""
    return (
        function["varargs"]
        or function["dependentResult"]
        or any(a["type"] == "any" for a in function["arguments"])
    )


def argument_type(function: Function, index: int) -> str:
    """Return the declared type of an argument; varargs repeat the last type."""
    arguments = function["arguments"]
    return str(arguments[min(index, len(arguments) - 1)]["type"])


def null_in_null_out(function: Function) -> bool:
    """Return whether the result is null if any argument is."""
    return re.fullmatch("any_null.*", function["nullRule"]) is not None
