# SPDX-License-Identifier: Apache-2.0

"""Python workers get these tests' functions by value, because they lack the modules."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(scope="session", autouse=True)
def _by_value() -> None:
    from pyspark import cloudpickle

    import python_udfs.corpus

    cloudpickle.register_pickle_by_value(python_udfs.corpus)
    # Pytest gives test modules different names.
    for name, module in list(sys.modules.items()):
        if name.rpartition(".")[2] == "test_results":
            cloudpickle.register_pickle_by_value(module)
