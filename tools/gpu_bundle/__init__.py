# SPDX-License-Identifier: Apache-2.0

"""A bundle for a machine with a GPU, but without Java, Spark and a network."""

from rapids_udfs.errors import RapidsUdfsError


class BundleError(RapidsUdfsError):
    """A bundle for a GPU machine that cannot be built; the message says why."""
