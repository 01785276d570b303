# SPDX-License-Identifier: Apache-2.0

"""The catalogue's functions for the DataFrame API: ``functions.url_decode_form("query")``.

Each takes columns, their names or constants, and gives a column. A string is a column's name,
unless the argument is a string that is a constant by its nature, as a CIDR block or a prefix: its
type is ``LiteralStr``, and ``col(...)`` makes a column of a name. Lists and dictionaries are arrays
and maps. The session must know the function: through ``rapids_udfs.configure`` or
``rapids_udfs.register`` without a prefix.
"""

# Built from the catalogue; what editors and type checkers see of them is in __init__.pyi.

from __future__ import annotations

from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.functions._build import build

__all__ = sorted(by_name())

globals().update({name: build(info) for name, info in by_name().items()})


def __dir__() -> list[str]:
    return __all__
