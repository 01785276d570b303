"""The error of a bundle that cannot be built."""

from __future__ import annotations

from rapids_udfs.errors import RapidsUdfsError


class BundleError(RapidsUdfsError):
    """A bundle for a GPU machine that cannot be built; the text says why."""
