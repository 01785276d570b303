# SPDX-License-Identifier: Apache-2.0

"""The GitHub workflows: pinned actions, and no write permissions where code runs."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from nox import registry

from devtools.paths import ROOT
from devtools.suite import selected

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FILES = [*WORKFLOWS, ROOT / ".github/actions/set-up/action.yml"]


def read(file: Path) -> dict[str, Any]:
    workflow: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return workflow


def jobs() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(flow, job) for flow in map(read, WORKFLOWS) for job in flow["jobs"].values()]


def stages_of(tier: str) -> list[str]:
    """Return a tier's stages without those that build jars, which other stages require."""
    sys.path.insert(0, str(ROOT))
    try:
        import noxfile  # noqa: F401 (this registers its sessions)
    finally:
        sys.path.remove(str(ROOT))
    return [
        name
        for name, session in registry.get().items()
        if tier in session.tags and not name.startswith("jars-")
    ]


def stages_of_jobs(tier: str) -> list[str]:
    """Return the stages that a tier's jobs run."""
    words = read(ROOT / ".github/workflows/ci.yml")["jobs"][tier]["strategy"]["matrix"]["stages"]
    tier_stages = stages_of(tier)
    chosen = [name for job in words for name in selected(tier_stages, job.split())]
    assert set(chosen) <= set(tier_stages), "a word that begins no stage"
    return chosen


def test_the_jobs_run_every_stage_once() -> None:
    assert sorted(stages_of_jobs("test")) == sorted(stages_of("test"))
    everything = [*stages_of_jobs("test"), *stages_of_jobs("test-all")]
    assert sorted(everything) == sorted(stages_of("test-all"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_actions_are_named_by_commit_and_release(file: Path) -> None:
    used = re.findall(r"uses: +([^. ].*)", file.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_an_action_has_one_release_everywhere() -> None:
    every = "".join(file.read_text(encoding="utf-8") for file in FILES)
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
    assert len(checkouts) == 6
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)
