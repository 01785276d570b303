# SPDX-License-Identifier: Apache-2.0

"""The blocks of the page about table formats, in separate sessions."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from devtools import table_formats
from harness.documents import IN_SESSIONS, Block, blocks, check_output
from harness.own_process import ended, surroundings

EACH = [block for block in blocks(IN_SESSIONS) if block.language == "python"]


def test_every_format_has_a_block() -> None:
    assert len(EACH) == len(table_formats.FORMATS)


@pytest.mark.parametrize("block", EACH, ids=lambda block: block.where)
def test_block(block: Block, tmp_path: Path) -> None:
    (name,) = [each for each in table_formats.FORMATS if f"USING {each}" in block.code]
    jars = table_formats.jars(name)
    # The versions are the tested ones, and the jars come from the cache.
    versions = {jar.stem.rpartition("-")[2] for jar in jars}
    code, named = re.subn(
        r'"spark\.jars(?:\.packages)?", "[^"]*?([\d.]+\d)(?:\.jar)?"',
        lambda m: f'"spark.jars", "{",".join(map(str, jars))}"' if m[1] in versions else m[0],
        block.code,
    )
    assert named == 1
    assert all(str(jar) in code for jar in jars)
    # This machine has no GPU.
    code = code.replace('mode="gpu"', 'mode="emulate"').replace("/tmp/", f"{tmp_path}/")
    script = tmp_path / "block.py"
    script.write_text(code, encoding="utf-8")
    # Enough for tables of two rows.
    few = ("spark.sql.shuffle.partitions", "spark.databricks.delta.snapshotPartitions")
    conf = tmp_path / "spark-defaults.conf"
    conf.write_text("".join(f"{key} 1\n" for key in few), encoding="utf-8")
    variables = surroundings() | {"SPARK_CONF_DIR": str(tmp_path)}
    done = ended([sys.executable, str(script)], variables, folder=tmp_path, seconds=1200)
    assert done.returncode == 0, done.stderr[-4000:]
    check_output(block, done.stdout)
