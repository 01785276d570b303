# SPDX-License-Identifier: Apache-2.0

"""The tests of ``make check``: no JVM starts, in whatever way a test starts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from devtools import stages
from devtools.paths import ROOT
from harness import no_jvm


@pytest.mark.parametrize(
    ("executable", "words"),
    [
        (None, ["/usr/bin/java", "-version"]),
        ("/opt/spark/bin/spark-submit", ["other"]),
        (None, "sbt"),
        (b"java", [b"java"]),
    ],
)
def test_a_program_that_starts_a_jvm_is_rejected(executable: object, words: object) -> None:
    with pytest.raises(AssertionError, match="mark it with pytest"):
        no_jvm._refuse_jvm("subprocess.Popen", (executable, words))


def test_other_programs_and_fakes_run(tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\n")
    java.chmod(0o755)
    for program in (str(java), "git", "javascript"):
        no_jvm._refuse_jvm("subprocess.Popen", (None, [program]))


def test_its_folders_exist_and_have_no_separate_stage() -> None:
    from conftest import APART

    words = [word for part in stages.WITHOUT_JVM.values() for word in part]
    paths = [ROOT / word.removeprefix("--ignore=") for word in words]
    assert all(path.exists() for path in paths)
    assert not {*paths} & {*APART}
    assert len({*paths}) == len(paths)
