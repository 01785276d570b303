# SPDX-License-Identifier: Apache-2.0

"""Errors of Triton servers that are raised in several places, each with its remedy."""

from __future__ import annotations

from rapids_udfs.errors import TritonError

NOT_STARTED = "the Triton server did not start"


def not_started(why: str, log: str = "") -> TritonError:
    """The error for a server that did not start; the message ends with the server's log."""
    shown = f"\nIts log ends with:\n{log}" if log else ""
    return TritonError(f"{NOT_STARTED}: {why}{shown}")


def closed(address: str, why: str) -> TritonError:
    """The error where the driver no longer holds the servers."""
    return TritonError(
        f"the driver does not answer at {address} ({why}): either the with block of "
        "TritonServers has ended, and the query must be collected within it; or executors "
        "cannot reach that port of the driver, and driver_host= and driver_port= must name "
        "one that they can"
    )


def model_failed(name: str, text: str, trace: str) -> TritonError:
    """The error of a model, or for an output that does not match the declaration."""
    return TritonError(f"model {name!r} failed: {text}\n{trace}".rstrip())
