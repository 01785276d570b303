# SPDX-License-Identifier: Apache-2.0

"""The case files ``tests/cases/<function>.sql``.

One case per line; ``-- comments`` give reasons:

    url_decode_form('a%20b') => a b
    url_decode_form('%4') => NULL
    ascii_lower(array(1)) =>! DATATYPE_MISMATCH

A line with ``{0..32}`` is one case for every number in the range, which replaces the braces.

``=> text`` is the result as a string, up to the end of the line, and ``NULL`` for null;
``=>! part`` is a part of the error message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from harness import calls
from harness.catalogue import Function

CASES = Path(__file__).parents[1] / "cases"
_RANGE = re.compile(r"\{(\d+)\.\.(\d+)\}")
_LINE = re.compile(r"(?P<sql>.*?\S) =>(?P<error>!?)(?: (?P<text>.*))?")


@dataclass(frozen=True)
class Case:
    """One expression and its result.

    Attributes:
        where: the line of the case file, or the number of the signature's example.
        shows: the result as a string, None for null; for an error, a part of its message.
    """

    function: str
    where: str
    sql: str
    shows: str | None
    is_error: bool = False

    @property
    def call(self) -> calls.Call:
        """Return the call of the function in the expression."""
        call = calls.find(self.function, self.sql)
        if call is None:
            raise ValueError(f"{self.where} of {self.function} does not call it: {self.sql}")
        return call


def file_of(function: str) -> Path:
    """Return the file of a function's cases."""
    return CASES / f"{function}.sql"


def files() -> dict[str, Path]:
    """Return all case files, by function."""
    return {path.stem: path for path in sorted(CASES.glob("*.sql"))}


def read(path: Path) -> list[Case]:
    """Return the cases of a file.

    Raises:
        ValueError: a line is not a case; the message names file and line.
    """
    numbered = enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
    return [
        _parse(path.stem, number, case, path)
        for number, line in numbered
        if line.strip() and not line.lstrip().startswith("--")
        for case in _each(line)
    ]


def _each(line: str) -> list[str]:
    """Return the line for every number of its range."""
    match = _RANGE.search(line)
    if match is None:
        return [line]
    return [line.replace(match[0], str(n)) for n in range(int(match[1]), int(match[2]) + 1)]


def _parse(function: str, number: int, line: str, path: Path) -> Case:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValueError(
            f"{path.name}:{number} is neither 'expression => text', 'expression =>! part of the "
            f"error' nor a '-- comment': {line}"
        )
    text = match["text"] or ""
    is_error = bool(match["error"])
    shows = None if text == "NULL" and not is_error else text
    case = Case(function, f"line {number}", match["sql"].strip(), shows, is_error)
    if is_error and not text:
        raise ValueError(f"{path.name}:{number}: a part of the error message must follow =>!")
    if calls.find(function, case.sql) is None:
        raise ValueError(f"{path.name}:{number} does not call {function}: {line}")
    return case


def every(function: Function) -> list[Case]:
    """Return the examples of a function's signature, then the cases of its file, if any."""
    path = file_of(function["name"])
    return examples(function) + (read(path) if path.exists() else [])


def examples(function: Function) -> list[Case]:
    """Return the examples of a signature."""
    shown = [(e["sql"], None if e["shows"] == "NULL" else e["shows"]) for e in function["examples"]]
    return [Case(function["name"], f"example {n}", *e) for n, e in enumerate(shown, 1)]
