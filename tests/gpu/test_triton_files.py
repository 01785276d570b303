# SPDX-License-Identifier: Apache-2.0

"""What is sent to a node to start its server."""

from __future__ import annotations

import sys

from pyspark import cloudpickle

from rapids_udfs.gpu.triton import servers


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
