# SPDX-License-Identifier: Apache-2.0

"""Errors of Triton servers, each with its remedy."""

from __future__ import annotations

from rapids_udfs.errors import RapidsUdfsError


class TritonError(RapidsUdfsError):
    """The base class of the errors of Triton servers."""


class TritonEnvironmentError(TritonError):
    """The Python chosen for the server cannot run it; the message says why."""


class TritonPortError(TritonError):
    """The requested port is in use by another process."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"port {port} is taken on this node. Name another, or leave port=None to have a free "
            "one chosen"
        )


class TritonDriverError(TritonError):
    """The driver cannot listen for the servers' connections."""

    def __init__(self, host: str, port: int, why: str) -> None:
        super().__init__(
            f"the driver cannot listen on {host or 'any address'}, port {port or 'any'}: {why}. "
            "driver_host= and driver_port= name where it is to; spark.driver.bindAddress names an "
            "address of this machine"
        )


class TritonStartError(TritonError):
    """A server did not start, or its model did not load; the message ends with the server's log."""

    def __init__(self, why: str, log: str) -> None:
        shown = f"\nIts log ends with:\n{log}" if log else ""
        super().__init__(f"the Triton server did not start: {why}{shown}")


class TritonClosedError(TritonError):
    """The driver no longer holds the servers."""

    def __init__(self, address: str, why: str) -> None:
        super().__init__(
            f"the driver does not answer at {address} ({why}): either the with block of "
            "TritonServers has ended, and the query must be collected within it; or executors "
            "cannot reach that port of the driver, and driver_host= and driver_port= must name "
            "one that they can"
        )


class TritonRequestError(TritonError):
    """A batch that cannot be sent, or that the server refused."""


class TritonModelError(TritonError):
    """The model raised an error, or its output does not match the declaration."""

    def __init__(self, name: str, text: str, trace: str) -> None:
        super().__init__(f"model {name!r} failed: {text}\n{trace}".rstrip())
