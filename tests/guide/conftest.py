# SPDX-License-Identifier: Apache-2.0

"""One copy of the checkout for all pages that tests follow; every page adds something to it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from harness.followed_pages import Copy


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    copy = Copy(tmp_path_factory.mktemp("copy") / "rapids-udfs")
    yield copy
    shutil.rmtree(copy.folder)
