# SPDX-License-Identifier: Apache-2.0

"""Python workers get the functions of these tests by value: they have no such modules."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(scope="session", autouse=True)
def _by_value() -> None:
    from pyspark import cloudpickle

    import python_udfs.corpus

    cloudpickle.register_pickle_by_value(python_udfs.corpus)
    for name in ("test_same_as_python", "test_results"):
        for module in (name, f"python_udfs.{name}"):
            if module in sys.modules:
                cloudpickle.register_pickle_by_value(sys.modules[module])
