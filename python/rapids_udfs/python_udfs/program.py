# SPDX-License-Identifier: Apache-2.0

"""A function as a program for the JVM: its syntax tree with every name resolved."""

from __future__ import annotations

import sys
from typing import Any, Final

from rapids_udfs.python_udfs.function import FunctionTranslator
from rapids_udfs.python_udfs.functions import Functions
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import Source, source_of

VERSION: Final = 1


def program_of(function: object) -> dict[str, Any]:
    """The program of a function object, in JSON's types.

    The values of its closure and of globals are copied as they are now.

    Raises:
        Refusal: it has something that is not compiled.
    """
    return translate(source_of(function))


def translate(source: Source, refusals: list[Refusal] | None = None) -> dict[str, Any]:
    """The program of a source; refusals are put into the list, or the first one is raised."""
    functions = Functions(refusals)
    functions.helper(source.node, source)
    for one, index in functions.waiting:  # which grows
        with functions.refusing(one):
            FunctionTranslator(functions, one, index).translate()
    return {
        "v": VERSION,
        "python": [*sys.version_info[:2]],
        "name": source.name,
        "file": source.file,
        "line": source.node.lineno,
        "functions": functions.translated,
    }
