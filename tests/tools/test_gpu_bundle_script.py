# SPDX-License-Identifier: Apache-2.0

"""The script of a bundle for a GPU machine: joins, checks, unpacks and runs its parts."""

from __future__ import annotations

import json
import shutil
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from gpu_bundle import build, run

PYTHON_STEP = {
    "name": "hello",
    "what": "says hello",
    "on_gpu": ["{python}", "{root}/a/hello.py", "gpu", "{results}"],
    "on_emulator": ["{python}", "{root}/a/hello.py", "emulate", "{results}"],
    "environment": {"PLACE": "{root}/a"},
}
HELLO = """\
import os, sys
from pathlib import Path
print("hello", sys.argv[1], Path(os.environ["PLACE"], "data").read_text())
Path(sys.argv[2], "written").write_text("by hello")
sys.exit(0 if sys.argv[1] == "emulate" else 3)
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle with a script and some data, in several parts."""
    content, folder = tmp_path / "content", tmp_path / "bundle"
    for subfolder in (content / "sub" / "__pycache__", folder):
        subfolder.mkdir(parents=True)
    (content / "hello.py").write_text(HELLO)
    (content / "data").write_text("world")
    (content / "sub" / "noise").write_bytes(
        b"".join(struct.pack("<Q", i * 0x9E3779B97F4A7C15 % 2**64) for i in range(4000))
    )
    (content / "sub" / "__pycache__" / "x.pyc").write_bytes(b"not wanted")
    (content / "data").chmod(0o750)
    files = build.files_of({"a": content, "b/c.py": content / "hello.py"})
    made_parts = build.pack(files, folder, 5000)
    assert [p.name for p in made_parts] == [f"bundle.{i:03}" for i in range(len(made_parts))]
    assert [p.size for p in made_parts[:-1]] == [5000] * (len(made_parts) - 1)
    assert len(made_parts) > 3
    manifest = {
        "versions": {"spark": "x"},
        "parts": [p._asdict() for p in made_parts],
        "steps": [PYTHON_STEP],
    }
    (folder / run.MANIFEST).write_text(json.dumps(manifest))
    shutil.copyfile(Path(run.__file__), folder / "run.py")
    return folder


def script(bundle: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", "-E", str(bundle / "run.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"PATH": "/nothing"},
    )


class TestScript:
    def test_it_unpacks_and_runs(self, bundle: Path) -> None:
        done = script(bundle, "--on-emulator")
        assert done.returncode == 0, done.stderr
        assert "hello emulate world" in done.stdout
        assert "1 of 1 steps passed" in done.stdout
        files = {
            f.relative_to(bundle / "unpacked").as_posix() for f in bundle.rglob("unpacked/**/*")
        }
        assert files == {
            ".bundle",
            "a",
            "a/hello.py",
            "a/data",
            "a/sub",
            "a/sub/noise",
            "b",
            "b/c.py",
        }
        assert (bundle / "unpacked/a/data").stat().st_mode & 0o777 == 0o750
        assert (bundle / "results/written").read_text() == "by hello"
        assert "hello emulate world" in (bundle / "results/hello.log").read_text()
        summary = json.loads((bundle / "results/summary.json").read_text())
        assert summary["mode"] == "emulate"
        assert summary["versions"] == {"spark": "x"}
        assert summary["steps"][0]["status"] == 0
        assert summary["hardware"]["cores"] > 0
        assert "nvidia-smi" in summary["hardware"]["no_gpu"]

    def test_a_failed_step_is_reported(self, bundle: Path) -> None:
        done = script(bundle)
        assert done.returncode == 1
        assert "no GPU found (nvidia-smi:" in done.stdout
        assert "hello: exit status 3" in done.stdout
        assert "0 of 1 steps passed" in done.stdout
        summary = json.loads((bundle / "results/summary.json").read_text())
        assert (summary["mode"], summary["steps"][0]["status"]) == ("gpu", 3)

    def test_unpacked_once(self, bundle: Path) -> None:
        assert script(bundle, "--unpack-only").returncode == 0
        (bundle / "bundle.000").unlink()
        assert script(bundle, "--on-emulator").returncode == 0

    def test_interrupted_unpacking_starts_again(self, bundle: Path) -> None:
        (bundle / "unpacked.part").mkdir()
        (bundle / "unpacked.part" / "half").write_text("x")
        assert script(bundle, "--unpack-only").returncode == 0
        assert not (bundle / "unpacked.part").exists()
        assert not (bundle / "unpacked" / "half").exists()

    @pytest.mark.parametrize("arguments", [["--check"], ["--unpack-only"]])
    @pytest.mark.parametrize("harm", ["missing", "short", "damaged"])
    def test_a_damaged_part(self, bundle: Path, arguments: list[str], harm: str) -> None:
        part = bundle / "bundle.002"
        data = bytearray(part.read_bytes())
        if harm == "missing":
            part.unlink()
        elif harm == "short":
            part.write_bytes(data[:-1])
        else:
            data[2500] ^= 1
            part.write_bytes(data)
        done = script(bundle, *arguments)
        assert done.returncode == 1
        messages = {
            "missing": "is missing in",
            "short": "has 4999 bytes, not 5000",
            "damaged": "is damaged",
        }
        assert f"error: the part bundle.002 {messages[harm]}" in done.stderr
        assert not (bundle / "unpacked").exists()

    def test_a_newer_bundle_replaces_the_unpacked_one(self, bundle: Path) -> None:
        assert script(bundle, "--unpack-only").returncode == 0
        (bundle / "unpacked" / ".bundle").write_text("of other parts\n")
        (bundle / "unpacked" / "old").touch()
        done = script(bundle, "--on-emulator")
        assert "has another bundle, which is replaced" in done.stdout
        assert done.returncode == 0
        assert not (bundle / "unpacked" / "old").exists()

    def test_a_folder_of_the_user_is_not_changed(self, bundle: Path) -> None:
        (bundle / "mine").mkdir()
        (bundle / "mine" / "thesis.txt").write_text("precious")
        done = script(bundle, "--unpack-to", str(bundle / "mine"))
        assert done.returncode == 1
        assert "mine exists, and no bundle was unpacked into it" in done.stderr
        assert [f.name for f in (bundle / "mine").iterdir()] == ["thesis.txt"]

    def test_a_path_with_a_colon(self, bundle: Path) -> None:
        done = script(bundle, "--unpack-to", str(bundle / "a:b"))
        assert done.returncode == 1
        assert "a:b has a colon in its path" in done.stderr

    @pytest.mark.parametrize("text", ["{", "[]", '{"parts": []}', ""])
    def test_a_damaged_manifest(self, bundle: Path, text: str) -> None:
        (bundle / run.MANIFEST).write_text(text)
        done = script(bundle, "--on-emulator")
        assert done.returncode == 1
        assert "bundle.json is damaged: copy it again" in done.stderr
        assert "Traceback" not in done.stderr

    def test_parts_of_several_bundles(self, bundle: Path) -> None:
        manifest = json.loads((bundle / run.MANIFEST).read_text())
        manifest["parts"] = manifest["parts"][::-1]
        (bundle / run.MANIFEST).write_text(json.dumps(manifest))
        done = script(bundle, "--unpack-only")
        assert done.returncode == 1
        assert "the parts belong to several bundles" in done.stderr
        assert not (bundle / "unpacked").exists()

    def test_no_space_left(self, bundle: Path) -> None:
        limited = (
            "import resource, signal, sys, runpy\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
            "sys.argv = ['run.py', '--unpack-only']\n"
            f"runpy.run_path({str(bundle / 'run.py')!r}, run_name='__main__')\n"
        )
        done = subprocess.run(
            [sys.executable, "-S", "-E", "-c", limited], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert "cannot unpack into" in done.stderr
        assert "File too large" in done.stderr
        assert "Another folder: --unpack-to" in done.stderr
        assert not [f for f in bundle.iterdir() if f.name.startswith("unpacked")]

    def test_results_that_cannot_be_written(self, bundle: Path) -> None:
        (bundle / "results").write_text("a file")
        done = script(bundle, "--on-emulator")
        assert done.returncode == 1
        assert f"error: File exists: {bundle / 'results'}" in done.stderr

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            ({"python": ["2.7", "3.0"]}, "this step needs Python 2.7 or 3.0, and this is 3."),
            ({"on_emulator": ["{root}/no/java"]}, "/no/java cannot be run here: No such file"),
        ],
    )
    def test_a_step_that_cannot_run(self, bundle: Path, change: dict, says: str) -> None:
        manifest = json.loads((bundle / run.MANIFEST).read_text())
        manifest["steps"] = [PYTHON_STEP | change, PYTHON_STEP | {"name": "again"}]
        (bundle / run.MANIFEST).write_text(json.dumps(manifest))
        done = script(bundle, "--on-emulator")
        assert done.returncode == 1
        assert says in done.stdout
        assert says in (bundle / "results/hello.log").read_text()
        assert "1 of 2 steps passed" in done.stdout
        assert "Traceback" not in done.stderr

    def test_another_spark_on_the_machine_is_ignored(self, bundle: Path) -> None:
        shown = "import os, json; print('seen', sorted(k for k in os.environ if 'SPARK' in k))"
        manifest = json.loads((bundle / run.MANIFEST).read_text())
        step = {"on_emulator": ["{python}", "-c", shown], "environment": {"SPARK_HOME": "x"}}
        manifest["steps"] = [PYTHON_STEP | step]
        (bundle / run.MANIFEST).write_text(json.dumps(manifest))
        done = subprocess.run(
            [sys.executable, str(bundle / "run.py"), "--on-emulator"],
            capture_output=True,
            text=True,
            check=False,
            env={"SPARK_CONF_DIR": "/etc/spark", "PYSPARK_SUBMIT_ARGS": "x", "PATH": "/nothing"},
        )
        assert "seen ['SPARK_HOME']" in done.stdout

    def test_interrupted(self, bundle: Path) -> None:
        manifest = json.loads((bundle / run.MANIFEST).read_text())
        sleep = ["{python}", "-c", "import time; print('begun', flush=True); time.sleep(60)"]
        manifest["steps"] = [PYTHON_STEP | {"on_emulator": sleep}]
        (bundle / run.MANIFEST).write_text(json.dumps(manifest))
        process = subprocess.Popen(
            [sys.executable, str(bundle / "run.py"), "--on-emulator"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        for line in process.stdout:
            if line == "begun\n":
                break
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (130, "interrupted\n")

    def test_check(self, bundle: Path) -> None:
        done = script(bundle, "--check")
        assert done.returncode == 0
        assert "parts are complete" in done.stdout

    def test_wrong_command_lines(self, bundle: Path) -> None:
        assert "no step nonsense; there are: hello" in script(bundle, "nonsense").stderr
        assert "Its steps: hello." in script(bundle, "--help").stdout
        (bundle / run.MANIFEST).unlink()
        assert "error: there is no bundle.json in" in script(bundle).stderr
