# SPDX-License-Identifier: Apache-2.0

"""Models served by Triton, one server per node, to UDFs of all its workers."""

from rapids_udfs.gpu.triton.lease import Server
from rapids_udfs.gpu.triton.servers import TritonServers

__all__ = ["Server", "TritonServers"]
