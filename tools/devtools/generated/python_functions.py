# SPDX-License-Identifier: Apache-2.0

"""The package ``rapids_udfs.functions``: a documented Python function for each of the catalogue."""

from __future__ import annotations

import keyword
import subprocess
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from devtools.generated.source import TITLES
from devtools.paths import PACKAGE
from devtools.process import DevError
from rapids_udfs.catalogue.function_info import FunctionInfo

FOLDER = PACKAGE / "functions"
HAND_WRITTEN = FOLDER / "_call.py"

_HEAD = '''\
"""{title}: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal

'''

_INIT = '''\
"""The catalogue's functions for the DataFrame API: ``functions.url_decode_form("query")``.

Each takes columns, their names or constants, and gives a column. A string is a column's name,
unless the argument is a constant by its nature, as a CIDR block or a prefix: its type is
``ColumnOrLiteral``, and ``col(...)`` makes a column of a name. Lists and dictionaries are arrays
and maps. The session must know the function: through ``rapids_udfs.configure`` or
``rapids_udfs.register`` without a prefix.

Generated from the catalogue by ``make generate``: do not edit.
"""

from __future__ import annotations

'''


def modules(categories: Mapping[str, Sequence[FunctionInfo]]) -> dict[Path, str]:
    """Each generated module's path and text, in the form that ``ruff format`` leaves alone."""
    result = {}
    imports = []
    names: list[str] = []
    for category, functions in categories.items():
        text = _HEAD.format(title=TITLES[category]) + "\n".join(map(_function, functions))
        result[FOLDER / f"_{category}.py"] = _formatted(text)
        exported = sorted(f.name for f in functions)
        imports.append(f"from rapids_udfs.functions._{category} import {', '.join(exported)}\n")
        names += exported
    listed = "".join(f'"{name}",\n' for name in sorted(names))
    init = _INIT + "".join(sorted(imports)) + f"\n__all__ = [\n{listed}]\n"
    result[FOLDER / "__init__.py"] = _formatted(init)
    return result


def _function(f: FunctionInfo) -> str:
    names = [f"{a.name}_" if keyword.iskeyword(a.name) else a.name for a in f.arguments]
    stars = ["*" if f.varargs and i == len(names) - 1 else "" for i in range(len(names))]
    literal = [a.literal for a in f.arguments]
    types = ["ColumnOrLiteral" if is_literal else "ColumnOrName" for is_literal in literal]
    parameters = ", ".join(f"{s}{n}: {t}" for s, n, t in zip(stars, names, types, strict=True))
    values = [
        f"literal({n})" if is_literal else n for n, is_literal in zip(names, literal, strict=True)
    ]
    passed = ", ".join([f'"{f.name}"', *(s + v for s, v in zip(stars, values, strict=True))])
    return (
        f"\ndef {f.name}({parameters}) -> Column:\n"
        + textwrap.indent(_docstring(f, names), "    ", lambda line: bool(line.strip()))
        + f"\n    return call({passed})\n"
    )


def _docstring(f: FunctionInfo, names: Sequence[str]) -> str:
    parts = [f"{f.summary}."]
    if f.description:
        parts.append(_wrapped(f.description))
    if f.arguments:
        many = " (any number)" if f.varargs else ""
        types = [
            f"    {n}: {a.type}{', a literal' if a.literal else ''}."
            for n, a in zip(names, f.arguments, strict=True)
        ]
        types[-1] = types[-1].removesuffix(".") + f"{many}."
        parts.append("Args:\n" + "\n".join(types))
    result = f"{f.returns}; {f.nulls}."
    parts.append("Returns:\n" + textwrap.indent(_wrapped(result, 88), "    "))
    if f.divergences:
        texts = [_wrapped(text, 86).replace("\n", "\n      ") for text in f.divergences]
        parts.append("Where CPU and GPU differ:\n" + "\n".join(f"    - {t}" for t in texts))
    if f.tolerance:
        parts.append(f"CPU and GPU may differ by {f.tolerance:g}, relative.")
    shown = [f"    {e.sql}  gives  {e.shows}" for e in f.examples]
    parts.append("Example, in SQL::\n\n" + "\n".join(shown))
    text = "\n\n".join(parts).replace('"""', '\\"\\"\\"')
    raw = "r" if "\\" in text else ""
    return f'{raw}"""{text}\n"""'


def _wrapped(text: str, width: int = 92) -> str:
    wrapper = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    return "\n\n".join(wrapper.fill(paragraph) for paragraph in text.split("\n\n"))


def _formatted(text: str) -> str:
    # Long types and unusual characters come from the catalogue; ruff drops what is not needed.
    text = text.replace("\nfrom __future__", "\n# ruff: noqa: E501, RUF002\n\nfrom __future__", 1)
    # Format before the fixes, to break lines that are too long, and after them, for blank lines.
    checked = _ruff(_ruff(text, "format"), "check", "--fix-only", "--quiet")
    return _ruff(checked, "format")


def _ruff(text: str, *command: str) -> str:
    ruff = str(Path(sys.executable).with_name("ruff"))
    where = ["--stdin-filename", str(FOLDER / "generated.py"), "-"]
    done = subprocess.run(
        [ruff, *command, *where], input=text, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode != 0:
        raise DevError(f"ruff {command[0]} failed on a generated module: {done.stderr}")
    return done.stdout
