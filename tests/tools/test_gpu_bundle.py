# SPDX-License-Identifier: Apache-2.0

"""The bundle for a GPU machine: the code that a library keeps, and how a bundle is built."""

from __future__ import annotations

import errno
import random
import struct
import zipfile
from pathlib import Path

import pytest

from devtools.jdk import find_java
from gpu_bundle import BundleError, build, content, fatbin
from rapids_udfs._versions import PLUGIN
from rapids_udfs.errors import PluginError
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.runtime.java import Java

PTX, CUBIN = 1, 2


def entry(kind: int, architecture: int, payload: bytes, header: int = 64) -> bytes:
    head = struct.pack("<HHIQ12xI", kind, 0x101, header, len(payload), architecture)
    return head.ljust(header, b"\1") + payload


def container(*entries: bytes) -> bytes:
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def library(fat: bytes, name: str = fatbin.SECTION) -> bytearray:
    """Return a shared library with a section of this name, and the section of names."""
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
    + bytes(12)  # containers are aligned
    + container(entry(PTX, 70, b"only" * 2))
    + container(entry(CUBIN, 90, b"two" * 4, header=72), entry(CUBIN, 120, b"far" * 4))
)


class TestLibrary:
    def test_only_the_code_for_the_architecture_is_left(self) -> None:
        before = library(FAT)
        after = bytearray(before)
        kept = fatbin.keep(after, 90)
        # A container without code for the architecture is left to the driver's compiler.
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
    def test_not_an_architecture(self, name: str) -> None:
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
    def test_an_unknown_layout_is_not_changed(self, fat: bytes, error: str) -> None:
        file = library(fat)
        before = bytes(file)
        with pytest.raises(BundleError, match=error):
            fatbin.keep(file, 90)
        assert file == before

    def test_not_a_library(self) -> None:
        with pytest.raises(BundleError, match="not a 64-bit little-endian ELF file"):
            fatbin.section(bytearray(b"PK" * 100), ".text")
        with pytest.raises(BundleError, match=r"has no section \.nv_fatbin"):
            fatbin.keep(library(FAT, ".nv_fatbim"), 90)

    def test_libraries_of_a_jar(self, tmp_path: Path) -> None:
        jar = tmp_path / "plugin.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr("amd64/Linux/libcudf.so", bytes(library(FAT)))
            archive.writestr("amd64/Linux/libother.so", b"other")
            archive.writestr("amd64/Linux/libprofilerjni.so", b"not wanted")
            archive.writestr("ai/rapids/cudf/Cuda.class", b"not native")
        kept = fatbin.extract(jar, tmp_path / "out", "sm_90")
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
            fatbin.extract(jar, tmp_path / "out", "sm_90")


def test_a_jdk_without_jlink(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="has no jlink or no jmods"):
        content.link(Java(tmp_path, 17, True, "PATH"), tmp_path / "jre")


@pytest.mark.jvm
def test_the_error_of_jlink_is_shown(tmp_path: Path) -> None:
    (tmp_path / "jre").mkdir()
    with pytest.raises(BundleError, match="directory already exists"):
        content.link(find_java(compiler=True), tmp_path / "jre")


class TestSparkJars:
    def test_no_spark(self, tmp_path: Path) -> None:
        with pytest.raises(BundleError, match="it is not a Spark installation"):
            content.jars_of_spark(tmp_path, whole=True)


def slim(folder: Path) -> Path:
    """Write a plugin jar for the installed Spark, without libraries."""
    spark = installed_spark()
    line = spark.line
    jar = folder / "slim.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        pom = f"META-INF/maven/com.nvidia/rapids-4-spark_{line.scala}/pom.properties"
        archive.writestr(pom, "")
        archive.writestr("rapids4spark-version-info.properties", f"version={PLUGIN}")
        archive.writestr(f"spark{spark.version.replace('.', '')}/A.class", "")
    return jar


class TestBuild:
    def test_a_folder_with_other_files_is_not_changed(self, tmp_path: Path) -> None:
        (tmp_path / "thesis.txt").write_text("precious")
        with pytest.raises(BundleError, match=r"has other files \(thesis\.txt\)"):
            build._earlier(tmp_path)
        assert (tmp_path / "thesis.txt").read_text() == "precious"

    def test_an_earlier_bundle_is_removed_but_its_results_stay(self, tmp_path: Path) -> None:
        old = ("bundle.000", "bundle.json", "run.py", "results/x", "unpacked/y", ".work-ab/z")
        for name in old:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("old")
        build._remove(build._earlier(tmp_path))
        assert [f.name for f in tmp_path.iterdir()] == ["results"]
        assert (tmp_path / "results" / "x").read_text() == "old"

    @pytest.mark.parametrize("architecture", ["hopper", "sm_90"])
    def test_an_earlier_bundle_stays_if_no_new_one_can_be_built(
        self, tmp_path: Path, architecture: str
    ) -> None:
        jar, earlier = slim(tmp_path), tmp_path / "bundle" / "bundle.000"
        earlier.parent.mkdir()
        earlier.touch()
        says = "not the name of a GPU" if architecture == "hopper" else "is it a slim copy"
        with pytest.raises(BundleError, match=says):
            build.build(earlier.parent, architecture=architecture, plugin_jar=jar)
        assert list(earlier.parent.iterdir()) == [earlier]

    def test_a_plugin_for_another_spark(self, tmp_path: Path) -> None:
        jar = tmp_path / "plugin.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr("spark355/A.class", b"")
        with pytest.raises(PluginError, match="Fetch it with"):
            build.build(tmp_path / "bundle", plugin_jar=jar)

    def test_a_folder_created_in_vain_is_removed(self, tmp_path: Path) -> None:
        jar = slim(tmp_path)
        with pytest.raises(BundleError, match="is it a slim copy"):
            build.build(tmp_path / "new" / "bundle", plugin_jar=jar)
        assert list(tmp_path.iterdir()) == [jar]

    def test_parts_of_a_failed_packing_are_removed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        content = tmp_path / "content"
        content.mkdir()
        (content / "a").write_bytes(random.Random(1).randbytes(400_000))
        (content / "b").symlink_to("nowhere")
        with pytest.raises(FileNotFoundError):
            build.pack({"a": content / "a", "b": content / "b"}, tmp_path, 1000)
        write = Path.write_bytes

        def full(file: Path, data: bytes) -> int:
            if file.name == "bundle.003":
                raise OSError(errno.ENOSPC, "No space left on device")
            return write(file, data)

        monkeypatch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space left"):
            build.pack({"a": content / "a"}, tmp_path, 1000)
        assert [f.name for f in tmp_path.iterdir()] == ["content"]

    def test_parts_too_small(self, tmp_path: Path) -> None:
        with pytest.raises(BundleError, match="a part of 10 bytes is too small"):
            build.build(tmp_path, part_bytes=10)
