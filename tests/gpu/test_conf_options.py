# SPDX-License-Identifier: Apache-2.0

"""The options of Python workers on the GPU, and the settings that they stand for."""

from __future__ import annotations

from typing import Any

import pytest

from harness.session import SPARK, with_plugin
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.gpu.conf import PandasGpu
from rapids_udfs.runtime import plugin
from rapids_udfs.runtime.installed import read_entry
from rapids_udfs.session.python_gpu.options import options_of

DEFAULTS = {
    "spark.rapids.sql.python.gpu.enabled": "true",
    "spark.rapids.python.concurrentPythonWorkers": "0",
    "spark.rapids.python.memory.gpu.pooling.enabled": "false",
    "spark.rapids.python.memory.uvm.enabled": "false",
}


def test_settings() -> None:
    assert PandasGpu().settings() == DEFAULTS
    asked = PandasGpu(workers=2, alloc=0.2, max_alloc=0.3, pooling=True, uvm=True)
    assert asked.settings() == {
        "spark.rapids.sql.python.gpu.enabled": "true",
        "spark.rapids.python.concurrentPythonWorkers": "2",
        "spark.rapids.python.memory.gpu.allocFraction": "0.2",
        "spark.rapids.python.memory.gpu.maxAllocFraction": "0.3",
        "spark.rapids.python.memory.gpu.pooling.enabled": "true",
        "spark.rapids.python.memory.uvm.enabled": "true",
    }


@with_plugin
def test_the_plugin_knows_the_settings() -> None:
    """In the class that declares them."""
    jar = plugin.slim(plugin.locate(SPARK.scala), SPARK.version)
    name = "spark-shared/com/nvidia/spark/rapids/python/PythonConfEntries$.class"
    declared = read_entry(jar, name)
    assert declared is not None
    for key in PandasGpu(alloc=0.1, max_alloc=0.2).settings():
        assert key in declared


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"workers": -1}, "workers=-1 is not supported; use 0 (no limit) or a whole number"),
        ({"workers": True}, "workers=True is not supported"),
        ({"workers": 1.5}, "workers=1.5 is not supported"),
        ({"alloc": 1.2}, "alloc=1.2 is not supported; use a number from 0 to 1"),
        ({"alloc": "0.2"}, "alloc='0.2' is not supported"),
        ({"max_alloc": float("nan")}, "max_alloc=nan is not supported"),
        (
            {"alloc": 0.4, "max_alloc": 0.3},
            "max_alloc=0.3 is not supported; use at least alloc=0.4",
        ),
        ({"pooling": None}, "pooling=None is not supported; use True or False"),
        ({"uvm": "yes"}, "uvm='yes' is not supported"),
        ({"mps": ""}, "mps='' is not supported"),
        ({"mps": 1.0}, "mps=1.0 is not supported"),
        ({"python": ""}, "python='' is not supported"),
        ({"python": 3}, "python=3 is not supported"),
    ],
)
def test_invalid_values(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigurationError) as e:
        PandasGpu(**options)
    assert said in str(e.value)
    assert isinstance(e.value, ValueError)


def test_max_alloc_without_limit() -> None:
    assert PandasGpu(alloc=0.4, max_alloc=0).settings()[
        "spark.rapids.python.memory.gpu.maxAllocFraction"
    ] == "0"  # fmt: skip


class TestWhatConfigureTakes:
    def test_forms(self) -> None:
        wanted = PandasGpu(workers=2, alloc=0.25, pooling=True)
        assert options_of(wanted) is wanted
        assert options_of({"workers": 2, "alloc": 0.25, "pooling": True}) == wanted
        assert options_of(True) == options_of({}) == PandasGpu()
        assert options_of(False) is None
        assert options_of(None) is None

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            ("yes", "python_gpu='yes' is not supported; use True, False, a dict of options"),
            (2, "python_gpu=2 is not supported"),
            ({"worker": 2}, "python_gpu={'worker': 2} is not supported; use the options workers,"),
            ({"spark.rapids.sql.python.gpu.enabled": "false"}, "use the options workers,"),
        ],
    )
    def test_others(self, value: object, said: str) -> None:
        with pytest.raises(ConfigurationError) as e:
            options_of(value)
        assert said in str(e.value)
