# SPDX-License-Identifier: Apache-2.0

"""A GPU that Spark discovers and assigns to tasks."""

from __future__ import annotations

import os
from pathlib import Path


def test_spark_assigns_a_gpu_to_tasks(run_script, tmp_path: Path) -> None:
    """A real cluster's worker finds its GPU by our script and a fake nvidia-smi."""
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\necho 3\n", encoding="utf-8")
    program.chmod(0o755)
    report = run_script("cluster_resources", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert report["addresses"] == ["3"]
