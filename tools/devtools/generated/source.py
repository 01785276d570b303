# SPDX-License-Identifier: Apache-2.0

"""The catalogue for the other generators, from the committed ``catalogue.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

from devtools.paths import PACKAGE
from devtools.process import DevError
from rapids_udfs.catalogue.function_info import FunctionInfo, parse

CATALOGUE_JSON = PACKAGE / "catalogue.json"

TITLES: Mapping[str, str] = {
    "text": "Text",
    "bytes": "Bytes",
    "url": "URLs",
    "net": "Networks",
    "time": "Dates and times",
    "numbers": "Numbers",
    "money": "Money",
    "geo": "Geography",
    "arrays": "Arrays",
    "maps": "Maps",
    "structs": "Structs",
    "meta": "Meta",
    "identity": "Identity",
}
"""The titles of the categories' pages."""


def by_category(file: Path = CATALOGUE_JSON) -> dict[str, list[FunctionInfo]]:
    entries = json.loads(file.read_text(encoding="utf-8"))["functions"]
    functions = [parse(entry) for entry in entries]
    groups = {name: list(group) for name, group in groupby(functions, lambda f: f.category)}
    unknown = groups.keys() - TITLES.keys()
    if unknown:
        raise DevError(f"the category {min(unknown)} has no title; add it in {Path(__file__).name}")
    return groups


def camel_case(name: str) -> str:
    """Return ``urlDecodeForm`` for ``url_decode_form``."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
