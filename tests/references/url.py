# SPDX-License-Identifier: Apache-2.0

"""The functions of the category url."""

from __future__ import annotations

from urllib.parse import parse_qsl, quote_plus, unquote_plus


def url_encode_form(text: str | None) -> str | None:
    return None if text is None else quote_plus(text, safe="*").replace("~", "%7E")


def url_decode_form(text: str | None) -> str | None:
    return None if text is None else unquote_plus(text, errors="strict")


def url_query_map(query: str | None) -> dict[str, str] | None:
    return None if query is None else dict(parse_qsl(query, keep_blank_values=True))
