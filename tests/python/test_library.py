# SPDX-License-Identifier: Apache-2.0

"""This library's jar in a running session."""

from __future__ import annotations

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast
from unittest.mock import Mock

import pytest

from rapids_udfs.session import library


def test_two_threads_add_a_jar_once(monkeypatch: pytest.MonkeyPatch) -> None:
    added: list[Path] = []
    both_have_looked = threading.Barrier(2)

    def loader_with(spark: Any, name: str) -> Any:
        loader = Mock() if added else None
        # Nothing but a lock keeps the other thread from looking now.
        with contextlib.suppress(threading.BrokenBarrierError):
            both_have_looked.wait(1)
        return loader

    monkeypatch.setattr(library, "_loader_with", loader_with)
    monkeypatch.setattr(library, "_add_jar", lambda spark, jar: added.append(jar))
    jar, no_session = Path("/our.jar"), cast("Any", None)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(library.load_class, no_session, "a.B", jar) for _ in range(2)]
    assert all(one.result() for one in asked)
    assert added == [jar]
