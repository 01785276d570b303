# SPDX-License-Identifier: Apache-2.0

"""Spark's builtins in columns: a session of mode ``emulate``, in a separate run."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def setup(tmp_path_factory: pytest.TempPathFactory):
    from harness.session import Setup

    return Setup(tmp_path_factory.mktemp("spark"), mode="emulate")


@pytest.fixture(scope="session")
def both(spark):
    from harness.cpu_gpu_runner import Both

    return Both(spark)
