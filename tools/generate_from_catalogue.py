# SPDX-License-Identifier: Apache-2.0

"""Writes the files generated from catalogue.json; ``--check`` only compares.

These are the stub of ``rapids_udfs.functions``, the Scala package object of that name,
docs/reference, and columnar_costs.md, compiled_costs.md and builtin_costs.md in benchmarks/results.
"""

from __future__ import annotations

import sys
from itertools import chain

from devtools.generated import (
    builtin_costs,
    columnar_costs,
    compiled_costs,
    python_functions,
    reference,
    scala_functions,
)
from devtools.generated.files import write_or_check
from devtools.generated.source import by_category


def main(arguments: list[str]) -> int:
    functions = by_category()
    wanted = reference.pages(functions)
    wanted[python_functions.FILE] = python_functions.stub(chain.from_iterable(functions.values()))
    wanted[scala_functions.FILE] = scala_functions.text(functions)
    wanted[columnar_costs.FILE] = columnar_costs.table()
    wanted[builtin_costs.FILE] = builtin_costs.table()
    wanted[compiled_costs.FILE] = compiled_costs.table()
    return write_or_check(wanted, arguments, reference.FOLDER.glob("*.md"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
