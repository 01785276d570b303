# SPDX-License-Identifier: Apache-2.0

"""Dual CPU/GPU user-defined functions for Spark with the cuDF plugin.

The usual way:

    import rapids_udfs

    spark = rapids_udfs.start()
    spark.sql("SELECT url_decode_form('a%20b')").show()

In a session that is already running:

    rapids_udfs.register(spark)
"""

import os.path
from importlib import import_module
from typing import Any

from rapids_udfs._versions import __version__


def _modules() -> dict[str, str]:
    """The public names, each with its module: the lines ``from … import …`` of ``__init__.pyi``."""
    stub = os.path.join(os.path.dirname(__file__), "__init__.pyi")  # noqa: PTH118, PTH120 (quicker)
    lines = __spec__.loader.get_data(stub).decode().splitlines()
    return {line.split()[3]: line.split()[1] for line in lines if line.startswith("from ")}


_MODULES = _modules()
__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> Any:
    # Imported at its first use: an import of everything takes a quarter of a second.
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if module == __name__:
        return import_module(f"{__name__}.{name}")
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
