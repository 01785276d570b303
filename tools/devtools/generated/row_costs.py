# SPDX-License-Identifier: Apache-2.0

"""The costs of row-wise bodies, measured by ``make bench ARGS=rows``: a line for each function.

The seconds are in ``benchmarks/results/row_udfs.json``, for those functions that have a case there.
"""

from __future__ import annotations

import functools
import json
from statistics import median
from typing import Any

from devtools.generated.columnar_costs import FOLDER
from rapids_udfs.catalogue.function_info import FunctionInfo

DATA = FOLDER / "row_udfs.json"
OURS, BUILTIN, PYTHON = "rapids-udfs", "Spark builtin", "Python UDF"


@functools.cache
def measured() -> dict[str, Any]:
    """The benchmark's cases by function, and the machine that they ran on."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return {result["case"]: result for result in data["results"]} | {"machine": data["machine"]}


def line(f: FunctionInfo) -> str:
    """The cost of a function, in words; empty if it was not measured."""
    result = measured().get(f.name)
    if result is None:
        return ""
    taken = {w: median(s) / result["rows"] * 1e9 for w, s in result["seconds"].items() if s}
    others = {"as Spark's builtins": BUILTIN, "as a Python UDF": PYTHON}
    compared = "".join(f", {w} {taken[of]:,.0f} ns" for w, of in others.items() if of in taken)
    return (
        f"In rows: {taken[OURS]:,.0f} ns per row on {measured()['machine']['cores']} CPU cores, "
        f"reading included{compared}."
    )
