# SPDX-License-Identifier: Apache-2.0

"""What is sent to a node to start its server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from pyspark import cloudpickle

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import environment, servers


def load() -> None:
    """A model's function, of a module that nodes do not have."""


def test_a_registration_of_the_users_stays() -> None:
    registered = cloudpickle.cloudpickle.list_registry_pickle_by_value
    module = sys.modules[__name__]
    assert b"load" in servers._files(load)["packed/model.pkl"]
    assert __name__ not in registered()
    cloudpickle.register_pickle_by_value(module)
    try:
        servers._files(load)
        assert __name__ in registered()
    finally:
        cloudpickle.unregister_pickle_by_value(module)


def test_nothing_is_installed_unasked(spark) -> None:
    io: dict[str, Any] = {"inputs": {"x": "float64"}, "outputs": {"y": "float64"}}
    with pytest.raises(TritonError) as e:
        servers.TritonServers(spark, load, **io)
    this = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    assert f"{this} -m venv /opt/triton && /opt/triton/bin/pip install nvidia-pyt" in str(e.value)
    assert "python='/opt/triton/bin/python'" in str(e.value)
    assert str(e.value).endswith("when it starts its first server: requirements=[]")
    servers.TritonServers(spark, load, **io, requirements=[])
    servers.TritonServers(spark, load, **io, python="/opt/triton/bin/python")


def test_an_environment_that_another_process_never_finishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path))
    monkeypatch.setattr(environment, "LOCK_SECONDS", 0.1)
    # Within the installation, which holds the lock.
    monkeypatch.setattr(environment, "_install", lambda *_: environment.created(()))
    with pytest.raises(TritonError, match=r"for 0\.1 s\. End it, or create one by hand"):
        environment.created(())
