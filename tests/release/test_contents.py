# SPDX-License-Identifier: Apache-2.0

"""The contents of the artifacts: licences, notices, checksums, the bill of materials."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from devtools import wheel as wheels
from devtools.dist import digest
from devtools.paths import ROOT
from rapids_udfs._versions import LINES

JARS = 2 + 3 * len(LINES)
"""cuDF's names and the emulator; every line's library, Hive forms and test kit."""
LICENSE = (ROOT / "LICENSE").read_bytes()
NOTICES = (ROOT / "THIRD-PARTY-NOTICES").read_bytes()
OURS = ("io/github/rapidsudfs/", "org/apache/spark/sql/rapidsudfs/")
NAMES = ("ai/rapids/cudf/", "com/nvidia/spark/")
"""Our own declarations of other projects' types."""
ASM = "io/github/rapidsudfs/emulator/asm/"
DOCUMENTED = (
    b"jQuery 3.7.1",
    b"jQuery Mousewheel 3.1.13",
    b"jquery.panzoom 3.2.3",
    b"Modernizr 2.5.3",
    b"Material Icons and Open Sans",
)
SCALADOCS = {"jquery.min", "jquery.mousewheel.min", "jquery.panzoom.min", "modernizr.custom"}
OF_SCALA = {"diagrams", "index", "scheduler", "template"}


def texts(jar: zipfile.ZipFile) -> list[bytes]:
    return [jar.read(f"META-INF/{name}") for name in ("LICENSE", "THIRD-PARTY-NOTICES")]


def check_classes(name: str, jar: zipfile.ZipFile) -> None:
    """Fail unless a jar has the licence, and no foreign class except ASM's, with its licence."""
    assert jar.read("META-INF/LICENSE") == LICENSE, name
    classes = [n for n in jar.namelist() if n.endswith(".class")]
    assert classes
    allowed = NAMES if "cudf-names" in name else OURS
    assert [n for n in classes if not n.startswith(allowed)] == [], name
    shaded = any(n.startswith(ASM) for n in classes)
    assert shaded == ("emulator" in name)
    if shaded:
        assert texts(jar)[1] == NOTICES


def test_the_notices_name_the_bundled_code() -> None:
    build = (ROOT / "build.sbt").read_text(encoding="utf-8")
    (asm,) = [line for line in build.splitlines() if '"org.ow2.asm"' in line]
    packed = asm.split('"')[5]
    assert f"ASM {packed} (https://asm.ow2.io), BSD-3-Clause".encode() in NOTICES
    for words in (b"3. Neither the name", b"INRIA, France Telecom", b"Permission is hereby"):
        assert words in NOTICES


def test_the_jars_for_maven(dist: Path) -> None:
    jars = sorted((dist / "maven").rglob("*.jar"))
    assert len(jars) == 3 * JARS
    for path in jars:
        with zipfile.ZipFile(path) as jar:
            if path.stem.endswith("-javadoc"):
                check_documentation(path.name, jar)
            elif path.stem.endswith("-sources"):
                assert jar.read("META-INF/LICENSE") == LICENSE
                assert any(n.endswith((".java", ".scala")) for n in jar.namelist()), path.name
            else:
                check_classes(path.name, jar)


def check_documentation(name: str, jar: zipfile.ZipFile) -> None:
    assert texts(jar) == [LICENSE, NOTICES]
    files = [Path(n) for n in jar.namelist()]
    fonts = {f.name.split("-v")[0] for f in files if f.suffix in (".eot", ".ttf", ".woff")}
    assert fonts <= {"MaterialIcons-Regular.eot", "open-sans"} | {
        f"MaterialIcons-Regular.{end}" for end in ("ttf", "woff")
    }
    scripts = {f.stem for f in files if f.suffix == ".js" and f.parts[0] == "lib"}
    assert scripts <= SCALADOCS | OF_SCALA, name
    assert [words for words in DOCUMENTED if words not in NOTICES] == []
    if any(f.parts[0] == "script-dir" for f in files):
        assert {"legal/jquery.md", "legal/jqueryUI.md"} <= set(jar.namelist()), name


def test_the_wheel_and_its_jars(wheel: Path, version: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        legal = f"rapids_udfs-{version}.dist-info/licenses"
        assert archive.read(f"{legal}/LICENSE") == LICENSE
        assert archive.read(f"{legal}/THIRD-PARTY-NOTICES") == NOTICES
        jars = [name for name in archive.namelist() if name.endswith(".jar")]
        assert len(jars) == JARS
        for name in jars:
            with zipfile.ZipFile(io.BytesIO(archive.read(name))) as jar:
                check_classes(name, jar)
        rest = {Path(n).suffix for n in archive.namelist() if n.startswith("rapids_udfs/")}
    # Only the jars are compiled, minified or binary.
    text = {".java", ".json", ".md", ".properties", ".sbt", ".sh", ".sql", ".toml", ".txt", ".xml"}
    assert rest <= text | {".jar", ".py", ".pyi", ".typed", ".yml", ""}


def test_the_sdist_makes_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert (source / "LICENSE").read_bytes() == LICENSE
    assert (source / "THIRD-PARTY-NOTICES").read_bytes() == NOTICES
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (rebuilt,) = tmp_path.glob("*.whl")
    assert sorted(wheels.names(rebuilt)) == sorted(wheels.names(wheel))
    assert digest(rebuilt) == digest(wheel)


def test_checksums(dist: Path) -> None:
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=dist, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    listed = {line.split("  ")[1] for line in (dist / "SHA256SUMS").read_text().splitlines()}
    assert {p.name for p in dist.iterdir() if p.is_file()} - {"SHA256SUMS"} <= listed
    maven = {str(p.relative_to(dist)) for end in ("jar", "pom") for p in dist.rglob(f"*.{end}")}
    assert maven <= listed


def test_the_bill_of_materials(dist: Path, version: str) -> None:
    bill = json.loads((dist / f"rapids-udfs-{version}.cdx.json").read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    hashes = {h["content"] for c in bill["components"] for h in c.get("hashes", ())}
    artifacts = [*dist.glob("*.whl"), *dist.glob("rapids_udfs-*.tar.gz")]
    artifacts += (dist / "maven").glob(f"**/*-{version}.jar")
    assert hashes == {digest(file) for file in artifacts}
    (asm,) = [c["bom-ref"] for c in bill["components"] if c["name"] == "asm"]
    needs = {d["ref"]: d.get("dependsOn", []) for d in bill["dependencies"]}
    ours = "pkg:maven/io.github.rapidsudfs/rapids-udfs{}_2.13@" + version
    assert needs[ours.format("-testkit")] == [ours.format("-hive"), ours.format("")]
    assert needs[ours.format("")] == []
    within = {d["ref"] for d in bill["dependencies"] if asm in d.get("dependsOn", ())}
    holders = [r for r in within if "emulator" in r or "pypi" in r]
    assert len(holders) == 3
    assert len(within) == 4  # the release as a whole, too


def test_the_metadata_of_the_package(wheel: Path, sdist: Path) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2
