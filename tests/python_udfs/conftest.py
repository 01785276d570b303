# SPDX-License-Identifier: Apache-2.0

"""Python workers get the functions of these tests by value: they have no such modules."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _by_value() -> None:
    from pyspark import cloudpickle

    import python_udfs.corpus

    cloudpickle.register_pickle_by_value(python_udfs.corpus)
