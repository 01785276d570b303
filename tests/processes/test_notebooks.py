# SPDX-License-Identifier: Apache-2.0

"""The notebooks of ``examples/``: they run, with their committed outputs."""

from __future__ import annotations

import copy
import os
from pathlib import Path

import pyspark
import pytest

from harness import notebooks
from harness.documents import ROOT

RENEW = "RAPIDS_UDFS_RENEW_NOTEBOOKS"
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
LARGEST = 60_000
LOCAL = (str(ROOT), str(Path.home()), "/tmp/", "Traceback")


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the kernel's variables as on a reader's machine: this package, but no pytest."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "python"))
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.skipif(
    pyspark.__version__.startswith("3."), reason="the outputs are those of the main line"
)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_as_committed(path: Path) -> None:
    ran = notebooks.executed(path)
    if os.environ.get(RENEW):
        notebooks.write(ran, path)
    differences = notebooks.differences(notebooks.read(path), ran)
    assert not differences, "\n\n".join(
        [f"if that is intended, run this test with {RENEW}=1", *differences]
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_names_no_machine(path: Path) -> None:
    notebook = notebooks.read(path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code[-1].source.endswith("spark.stop()")
    assert all(cell.execution_count == number for number, cell in enumerate(code, 1))
    assert path.stat().st_size < LARGEST
    shown = str([cell.outputs for cell in code])
    assert not [text for text in LOCAL if text in shown]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_stale_output_is_found(path: Path) -> None:
    committed = notebooks.read(path)
    compared = 0
    for number, cell in enumerate(committed.cells):
        if not cell.get("outputs") or notebooks.VARIES in cell.metadata.get("tags", []):
            continue
        stale = copy.deepcopy(committed)
        output = stale.cells[number].outputs[0]
        if output.output_type == "stream":
            output.text += "."
        else:
            output.data["text/plain"] += "."
        assert len(notebooks.differences(stale, committed)) == 1
        stale.cells[number].outputs = []
        assert len(notebooks.differences(stale, committed)) == 1
        compared += 1
    assert compared >= 3
