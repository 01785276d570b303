# SPDX-License-Identifier: Apache-2.0

"""The columnar body of every function, run by the plugin, returns the row-wise body's results."""

from __future__ import annotations

import pytest

from harness import argument_tables, catalogue
from harness.conforming import check_together, groups
from harness.cpu_gpu_runner import Both
from rapids_udfs.testing import assert_conforms, run


@pytest.mark.parametrize("names", groups(), ids="+".join)
def test_they_conform(both: Both, arguments, names: tuple[str, ...]) -> None:
    try:
        check_together(both, names)
    except Exception:
        # A function with wrong results is shown separately, with the smallest input.
        for name in names:
            function = catalogue.functions()[name]
            with both.rows_alone():
                rows = [row[1:] for row in run(both.spark.sql(argument_tables.rows(function)))]
            assert_conforms(both.spark, name, argument_tables.takes(function), rows=rows)
        raise
