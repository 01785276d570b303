# SPDX-License-Identifier: Apache-2.0

"""The package object ``io.github.rapidsudfs.functions``, for Scala's DataFrame API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from devtools.generated.source import TITLES, camel_case
from devtools.paths import ROOT
from rapids_udfs.catalogue.function_info import FunctionInfo

FILE = ROOT / "jvm/src/main/scala/io/github/rapidsudfs/functions.scala"

_KEYWORDS = """
    abstract case catch class def do else enum export extends false final finally for forSome given
    if implicit import lazy match new null object override package private protected return sealed
    super then this throw trait try true type val var while with yield
"""

_SCALA = {"string": "String", "int": "Int"}
"""Types of literals."""

_HEAD = """\
// format: off
// Generated from the catalogue by `make generate`: do not edit.
package io.github.rapidsudfs

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.{call_function, lit}

/** The catalogue's functions for the DataFrame API: `functions.urlDecodeForm(col("query"))`.
  *
  * What is a constant by its nature may be given as one:
  * `functions.ipInCidr(col("ip"), "10.0.0.0/8")`.
  * The session must know the function: by the extension, or by `RapidsUdfs.register`.
  */
package object functions {
"""


def text(categories: Mapping[str, Sequence[FunctionInfo]]) -> str:
    parts = [_HEAD]
    for category, functions in categories.items():
        parts.append(f"\n  // {TITLES[category]}\n")
        parts += map(_function, functions)
    return "".join(parts) + "}\n"


def _function(f: FunctionInfo) -> str:
    names = [camel_case(a.name) for a in f.arguments]
    names = [f"`{name}`" if name in _KEYWORDS.split() else name for name in names]
    last = len(names) - 1
    types = ["Column*" if f.varargs and i == last else "Column" for i in range(len(names))]
    parameters = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
    passed = [n + (": _*" if t == "Column*" else "") for n, t in zip(names, types, strict=True)]
    arguments = ", ".join([f'"{f.name}"', *passed])
    # A comment mark in the catalogue's text must not end the comment.
    says = f"{f.summary}: `{f.signature}`.".replace("*/", "*&#47;").replace("/*", "&#47;*")
    name = camel_case(f.name)
    method = f"\n  /** {says} */\n  def {name}({parameters}): Column = call_function({arguments})\n"
    if any(a.literal for a in f.arguments):
        typed = ", ".join(
            f"{n}: {_SCALA[a.type] if a.literal else 'Column'}"
            for n, a in zip(names, f.arguments, strict=True)
        )
        literals = ", ".join(
            f"lit({n})" if a.literal else n for n, a in zip(names, f.arguments, strict=True)
        )
        method += f"  def {name}({typed}): Column = {name}({literals})\n"
    return method
