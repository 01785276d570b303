# SPDX-License-Identifier: Apache-2.0

"""Reads IANA's IPv4 registries, XML files, into plain records."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

_NS = {"iana": "http://www.iana.org/assignments"}

Record = dict[str, str | list[str] | None]


def blocks(file: Path) -> Iterator[Record]:
    """Yield the /8 blocks: prefix as CIDR, designation, first day of its month, status."""
    for record in _root(file).iterfind("iana:record", _NS):
        number, _, bits = _text(record, "prefix").partition("/")
        month = _text(record, "date")
        yield {
            "prefix": f"{int(number)}.0.0.0/{bits}",
            "designation": _text(record, "designation"),
            "allocated": f"{month}-01" if month else None,
            "status": _text(record, "status"),
            "notes": [
                ref.get("data", "")
                for ref in record.iterfind("iana:xref", _NS)
                if ref.get("type") == "note"
            ],
        }


def multicast(file: Path) -> Iterator[Record]:
    """Yield the assigned multicast addresses: first address of the range, description, registry."""
    for registry in _root(file).iterfind(".//iana:registry", _NS):
        for record in registry.iterfind("iana:record", _NS):
            yield {
                "address": _text(record, "addr").partition("-")[0],
                "description": _text(record, "description"),
                "registry": _text(registry, "title"),
            }


def _root(file: Path) -> ElementTree.Element:
    # The file is part of an installed package, as trusted as its code.
    return ElementTree.parse(file).getroot()


def _text(element: ElementTree.Element, child: str) -> str:
    return element.findtext(f"iana:{child}", "", _NS)
