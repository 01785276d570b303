# SPDX-License-Identifier: Apache-2.0

"""The device that a worker chooses, and what it says of it."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rapids_udfs._log import log_once
from rapids_udfs.errors import GpuNotFoundError
from rapids_udfs.gpu import compiled, worker_device
from rapids_udfs.gpu.worker_device import arrays_on, device
from rapids_udfs.session.devices import Gpu


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    once = (worker_device._choose, log_once)
    for function in once:
        function.cache_clear()
    for name in ("CUDA_VISIBLE_DEVICES", "TF_FORCE_GPU_ALLOW_GROWTH"):
        # Set and taken away, so that what the call sets is taken back.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    yield
    for function in once:
        function.cache_clear()


def gpu(monkeypatch: pytest.MonkeyPatch, usable: bool, address: str | None = None) -> None:
    answer = Gpu(usable, "GPU 0: a fake" if usable else "no GPU here")
    monkeypatch.setattr(worker_device, "find_gpu", lambda env: answer)
    monkeypatch.setattr(worker_device, "task_gpu", lambda: address)


def test_the_cpu_without_a_gpu_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gpu(monkeypatch, usable=False)
    for _ in range(3):
        result = device()
    assert (result.kind, result.address, result.reason) == ("cpu", None, "no GPU here")
    assert str(result) == "CPU (no GPU here)"
    assert [r.message for r in caplog.records] == [
        f"worker {os.getpid()} uses the CPU (no GPU here)"
    ]


@pytest.mark.parametrize(
    ("usable", "verbose", "lines"), [(False, 0, 0), (False, 1, 1), (True, 1, 0), (True, 2, 1)]
)
def test_how_much_is_said(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    usable: bool,
    verbose: int,
    lines: int,
) -> None:
    caplog.set_level(logging.DEBUG)
    gpu(monkeypatch, usable)
    assert device(verbose=verbose).is_gpu is usable
    assert len(caplog.records) == lines


def test_the_tasks_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu(monkeypatch, usable=True, address="3")
    result = device(True)
    assert (result.kind, result.address) == ("gpu", "3")
    assert str(result) == "GPU 3 (GPU 0: a fake)"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "3"
    assert os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] == "true"


def test_the_users_choices_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    monkeypatch.setenv("TF_FORCE_GPU_ALLOW_GROWTH", "false")
    gpu(monkeypatch, usable=True, address="3")
    assert device().address == "1"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "1"
    assert os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] == "false"


def test_of_several_gpus_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "2,3")
    gpu(monkeypatch, usable=True, address="3")
    assert device().address == "3"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "3"


def test_a_worker_that_is_used_again_stays_with_its_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("0", "1"):
        gpu(monkeypatch, usable=True, address=address)
        assert device().address == "0"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"


def test_a_gpu_or_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu(monkeypatch, usable=False)
    with pytest.raises(
        GpuNotFoundError, match=r"this worker has no GPU: no GPU here\. Use use_gpu='au"
    ):
        device(True)
    assert device(False).reason == "use_gpu=False"
    with pytest.raises(ValueError, match="use_gpu='gpu'; it is True, False or 'auto'"):
        device("gpu")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("module", "extra", "work"),
    [
        ("array_api_compat.numpy", "arrays", lambda: arrays_on(False)),
        ("numba", "numba", lambda: compiled.vectorize(lambda a: a)(np.ones(1))),
    ],
)
def test_libraries_that_a_worker_lacks(
    monkeypatch: pytest.MonkeyPatch, module: str, extra: str, work: Callable[[], Any]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError, match=rf"-m pip install 'rapids-udfs\[{extra}\]'"):
        work()


def test_in_tasks(spark, tmp_path: Path) -> None:
    """In workers of its own, each of which says it once however many tasks it runs."""

    def ask(_: int) -> tuple[int, str, str]:
        import os

        from rapids_udfs.gpu import device
        from rapids_udfs.gpu.worker_device import task_gpu

        return os.getpid(), device(verbose=0).kind, str(task_gpu())

    answers = spark.sparkContext.parallelize(range(8), 4).map(ask).collect()
    assert {kind for _, kind, _ in answers} == {device(verbose=0).kind}
    assert {address for _, _, address in answers} == {"None"}
    assert os.getpid() not in {pid for pid, _, _ in answers}


def test_a_gpu_without_the_library(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gpu(monkeypatch, usable=True)
    for _ in range(2):
        where, xp = arrays_on("auto")
    assert (where.kind, where.address) == ("cpu", None)
    assert (
        "GPU 0 is there, but not CuPy (ModuleNotFoundError: No module named 'cupy')" in where.reason
    )
    assert xp.__name__ == "array_api_compat.numpy"
    assert [r.message for r in caplog.records] == [f"worker {os.getpid()} uses the {where}"]
    with pytest.raises(GpuNotFoundError, match="but not CuPy"):
        arrays_on(True)
