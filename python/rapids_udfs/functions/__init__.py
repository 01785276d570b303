# SPDX-License-Identifier: Apache-2.0

"""The catalogue's functions for the DataFrame API: ``functions.url_decode_form("query")``.

Arguments are columns, their names or constants, and the result is a column. A string is a column's
name, except for an argument that is a constant string by its nature, such as a CIDR block or a
prefix: its type is ``LiteralStr``, and ``col(...)`` makes a column of a name. Lists become arrays,
dictionaries become maps. The session must have the functions, by ``rapids_udfs.configure`` or by
``rapids_udfs.register`` without a prefix.
"""

# Built from the catalogue; editors and type checkers read the generated __init__.pyi.

from __future__ import annotations

from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.functions._build import build

__all__ = sorted(by_name())

globals().update({name: build(info) for name, info in by_name().items()})


def __dir__() -> list[str]:
    return __all__
