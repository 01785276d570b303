# SPDX-License-Identifier: Apache-2.0

"""A bundle for a machine with a GPU and neither Java nor Spark nor a network."""

from rapids_udfs.errors import RapidsUdfsError


class BundleError(RapidsUdfsError):
    """A bundle for a GPU machine that cannot be built; the message says why."""
