# SPDX-License-Identifier: Apache-2.0

"""The pages' SQL, which runs in the tests' session with the results below the queries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pyspark.sql import functions as F

from harness.documents import PAGES, Block, executed
from rapids_udfs.runtime import jars

PLACES = "/path/to"
"""The pages' placeholder for the folder of the jars."""


def statements(block: Block) -> list[tuple[str, str]]:
    """Return the statements with the results in the comment lines below them."""
    pattern = r"(?ms)^(?!-- )(.+?);(?: *--[^\n]*)?\n((?:-- [^\n]*\n)*)"
    matches = re.findall(pattern, block.code)
    rest = re.sub(pattern, "", block.code)
    assert not rest.strip(), f"{block.where}: {rest}"
    return [(sql, shown.replace("-- ", "")) for sql, shown in matches]


@pytest.mark.parametrize("page", executed("sql"), ids=lambda page: page.stem)
def test_a_page(page: Path, spark) -> None:
    session = spark.newSession()
    for block in executed("sql")[page]:
        for sql, shown in statements(block):
            result = session.sql(sql.replace(PLACES, str(jars.FOLDER)))
            if sql.startswith("SELECT"):
                (column,) = result.columns
                text = F.coalesce(result[f"`{column}`"].cast("string"), F.lit("NULL"))
                answers = "".join(f"{row[0]}\n" for row in result.select(text).collect())
                assert answers == shown, f"{block.where}: {sql}"


def test_pages_with_sql() -> None:
    assert sum(page.parent.name == "reference" for page in executed("sql")) > 10
    assert set(executed("sql")) <= set(PAGES)
