# SPDX-License-Identifier: Apache-2.0

"""The workflows on GitHub: actions that nobody can exchange, and permissions apart from code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from devtools.paths import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def read(file: Path) -> dict[str, Any]:
    workflow: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return workflow


def jobs() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(flow, job) for flow in map(read, WORKFLOWS) for job in flow["jobs"].values()]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_actions_are_named_by_commit_and_release(file: Path) -> None:
    used = re.findall(r"uses: *(.*)", file.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_an_action_has_one_release_everywhere() -> None:
    every = "".join(file.read_text(encoding="utf-8") for file in WORKFLOWS)
    pinned = set(re.findall(r"uses: *(\S+@\S+)", every))
    assert len({action.partition("@")[0] for action in pinned}) == len(pinned)


def test_jobs_that_may_write_run_no_code_of_the_repository() -> None:
    writing = [
        job
        for flow, job in jobs()
        if "write" in {**flow["permissions"], **job.get("permissions", {})}.values()
    ]
    assert len(writing) == 2
    for job in writing:
        for step in job["steps"]:
            assert "checkout" not in step.get("uses", "")
            programs = re.findall(r"(?:^|&& )(\w+)", step.get("run", ""))
            assert set(programs) <= {"cd", "gh", "mkdir", "mv", "sha256sum"}, step


def test_the_others_keep_no_token() -> None:
    checkouts = [
        step for _, job in jobs() for step in job["steps"] if "checkout" in step.get("uses", "")
    ]
    assert len(checkouts) == 3
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)
