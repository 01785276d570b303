# SPDX-License-Identifier: Apache-2.0

"""The functions of the category maps."""

from __future__ import annotations


def map_filter_prefix(entries: dict[str, str] | None, prefix: str | None) -> dict[str, str] | None:
    if entries is None or prefix is None:
        return None
    return {k: v for k, v in entries.items() if k.startswith(prefix)}


def map_get_or(entries: dict[str, str] | None, key: str | None, default: str | None) -> str | None:
    if entries is None or key is None or default is None:
        return None
    return entries.get(key, default)


def map_sum(entries: dict[str, int | None] | None) -> int | None:
    return None if entries is None else sum(v for v in entries.values() if v is not None)


def merge_maps(maps: list[dict[str, str] | None] | None) -> dict[str, str] | None:
    if maps is None:
        return None
    merged: dict[str, str] = {}
    for each in maps:
        merged.update(each or {})
    return merged


def parse_kv(text: str | None) -> list[dict[str, str]] | None:
    if text is None:
        return None
    records = [record.split(";") for record in text.split("|")]
    return [{p.partition("=")[0]: p.partition("=")[2] for p in r if p} for r in records]
