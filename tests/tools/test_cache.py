# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rapids_udfs.errors import InstallationError
from rapids_udfs.runtime.cache import cache_dir, locked, writable_dir


def test_own_variable_comes_first(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert cache_dir() == cache
    monkeypatch.delenv("RAPIDS_UDFS_CACHE")
    assert cache_dir() == Path("/xdg/rapids-udfs")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_dir() == Path.home() / ".cache" / "rapids-udfs"


def test_a_user_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RAPIDS_UDFS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    # As for a user without an entry in the user list and without HOME.
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    with pytest.raises(InstallationError, match=r"no home folder\. Set RAPIDS_UDFS_CACHE"):
        cache_dir()


def test_cache_dir_makes_nothing(cache: Path) -> None:
    assert not cache_dir().exists()
    assert writable_dir("plugin") == cache / "plugin"
    assert list((cache / "plugin").iterdir()) == []


def test_cache_below_a_file_names_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(
        InstallationError, match=r"file/cache/plugin: .*\. Set RAPIDS_UDFS_CACHE to"
    ):
        writable_dir("plugin")


def test_read_only_cache_names_the_variable(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Permissions do not stop root, so the test raises the file system's error.
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)
    with pytest.raises(InstallationError, match=r"Read-only file system.*RAPIDS_UDFS_CACHE"):
        writable_dir()
    assert cache.is_dir()


def test_many_threads_ask_at_once(cache: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        folders = set(pool.map(lambda _: writable_dir("venvs"), range(200)))
    assert folders == {cache / "venvs"}
    assert list((cache / "venvs").iterdir()) == []


HOLD = """
import sys, time
from pathlib import Path
from rapids_udfs.runtime.cache import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_lock_waits_for_its_holder_and_ends_with_it(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, lock], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    waited_at: list[float] = []

    def waiting() -> None:
        waited_at.append(time.monotonic())
        holder.kill()  # as the kernel or an impatient user would

    with locked(lock, waiting):
        assert len(waited_at) == 1
    holder.wait()
    holder.stdout.close()


def test_waiting_for_a_lock_ends(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with (
        locked(lock),
        pytest.raises(TimeoutError, match=r"lock has been locked for 0\.1 s"),
        locked(lock, limit_s=0.1),
    ):
        pytest.fail("two hold it")


def test_lock_is_free_again(tmp_path: Path) -> None:
    for _ in range(2):
        with locked(tmp_path / "lock", waiting=lambda: pytest.fail("the lock is free")):
            pass
