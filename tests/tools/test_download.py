# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import hashlib
import http.server
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rapids_udfs.errors import DownloadError, InstallationError
from rapids_udfs.runtime import download
from rapids_udfs.runtime.download import Artifact, fetch

CONTENT = bytes(range(256)) * 40_000
WHAT = Artifact(
    "com.example", "thing", "1.2", hashlib.sha256(CONTENT).hexdigest(), classifier="cuda12"
)
NAME = "thing-1.2-cuda12.jar"
PATH = f"/maven/com/example/thing/1.2/{NAME}"


class Repository(http.server.ThreadingHTTPServer):
    """A Maven repository with one jar."""

    content = CONTENT
    status = 200
    ranges = True
    cut_after: int | None = None
    """The number of bytes of a response before the connection ends."""
    delay_s = 0.0

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[str | None] = []
        """The requested ranges."""


class Handler(http.server.BaseHTTPRequestHandler):
    server: Repository

    def do_GET(self) -> None:
        wanted = self.headers["Range"]
        self.server.asked.append(wanted)
        time.sleep(self.server.delay_s)
        if self.path != PATH or self.server.status != 200:
            self.send_error(404 if self.path != PATH else self.server.status)
            return
        start = int(wanted[6:-1]) if wanted and self.server.ranges else 0
        if start >= len(self.server.content):
            self.send_error(416)
            return
        body = self.server.content[start:]
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: self.server.cut_after])

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    server = Repository()
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("RAPIDS_UDFS_MAVEN", f"http://127.0.0.1:{server.server_port}/maven/")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(download, "_PAUSE_S", 0.01)
    yield server
    server.shutdown()
    server.server_close()


def place(cache: Path, name: str, content: bytes) -> Path:
    file = cache / "things" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def left_behind(cache: Path) -> set[str]:
    names = {f.name for f in (cache / "things").iterdir()}
    return names - {f".{NAME}.lock", f".{NAME}.verified"}


def test_names_and_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAPIDS_UDFS_MAVEN", raising=False)
    assert (str(WHAT), WHAT.file_name) == ("com.example:thing:1.2:cuda12", NAME)
    plain = Artifact("org.example", "thing", "1.2", "")
    assert (str(plain), plain.file_name) == ("org.example:thing:1.2", "thing-1.2.jar")
    assert plain.url.endswith("/maven2/org/example/thing/1.2/thing-1.2.jar")
    monkeypatch.setenv("RAPIDS_UDFS_MAVEN", "https://mirror.example/maven/")
    assert plain.url == "https://mirror.example/maven/org/example/thing/1.2/thing-1.2.jar"


def test_fetched_once_and_kept(cache: Path, repository: Repository) -> None:
    seen: list[tuple[int, int | None]] = []
    for _ in range(2):
        got = fetch(WHAT, "things", lambda done, total: seen.append((done, total)))
    assert got == cache / "things" / NAME
    assert got.read_bytes() == CONTENT
    assert repository.asked == [None]
    assert len(seen) > 1
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert left_behind(cache) == {NAME}


def test_placed_by_hand(cache: Path, repository: Repository) -> None:
    place(cache, NAME, CONTENT)
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert repository.asked == []


@pytest.mark.parametrize("content", [b"", CONTENT[:-1], CONTENT + b"x"])
def test_damaged_in_the_cache_is_fetched_again(
    cache: Path, repository: Repository, content: bytes
) -> None:
    damaged = place(cache, NAME, content)
    assert fetch(WHAT, "things") == damaged
    assert damaged.read_bytes() == CONTENT


def test_damaged_later_is_fetched_again(cache: Path, repository: Repository) -> None:
    fetch(WHAT, "things").write_bytes(CONTENT[:-1])
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert len(repository.asked) == 2


def test_interrupted_is_resumed(cache: Path, repository: Repository) -> None:
    place(cache, f".{NAME}.part", CONTENT[:5000])
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert repository.asked == ["bytes=5000-"]
    assert left_behind(cache) == {NAME}


def test_a_complete_part_is_used(cache: Path, repository: Repository) -> None:
    """The download was interrupted after the last byte; servers reject a range beyond it."""
    place(cache, f".{NAME}.part", CONTENT)
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert repository.asked == [f"bytes={len(CONTENT)}-"]
    assert left_behind(cache) == {NAME}


def test_without_ranges_it_starts_again(cache: Path, repository: Repository) -> None:
    repository.ranges = False
    place(cache, f".{NAME}.part", CONTENT[:5000])
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert len(repository.asked) == 1


@pytest.mark.parametrize("part", [b"other" * 1000, CONTENT + b"more"])
def test_part_of_another_file_is_discarded(
    cache: Path, repository: Repository, part: bytes
) -> None:
    place(cache, f".{NAME}.part", part)
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert repository.asked == [f"bytes={len(part)}-", None]


def test_repeated_interruptions(cache: Path, repository: Repository) -> None:
    repository.cut_after = len(CONTENT) // 6
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert len(repository.asked) == 7


def test_wrong_checksum_is_never_kept(cache: Path, repository: Repository) -> None:
    repository.content = CONTENT[::-1]
    with pytest.raises(DownloadError, match=f"SHA-256 [0-9a-f]{{64}} instead of {WHAT.sha256}"):
        fetch(WHAT, "things")
    assert left_behind(cache) == set()
    assert len(repository.asked) == 1


def test_not_in_the_repository(cache: Path, repository: Repository) -> None:
    repository.status = 404
    with pytest.raises(DownloadError, match=r"thing-1\.2-cuda12\.jar: 404 Not Found"):
        fetch(WHAT, "things")
    assert len(repository.asked) == 1


def test_failing_server_is_retried_a_few_times(cache: Path, repository: Repository) -> None:
    repository.status = 503
    with pytest.raises(DownloadError, match="503 Service Unavailable"):
        fetch(WHAT, "things")
    assert len(repository.asked) == 4


def test_stalled_transfer_is_aborted(
    cache: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "_STALLED_AFTER_S", 0.1)
    repository.delay_s = 1.0
    with pytest.raises(DownloadError, match="timed out"):
        fetch(WHAT, "things")


def test_no_network(cache: Path, repository: Repository) -> None:
    repository.shutdown()
    repository.server_close()
    with pytest.raises(DownloadError) as caught:
        fetch(WHAT, "things")
    text = str(caught.value)
    assert "Connection refused" in text
    assert "com.example:thing:1.2:cuda12" in text
    assert "RAPIDS_UDFS_MAVEN" in text
    assert str(cache / "things" / NAME) in text
    assert left_behind(cache) == set()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_full_disk(cache: Path, repository: Repository) -> None:
    place(cache, f".{NAME}.part", b"").unlink()
    (cache / "things" / f".{NAME}.part").symlink_to("/dev/full")
    with pytest.raises(DownloadError, match=r"\.part: No space left on device"):
        fetch(WHAT, "things")
    assert len(repository.asked) == 1


def test_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "file"))
    with pytest.raises(InstallationError, match="RAPIDS_UDFS_CACHE"):
        fetch(WHAT, "things")


CHILD = f"""
from rapids_udfs.runtime.download import Artifact, fetch
print(fetch({WHAT!r}, "things"))
"""


def start_child() -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", CHILD], stdout=pipe, stderr=pipe, text=True)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 20 s"
        time.sleep(0.05)


def test_killed_half_way_then_fetched(cache: Path, repository: Repository) -> None:
    repository.delay_s = 30
    child = start_child()
    wait_for(lambda: repository.asked)
    child.kill()
    child.communicate()
    repository.delay_s = 0
    assert fetch(WHAT, "things").read_bytes() == CONTENT
    assert left_behind(cache) == {NAME}


def test_two_at_once_fetch_once(cache: Path, repository: Repository) -> None:
    repository.delay_s = 1
    children = [start_child(), start_child()]
    printed = [child.communicate(timeout=60) for child in children]
    assert [out for out, _ in printed] == [f"{cache}/things/{NAME}\n"] * 2
    assert sum("another process is fetching it" in errors for _, errors in printed) == 1
    assert repository.asked == [None]
