# SPDX-License-Identifier: Apache-2.0

"""The stub of ``rapids_udfs.functions``, for editors and type checkers."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from devtools.paths import PACKAGE
from devtools.process import DevError
from rapids_udfs.catalogue.function_info import FunctionInfo
from rapids_udfs.catalogue.python_source import docstring, signature

FILE = PACKAGE / "functions" / "__init__.pyi"

_HEAD = '''\
# Generated from the catalogue by `make generate`: do not edit.
# ruff: noqa: E501, RUF002

"""{says}"""

from pyspark.sql import Column

from rapids_udfs.functions._build import ColumnOrName, LiteralStr

'''


def stub(functions: Iterable[FunctionInfo]) -> str:
    """Return the stub's text, as ``ruff format`` formats it."""
    functions = sorted(functions, key=lambda f: f.name)
    module = ast.parse(FILE.with_suffix(".py").read_text(encoding="utf-8"))
    head = _HEAD.format(says=ast.get_docstring(module, clean=False))
    listed = "".join(f'"{f.name}",\n' for f in functions)
    text = f"{head}__all__ = [\n{listed}]\n\n" + "\n".join(map(_function, functions))
    # Format before the fixes, which need short lines, and after them, for blank lines.
    checked = _ruff(_ruff(text, "format"), "check", "--fix-only", "--quiet")
    return _ruff(checked, "format")


def _function(f: FunctionInfo) -> str:
    text = docstring(f).replace('"""', '\\"\\"\\"')
    quoted = f'{"r" if chr(92) in text else ""}"""{text}\n"""'
    indented = textwrap.indent(quoted, "    ", lambda line: bool(line.strip()))
    return f"{signature(f)}\n{indented}\n"


def _ruff(text: str, *command: str) -> str:
    ruff = str(Path(sys.executable).with_name("ruff"))
    where = ["--stdin-filename", str(FILE), "-"]
    done = subprocess.run(
        [ruff, *command, *where], input=text, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode != 0:
        raise DevError(f"ruff {command[0]} failed on the stub of functions: {done.stderr}")
    return done.stdout
