from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from rapids_udfs import ivy
from rapids_udfs.errors import CacheError, FetchError
from rapids_udfs.java import Java

WHAT = ivy.Coordinates("com.example", "thing", "1.2", "cuda12")
NAME = "thing-1.2-cuda12.jar"
FakeIvy = Callable[[str], Java]
MakeJar = Callable[..., Path]


def fetch(java: Java, size: int | None = None) -> Path:
    return ivy.fetch(WHAT, "things", size=size, ivy=Path("ivy.jar"), java=java)


def left_behind(cache: Path) -> set[str]:
    return {f.name for f in (cache / "things").iterdir() if not f.name.endswith(".lock")}


def test_coordinates() -> None:
    assert str(WHAT) == "com.example:thing:1.2:cuda12"
    assert WHAT.file_name == NAME
    plain = ivy.Coordinates("com.example", "thing", "1.2")
    assert (str(plain), plain.file_name) == ("com.example:thing:1.2", "thing-1.2.jar")


def test_fetched_once_and_kept(
    cache: Path, tmp_path: Path, fake_ivy: FakeIvy, jar: MakeJar
) -> None:
    source = jar("source.jar")
    java = fake_ivy(f'cp {source} "$jars/thing.jar"')
    seen: list[tuple[int, int | None]] = []
    size = source.stat().st_size
    for _ in range(2):
        got = ivy.fetch(
            WHAT,
            "things",
            size=size,
            ivy=Path("ivy.jar"),
            java=java,
            progress=lambda done, total: seen.append((done, total)),
        )
    assert got == cache / "things" / NAME
    assert got.read_bytes() == source.read_bytes()
    assert (tmp_path / "calls").read_text() == "run\n"
    assert seen[-1] == (size, size)
    assert left_behind(cache) == {NAME}


@pytest.mark.parametrize("kept", [0, 60])
def test_damaged_in_the_cache_is_fetched_again(
    cache: Path, fake_ivy: FakeIvy, jar: MakeJar, kept: int
) -> None:
    """As a copy by hand leaves it that was broken off."""
    source = jar("source.jar")
    damaged = cache / "things" / NAME
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(source.read_bytes()[:kept])
    assert fetch(fake_ivy(f'cp {source} "$jars/thing.jar"')) == damaged
    assert damaged.read_bytes() == source.read_bytes()


def test_request_asks_for_the_classifier_and_nothing_else(tmp_path: Path) -> None:
    root = ET.parse(ivy._module(WHAT, tmp_path)).getroot()
    (dependency,) = root.iter("dependency")
    assert dependency.attrib == {
        "org": "com.example",
        "name": "thing",
        "rev": "1.2",
        "transitive": "false",
    }
    (artifact,) = dependency
    assert artifact.get("{http://ant.apache.org/ivy/maven}classifier") == "cuda12"


def test_no_network(cache: Path, fake_ivy: FakeIvy) -> None:
    java = fake_ivy(
        'echo "	Server access error at url x (java.net.UnknownHostException: x)"; exit 1'
    )
    with pytest.raises(FetchError) as caught:
        fetch(java)
    text = str(caught.value)
    assert "UnknownHostException" in text
    assert "com.example:thing:1.2:cuda12" in text
    assert str(cache / "things" / NAME) in text
    assert left_behind(cache) == set()


@pytest.mark.parametrize(
    ("body", "size", "why"),
    [
        ('echo PK > "$jars/thing.jar"', None, "what came is not a jar"),
        ('cp {source} "$jars/thing.jar"', 999_999, "instead of 999999"),
        ("exit 0", None, "Ivy gave no reason"),
        ('cp {source} "$jars/thing.jar"; echo "[FAILED] sha1"; exit 1', None, "FAILED"),
    ],
)
def test_damaged_jar_is_never_kept(
    cache: Path, fake_ivy: FakeIvy, jar: MakeJar, body: str, size: int | None, why: str
) -> None:
    java = fake_ivy(body.format(source=jar("source.jar")))
    with pytest.raises(FetchError, match=why):
        fetch(java, size)
    assert left_behind(cache) == set()


def test_stalled_transfer_is_given_up(
    cache: Path, fake_ivy: FakeIvy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ivy, "_STALLED_AFTER_S", 1.0)
    start = time.monotonic()
    with pytest.raises(FetchError, match="nothing arrived for 1 s"):
        fetch(fake_ivy('echo half > "$jars/thing.jar.part"; exec sleep 60'))
    assert time.monotonic() - start < 20
    assert left_behind(cache) == set()


CHILD = """
import sys
from pathlib import Path
from rapids_udfs import ivy
from rapids_udfs.java import Java
java = Java(Path(sys.argv[1]), 17, False, "the test")
what = ivy.Coordinates("com.example", "thing", "1.2", "cuda12")
print(ivy.fetch(what, "things", ivy=Path("ivy.jar"), java=java))
"""


def start_child(java: Java) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(java.home)], stdout=subprocess.PIPE, text=True
    )


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 20 s"
        time.sleep(0.05)


def test_killed_half_way_then_fetched_again(
    cache: Path, tmp_path: Path, fake_ivy: FakeIvy, jar: MakeJar
) -> None:
    half = f'echo $$ > {tmp_path}/pid; echo half > "$jars/thing.jar.part"; exec sleep 60'
    child = start_child(fake_ivy(half))
    wait_for(lambda: list(cache.glob("things/.*.part/cache/**/*.part")))
    child.kill()
    child.communicate()
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
    assert not (cache / "things" / NAME).exists()

    source = jar("source.jar")
    assert fetch(fake_ivy(f'cp {source} "$jars/thing.jar"')).read_bytes() == source.read_bytes()
    assert left_behind(cache) == {NAME}


def test_two_at_once_fetch_once(
    cache: Path, tmp_path: Path, fake_ivy: FakeIvy, jar: MakeJar
) -> None:
    java = fake_ivy(f'sleep 1; cp {jar("source.jar")} "$jars/thing.jar"')
    children = [start_child(java), start_child(java)]
    printed = [child.communicate(timeout=60)[0] for child in children]
    assert all(text.endswith(f"{cache}/things/{NAME}\n") for text in printed)
    assert sum("another process is fetching it" in text for text in printed) == 1
    assert (tmp_path / "calls").read_text() == "run\n"


def test_cache_that_cannot_be_written(
    tmp_path: Path, fake_ivy: FakeIvy, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "file"))
    with pytest.raises(CacheError, match="RAPIDS_UDFS_CACHE"):
        fetch(fake_ivy("exit 0"))


def test_without_pyspark(cache: Path, fake_ivy: FakeIvy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ivy, "find_spec", lambda _: None)
    monkeypatch.delenv("SPARK_HOME", raising=False)
    with pytest.raises(FetchError, match="PySpark, whose Ivy jar fetches it, is not installed"):
        ivy.fetch(WHAT, "things", java=fake_ivy("exit 0"))
    assert left_behind(cache) == set()


def test_ivy_jar_of_spark_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / "ivy-2.5.3.jar").touch()
    monkeypatch.setattr(ivy, "find_spec", lambda _: None)
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    assert ivy.ivy_jar() == tmp_path / "jars" / "ivy-2.5.3.jar"


def test_own_settings_file_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "ibiblio" in ivy._settings(tmp_path).read_text()
    monkeypatch.setenv("RAPIDS_UDFS_IVY_SETTINGS", "/etc/ivy/mirror.xml")
    assert ivy._settings(tmp_path) == Path("/etc/ivy/mirror.xml")


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("http://proxy.example:3128", "proxy.example", 3128),
        ("proxy.example:8080", "proxy.example", 8080),
        ("http://proxy.example", "proxy.example", 80),
    ],
)
def test_proxy_of_the_environment(
    url: str, host: str, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("https_proxy", url)
    assert ivy.proxy_options() == [f"-Dhttps.proxyHost={host}", f"-Dhttps.proxyPort={port}"]
