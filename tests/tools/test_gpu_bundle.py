"""The bundle for a GPU machine: what is kept of a library, the parts, and the script that runs."""

from __future__ import annotations

import errno
import json
import random
import shutil
import signal
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gpu_bundle import build, elf, fatbin, natives, parts, run, runtime, spark_jars
from gpu_bundle.errors import BundleError
from rapids_udfs.runtime.java import Java, find_java

PTX, CUBIN = 1, 2


def entry(kind: int, architecture: int, payload: bytes, header: int = 64) -> bytes:
    head = struct.pack("<HHIQ12xI", kind, 0x101, header, len(payload), architecture)
    return head.ljust(header, b"\1") + payload


def container(*entries: bytes) -> bytes:
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def library(fat: bytes, name: str = fatbin.SECTION) -> bytearray:
    """A shared library with one section of a name, and the section of names."""
    names = b"\0.shstrtab\0" + name.encode() + b"\0"
    fat_at, names_at = 64, 64 + len(fat)
    table_at = names_at + len(names)
    head = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
    head += struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 0, table_at, 0, 64, 0, 0, 64, 3, 1)

    def section(name_at: int, offset: int, size: int) -> bytes:
        return struct.pack("<IIQQQQIIQQ", name_at, 1, 0, 0, offset, size, 0, 0, 1, 0)

    table = bytes(64) + section(1, names_at, len(names)) + section(11, fat_at, len(fat))
    return bytearray(head + fat + names + table)


FAT = (
    container(entry(CUBIN, 80, b"old" * 8), entry(CUBIN, 90, b"new" * 8), entry(PTX, 90, b"ptx5"))
    + bytes(12)  # they are aligned
    + container(entry(PTX, 70, b"only" * 2))
    + container(entry(CUBIN, 90, b"two" * 4, header=72), entry(CUBIN, 120, b"far" * 4))
)


class TestLibrary:
    def test_only_the_code_for_the_architecture_is_left(self) -> None:
        before = library(FAT)
        after = bytearray(before)
        kept = fatbin.keep(after, 90)
        # A container without code for it is left to the driver's compiler.
        assert kept == fatbin.Kept(3, 24 + 8 + 12, 24 + 4 + 12)
        assert len(after) == len(before)
        for gone in (b"old" * 8, b"ptx5", b"far" * 4):
            assert gone in before
            assert gone not in after
        for left in (b"new" * 8, b"only" * 2, b"two" * 4):
            assert left in after
        changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
        assert len(changed) == kept.blanked_bytes
        assert fatbin.keep(after, 90) == kept

    def test_an_architecture_without_code(self) -> None:
        with pytest.raises(BundleError, match=r"no code for sm_75; it has sm_80, sm_90, sm_120"):
            fatbin.keep(library(FAT), 75)

    @pytest.mark.parametrize("name", ["90", "sm_9", "sm90", "SM_90", "sm_1000", "compute_90", ""])
    def test_no_architecture(self, name: str) -> None:
        with pytest.raises(BundleError, match="is not the name of a GPU architecture"):
            fatbin.architecture_number(name)

    @pytest.mark.parametrize(
        ("fat", "error"),
        [
            (b"garbage" + FAT, "unknown layout at byte 64"),
            (FAT + b"garbage", "unknown layout"),
            (container(entry(7, 90, b"x")), "unknown kind of entry"),
            (container(entry(CUBIN, 90, b"x"))[:-1] + b"", "container beyond its end"),
            (container(entry(CUBIN, 90, b"abcdef")[:-2]), "entry beyond its container"),
        ],
    )
    def test_a_layout_that_is_not_known_is_left_alone(self, fat: bytes, error: str) -> None:
        file = library(fat)
        before = bytes(file)
        with pytest.raises(BundleError, match=error):
            fatbin.keep(file, 90)
        assert file == before

    def test_not_a_library(self) -> None:
        with pytest.raises(BundleError, match="not a 64-bit little-endian ELF file"):
            elf.section(bytearray(b"PK" * 100), ".text")
        with pytest.raises(BundleError, match=r"has no section \.nv_fatbin"):
            fatbin.keep(library(FAT, ".nv_fatbim"), 90)

    def test_libraries_of_a_jar(self, tmp_path: Path) -> None:
        jar = tmp_path / "plugin.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr("amd64/Linux/libcudf.so", bytes(library(FAT)))
            archive.writestr("amd64/Linux/libother.so", b"other")
            archive.writestr("amd64/Linux/libprofilerjni.so", b"not wanted")
            archive.writestr("ai/rapids/cudf/Cuda.class", b"not native")
        kept = natives.extract(jar, tmp_path / "out", "sm_90")
        assert kept.containers == 3
        files = {f.relative_to(tmp_path / "out").as_posix() for f in (tmp_path / "out").rglob("*")}
        assert files == {
            "amd64", "amd64/Linux", "amd64/Linux/libcudf.so", "amd64/Linux/libother.so",
        }  # fmt: skip
        assert b"old" not in (tmp_path / "out/amd64/Linux/libcudf.so").read_bytes()

    def test_a_jar_without_libraries(self, tmp_path: Path) -> None:
        jar = tmp_path / "slim.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr("ai/rapids/cudf/Cuda.class", b"")
        with pytest.raises(BundleError, match=r"has no amd64/Linux/libcudf\.so: is it a slim copy"):
            natives.extract(jar, tmp_path / "out", "sm_90")


def test_a_jdk_without_jlink(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="has no jlink or no jmods"):
        runtime.link(Java(tmp_path, 17, True, "PATH"), tmp_path / "jre")


def test_jlink_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "jre").mkdir()
    with pytest.raises(BundleError, match="directory already exists"):
        runtime.link(find_java(compiler=True), tmp_path / "jre")


class TestSparkJars:
    def test_no_spark(self, tmp_path: Path) -> None:
        with pytest.raises(BundleError, match="it is not a Spark installation"):
            spark_jars.choose(tmp_path, whole=True)


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
    """A bundle of a script and some data in several parts."""
    content, folder = tmp_path / "content", tmp_path / "bundle"
    for made in (content / "sub" / "__pycache__", folder):
        made.mkdir(parents=True)
    (content / "hello.py").write_text(HELLO)
    (content / "data").write_text("world")
    (content / "sub" / "noise").write_bytes(
        b"".join(struct.pack("<Q", i * 0x9E3779B97F4A7C15 % 2**64) for i in range(4000))
    )
    (content / "sub" / "__pycache__" / "x.pyc").write_bytes(b"not wanted")
    (content / "data").chmod(0o750)
    told: list[tuple[int, int]] = []
    made_parts = parts.pack(
        {"a": content, "b/c.py": content / "hello.py"},
        folder,
        5000,
        lambda done, total: told.append((done, total)),
    )
    assert told[-1][0] == told[-1][1] == 2 * len(HELLO) + 5 + 32000
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

    def test_a_step_that_fails_is_not_passed_over(self, bundle: Path) -> None:
        done = script(bundle)
        assert done.returncode == 1
        assert "no GPU is seen (nvidia-smi:" in done.stdout
        assert "hello: exit status 3" in done.stdout
        assert "0 of 1 steps passed" in done.stdout
        summary = json.loads((bundle / "results/summary.json").read_text())
        assert (summary["mode"], summary["steps"][0]["status"]) == ("gpu", 3)

    def test_unpacked_once(self, bundle: Path) -> None:
        assert script(bundle, "--unpack-only").returncode == 0
        (bundle / "bundle.000").unlink()
        assert script(bundle, "--on-emulator").returncode == 0

    def test_unpacking_that_was_cut_short_is_done_again(self, bundle: Path) -> None:
        (bundle / "unpacked.part").mkdir()
        (bundle / "unpacked.part" / "half").write_text("x")
        assert script(bundle, "--unpack-only").returncode == 0
        assert not (bundle / "unpacked.part").exists()
        assert not (bundle / "unpacked" / "half").exists()

    @pytest.mark.parametrize("arguments", [["--check"], ["--unpack-only"]])
    @pytest.mark.parametrize("harm", ["missing", "short", "damaged"])
    def test_harm_to_a_part_is_seen(self, bundle: Path, arguments: list[str], harm: str) -> None:
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
        told = {
            "missing": "is missing in",
            "short": "has 4999 bytes, not 5000",
            "damaged": "is damaged",
        }
        assert f"error: the part bundle.002 {told[harm]}" in done.stderr
        assert not (bundle / "unpacked").exists()

    def test_a_newer_bundle_is_unpacked_anew(self, bundle: Path) -> None:
        assert script(bundle, "--unpack-only").returncode == 0
        (bundle / "unpacked" / ".bundle").write_text("of other parts\n")
        (bundle / "unpacked" / "old").touch()
        done = script(bundle, "--on-emulator")
        assert "is of another bundle, and is replaced" in done.stdout
        assert done.returncode == 0
        assert not (bundle / "unpacked" / "old").exists()

    def test_a_folder_of_the_users_is_left_alone(self, bundle: Path) -> None:
        (bundle / "mine").mkdir()
        (bundle / "mine" / "thesis.txt").write_text("precious")
        done = script(bundle, "--unpack-to", str(bundle / "mine"))
        assert done.returncode == 1
        assert "mine is there, and no bundle was unpacked into it" in done.stderr
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
        assert "the parts are not of one bundle" in done.stderr
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

    def test_another_spark_of_the_machine_is_not_meant(self, bundle: Path) -> None:
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

    def test_whole(self, bundle: Path) -> None:
        done = script(bundle, "--check")
        assert done.returncode == 0
        assert "parts are whole" in done.stdout

    def test_wrong_command_lines(self, bundle: Path) -> None:
        assert "no step nonsense; there are: hello" in script(bundle, "nonsense").stderr
        assert "Its steps: hello." in script(bundle, "--help").stdout
        (bundle / run.MANIFEST).unlink()
        assert "error: there is no bundle.json in" in script(bundle).stderr


class TestBuild:
    def test_a_folder_with_other_things_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "thesis.txt").write_text("precious")
        with pytest.raises(BundleError, match=r"holds other things \(thesis\.txt\)"):
            build._earlier(tmp_path)
        assert (tmp_path / "thesis.txt").read_text() == "precious"

    def test_an_earlier_bundle_goes_but_its_results_stay(self, tmp_path: Path) -> None:
        old = ("bundle.000", "bundle.json", "run.py", "results/x", "unpacked/y", ".work-ab/z")
        for name in old:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("old")
        build._remove(build._earlier(tmp_path))
        assert [f.name for f in tmp_path.iterdir()] == ["results"]
        assert (tmp_path / "results" / "x").read_text() == "old"

    @pytest.mark.parametrize("architecture", ["hopper", "sm_90"])
    def test_an_earlier_bundle_stays_where_no_new_one_can_be_made(
        self, tmp_path: Path, architecture: str
    ) -> None:
        jar, earlier = tmp_path / "slim.jar", tmp_path / "bundle" / "bundle.000"
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr("ai/rapids/cudf/Table.class", b"")
        earlier.parent.mkdir()
        earlier.touch()
        says = "not the name of a GPU" if architecture == "hopper" else "is it a slim copy"
        with pytest.raises(BundleError, match=says):
            build.build(earlier.parent, architecture=architecture, plugin_jar=jar)
        assert list(earlier.parent.iterdir()) == [earlier]

    @pytest.mark.parametrize(
        "entries",
        [
            ["spark355/A.class"],
            ["spark355/A.class", "META-INF/maven/com.nvidia/rapids-4-spark_2.12/pom.xml"],
            ["META-INF/maven/com.nvidia/rapids-4-spark_2.11/pom.xml"],
        ],
    )
    def test_a_plugin_for_another_spark(self, tmp_path: Path, entries: list[str]) -> None:
        jar = tmp_path / "plugin.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            for name in entries:
                archive.writestr(name, b"")
        with pytest.raises(BundleError, match=r"is not for Spark 4\.1\.3 of Scala 2\.13, which is"):
            natives.require_spark(jar, "4.1.3", "2.13")

    def test_a_plugin_for_this_spark(self, tmp_path: Path) -> None:
        jar = tmp_path / "plugin.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr("spark411/A.class", b"")
            archive.writestr("spark413/A.class", b"")
            archive.writestr("spark-shared/B.class", b"")
            archive.writestr("META-INF/maven/com.nvidia/rapids-4-spark_2.13/pom.xml", b"")
        natives.require_spark(jar, "4.1.3", "2.13")

    def test_a_folder_that_was_made_in_vain_goes(self, tmp_path: Path) -> None:
        jar = tmp_path / "slim.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr("ai/rapids/cudf/Table.class", b"")
        with pytest.raises(BundleError, match="is it a slim copy"):
            build.build(tmp_path / "new" / "bundle", plugin_jar=jar)
        assert list(tmp_path.iterdir()) == [jar]

    def test_parts_of_a_packing_that_failed_go(self, tmp_path: Path) -> None:
        content = tmp_path / "content"
        content.mkdir()
        (content / "a").write_bytes(random.Random(1).randbytes(400_000))
        (content / "b").symlink_to("nowhere")
        with pytest.raises(FileNotFoundError):
            parts.pack({"a": content / "a", "b": content / "b"}, tmp_path, 1000)

        def full(done: int, total: int) -> None:
            if done > 300_000:
                raise OSError(errno.ENOSPC, "No space left on device")

        with pytest.raises(OSError, match="No space left"):
            parts.pack({"a": content / "a"}, tmp_path, 1000, full)
        assert [f.name for f in tmp_path.iterdir()] == ["content"]

    def test_parts_too_small(self, tmp_path: Path) -> None:
        with pytest.raises(BundleError, match="a part of 10 bytes is too small"):
            build.build(tmp_path, part_bytes=10)
