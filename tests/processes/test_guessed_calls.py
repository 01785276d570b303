# SPDX-License-Identifier: Apache-2.0

"""PySpark users can guess the calls: every guess is right."""

from __future__ import annotations

import pyspark
import pytest

from harness.session import with_plugin


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("classic", marks=with_plugin),
        pytest.param(
            "connect",
            marks=pytest.mark.skipif(
                pyspark.__version__.startswith("3."), reason="PySpark 3.5 has no Connect server"
            ),
        ),
    ],
)
def test_guessed_calls_work(run_script, kind: str) -> None:
    report = run_script("guessed_calls", kind)
    assert report["wrong"] == {}
    assert report["calls"] >= 30
