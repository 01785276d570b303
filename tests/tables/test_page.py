# SPDX-License-Identifier: Apache-2.0

"""The blocks of the documentation's page of table formats, each in a session of its own."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from devtools import table_formats
from harness.documents import IN_SESSIONS, Block, blocks, check_output
from harness.own_process import ended, surroundings

EACH = [block for block in blocks(IN_SESSIONS) if block.language == "python"]


def test_each_format_has_a_block() -> None:
    assert len(EACH) == len(table_formats.FORMATS)


@pytest.mark.parametrize("block", EACH, ids=lambda block: block.where)
def test_block(block: Block, tmp_path: Path) -> None:
    (name,) = [each for each in table_formats.FORMATS if f"USING {each}" in block.code]
    jars = table_formats.jars(name)
    # The versions are those that are tested, and the jars those of the cache.
    versions = {jar.stem.rpartition("-")[2] for jar in jars}
    code, named = re.subn(
        r'"spark\.jars(?:\.packages)?", "[^"]*?([\d.]+\d)(?:\.jar)?"',
        lambda m: f'"spark.jars", "{",".join(map(str, jars))}"' if m[1] in versions else m[0],
        block.code,
    )
    assert named == 1
    assert all(str(jar) in code for jar in jars)
    # There is no GPU here.
    code = code.replace('mode="gpu"', 'mode="emulate"').replace("/tmp/", f"{tmp_path}/")
    script = tmp_path / "block.py"
    script.write_text(code, encoding="utf-8")
    # Tables of two rows need no more.
    few = ("spark.sql.shuffle.partitions", "spark.databricks.delta.snapshotPartitions")
    conf = tmp_path / "spark-defaults.conf"
    conf.write_text("".join(f"{key} 1\n" for key in few), encoding="utf-8")
    variables = surroundings() | {"SPARK_CONF_DIR": str(tmp_path)}
    done = ended([sys.executable, str(script)], variables, folder=tmp_path, seconds=1200)
    assert done.returncode == 0, done.stderr[-4000:]
    check_output(block, done.stdout)
