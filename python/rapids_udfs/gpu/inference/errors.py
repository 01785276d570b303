# SPDX-License-Identifier: Apache-2.0

"""Errors of models in workers. Each message names the model."""

from __future__ import annotations

import sys

from rapids_udfs.errors import RapidsUdfsError


class InferenceError(RapidsUdfsError):
    """A model raised an error; the cause is kept."""

    def __init__(self, model: str, what: str) -> None:
        super().__init__(f"model {model!r}: {what}")


class MissingLibraryError(InferenceError):
    """The Python of a worker lacks a library that the model needs."""

    def __init__(self, model: str, library: str, install: str) -> None:
        super().__init__(
            model,
            f"the worker's Python has no {library}. Install it there, on each node: "
            f"{sys.executable} -m pip install {install}",
        )


class ModelLoadError(InferenceError):
    """``load`` failed, or returned nothing that can predict."""


class ModelInputError(InferenceError):
    """Columns or cells that cannot be converted to the model's inputs."""


class ModelOutputError(InferenceError):
    """The model's output does not fit the rows or the return type."""


class ModelMemoryError(InferenceError):
    """The device's memory does not suffice for the model, or for one row of its input."""
