# SPDX-License-Identifier: Apache-2.0

"""Reads Java properties such as ``spark-defaults.conf``, as ``java.util.Properties`` does."""

from __future__ import annotations

import re
from pathlib import Path

from rapids_udfs.errors import ConfigurationError

# A logical line that is not a comment: it continues after a line that ends with a backslash.
_LINE = re.compile(r"^(?![ \t\f]*[#!])[ \t\f]*((?:[^\\\n]|\\.)+)", re.M | re.S)
_CONTINUATION = re.compile(r"\\(?:\n[ \t\f]*|.)", re.S)
# A key ends at the first separator without a backslash before it.
_ENTRY = re.compile(r"((?:\\.|[^\\\s=:])*)[ \t\f]*[=:]?[ \t\f]*(.*)", re.S)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.S)
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def read_properties(file: Path) -> dict[str, str]:
    """The settings in a file; empty if it does not exist, ConfigurationError for a binary one."""
    try:
        data = file.read_bytes()
    except OSError:
        return {}
    if b"\0" in data:
        raise ConfigurationError(
            f"{file} is not a text file of settings: it has zero bytes. Give a file with lines "
            "such as 'spark.master yarn', in UTF-8"
        )
    return parse_properties(data.decode("utf-8", errors="replace"))


def parse_properties(text: str) -> dict[str, str]:
    """The settings in a file's text; values are stripped, as Spark does."""
    lines = _LINE.findall(re.sub(r"\r\n?", "\n", text))
    entries = (_ENTRY.fullmatch(_CONTINUATION.sub(_joined, line)) for line in lines)
    return {_plain(match[1]): _plain(match[2]).strip() for match in entries if match and match[1]}


def _joined(pair: re.Match[str]) -> str:
    return "" if pair[0][1] == "\n" else pair[0]


def _plain(text: str) -> str:
    return _ESCAPE.sub(
        lambda match: chr(int(match[1], 16)) if match[1] else _CONTROLS.get(match[2], match[2]),
        text,
    )
