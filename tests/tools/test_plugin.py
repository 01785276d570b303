# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rapids_udfs.errors import ConfigurationError, PluginError
from rapids_udfs.runtime import plugin

MakeJar = Callable[..., Path]
ENTRIES = (
    "META-INF/MANIFEST.MF",
    "com/nvidia/spark/RapidsUDF.class",
    "spark-shared/a.class",
    "spark355/b.class",
    "spark404/c.class",
    "spark413/d.class",
    "amd64/Linux/libcudf.so",
    "libjucx_amd64.so",
)


def test_locate_prefers_argument_to_environment_to_cache(cache: Path, jar: MakeJar) -> None:
    argument, named = jar("argument.jar"), jar("named.jar")
    cached = cache / "plugin" / plugin.artifact("2.13").file_name
    cached.parent.mkdir(parents=True)
    jar("cached.jar").rename(cached)
    env = {"RAPIDS_UDFS_PLUGIN_JAR": str(named)}
    assert plugin.locate("2.13", argument, env) == argument
    assert plugin.locate("2.13", env=env) == named
    assert plugin.locate("2.13", env={}) == cached


def test_locate_names_the_command_that_fetches(cache: Path) -> None:
    with pytest.raises(PluginError) as caught:
        plugin.locate("2.12", env={})
    text = str(caught.value)
    assert plugin.artifact("2.12").file_name in text
    assert "rapids-udfs fetch-plugin --scala 2.12" in text
    assert str(cache / "plugin") in text


def test_a_named_file_that_is_not_a_jar(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "text.jar").write_text("no jar")
    with pytest.raises(ConfigurationError, match=r"RAPIDS_UDFS_PLUGIN_JAR names .*not a jar"):
        plugin.locate("2.13", env={"RAPIDS_UDFS_PLUGIN_JAR": str(tmp_path / "text.jar")})
    with pytest.raises(ConfigurationError, match="not a file"):
        plugin.locate("2.13", tmp_path / "missing.jar")


@pytest.mark.parametrize(
    ("machine", "classifier"), [("x86_64", "cuda12"), ("aarch64", "cuda12-arm64")]
)
def test_the_build_fits_the_processor(
    cache: Path, jar: MakeJar, monkeypatch: pytest.MonkeyPatch, machine: str, classifier: str
) -> None:
    monkeypatch.setattr(plugin.platform, "machine", lambda: machine)
    assert plugin.artifact("2.13").classifier == classifier
    (cache / "plugin").mkdir(parents=True)
    # Another build is better than none.
    for build in ("cuda13-arm64", classifier):
        cached = cache / "plugin" / plugin.artifact("2.13", build).file_name
        jar("cached.jar").rename(cached)
        assert plugin.locate("2.13", env={}) == cached


@pytest.mark.parametrize(
    ("spark", "shims"),
    [
        (None, {"spark355/b.class", "spark404/c.class", "spark413/d.class"}),
        ("4.1.3", {"spark404/c.class", "spark413/d.class"}),
        ("3.5.5", {"spark355/b.class"}),
    ],
)
def test_slim_drops_natives_and_other_lines(
    cache: Path, jar: MakeJar, spark: str | None, shims: set[str]
) -> None:
    slim = plugin.slim(jar("plugin.jar", *ENTRIES), spark)
    assert slim.parent == cache / "plugin"
    with zipfile.ZipFile(slim) as archive:
        assert set(archive.namelist()) == shims | set(ENTRIES[:3])
        assert archive.read(ENTRIES[1]) == f"content of {ENTRIES[1]}".encode()


def test_slim_is_created_once_per_version_of_the_source(cache: Path, jar: MakeJar) -> None:
    source = jar("plugin.jar", *ENTRIES)
    first = plugin.slim(source)
    mtime = first.stat().st_mtime_ns
    assert plugin.slim(source) == first
    assert first.stat().st_mtime_ns == mtime
    assert plugin.slim(source, "4.1.3") != first
    os.utime(source, (1, 1))
    assert plugin.slim(source) != first


def test_slim_leaves_no_jar_if_interrupted(
    cache: Path, jar: MakeJar, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = jar("plugin.jar", *ENTRIES)

    def broken(self: zipfile.ZipFile, *_: object, **__: object) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(zipfile.ZipFile, "read", broken)
        with pytest.raises(KeyboardInterrupt):
            plugin.slim(source)
    assert list((cache / "plugin").glob("plugin*")) == []
    assert zipfile.is_zipfile(plugin.slim(source))


def test_needs_no_pyspark() -> None:
    # The development tools use it before anything is installed.
    package = Path(plugin.__file__).parents[2]
    program = (
        "import sys; sys.modules.update(dict.fromkeys(('pyspark', 'numpy', 'pandas', 'pyarrow')));"
        f"sys.path.insert(0, {str(package)!r}); import rapids_udfs.runtime.plugin"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
