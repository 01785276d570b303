# SPDX-License-Identifier: Apache-2.0

"""A Spark whose jars folder has no Hive: every function works without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rapids_udfs import list_functions
from rapids_udfs.runtime.installed import installed_spark


@pytest.fixture
def spark_home(tmp_path: Path) -> Path:
    """Create a copy of the installed Spark with links, without Hive's jars."""
    jars = installed_spark().jars
    home = tmp_path / "spark"
    (home / "jars").mkdir(parents=True)
    for entry in jars.parent.iterdir():
        if entry != jars:
            (home / entry.name).symlink_to(entry)
    for jar in jars.iterdir():
        if not jar.name.startswith(("hive-", "spark-hive")):
            (home / "jars" / jar.name).symlink_to(jar)
    assert len(list((home / "jars").iterdir())) < len(list(jars.iterdir()))
    return home


def test_functions_without_hive(run_script, spark_home: Path) -> None:
    report = run_script("without_hive", SPARK_HOME=str(spark_home))
    assert "ClassNotFoundException" in report["hive"]["text"]
    assert report["missing"] == []
    assert report["lower"] == "a"
    assert report["words"] == 2
    assert report["registered"] == len(list_functions())
    assert report["prefixed"] == 1
