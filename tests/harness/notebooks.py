# SPDX-License-Identifier: Apache-2.0

"""Notebooks: run in a fresh kernel, and compared with their committed outputs."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

VARIES = "varies"
"""The tag of a cell whose output varies: times, pictures, process ids."""
_LIMIT_S = 300


def read(path: Path) -> Any:
    """Read a notebook."""
    return nbformat.read(path, as_version=4)


def executed(path: Path) -> Any:
    """Run a notebook in its own folder; return it without its log."""
    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=_LIMIT_S,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    # Discard this machine's metadata; opening the notebook adds the reader's own.
    notebook.metadata = copy.deepcopy(read(path).metadata)
    for cell in _code(notebook):
        cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
    return notebook


def write(notebook: Any, path: Path) -> None:
    """Write a notebook."""
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def differences(committed: Any, ran: Any) -> list[str]:
    """Return the differences in a run's outputs; if a cell varies, only in the kinds of output."""
    return [
        f"cell {number}:\n{cell.source}\ncommitted: {old}\nnow:       {new}"
        for number, (cell, other) in enumerate(zip(_code(committed), _code(ran), strict=True), 1)
        if (old := list(_shown(cell))) != (new := list(_shown(other)))
    ]


def _code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _shown(cell: Any) -> Iterator[Any]:
    varies = VARIES in cell.metadata.get("tags", [])
    for output in cell.outputs:
        shown = {"printed": output.text} if output.output_type == "stream" else output.data
        yield sorted(shown) if varies else dict(shown)
