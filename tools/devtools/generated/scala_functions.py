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

_HEAD = """\
// format: off
// Generated from the catalogue by `make generate`: do not edit.
package io.github.rapidsudfs

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.call_function

/** The catalogue's functions for the DataFrame API: `functions.urlDecodeForm(col("query"))`.
  *
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
    return (
        f"\n  /** {says} */\n"
        f"  def {camel_case(f.name)}({parameters}): Column = call_function({arguments})\n"
    )
