# SPDX-License-Identifier: Apache-2.0

"""The SQL-only example: its files, by ``beeline``, on a server with its README's settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.documents import ROOT
from harness.own_process import surroundings
from harness.session import IS_MAIN
from harness.thrift import beeline, thrift_server
from rapids_udfs.cli import main

EXAMPLE = ROOT / "examples" / "sql_only"
CARD = "*" * 12
CLEANED = [
    f"1|2024|ada lovelace|a***@example.com|+49301234567|{CARD}1486|true|119.00|news",
    f"2|2025|grace hopper|g***@example.org|+16502530000|{CARD}1487|false|23.79|search ads",
    f"3|2025|alan turing|NULL|NULL|{CARD}5559|true|0.60|NULL",
    f"4|2025|edsger dijkstra|e***@example.nl|+31402474111|{CARD}5559|true|297.50|news",
]
SALES = ["2024|news|1|119.00|119.00", "2025|news|1|297.50|297.50", "2025|none|1|0.60|0.60"]


@pytest.mark.parametrize("mode", ["emulate" if IS_MAIN else "cpu"])
def test_the_example(mode: str, tmp_path: Path) -> None:
    assert "rapids-udfs conf --for thrift --mode cpu" in (EXAMPLE / "README.md").read_text()
    own = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.warehouse.dir": str(tmp_path / "warehouse"),
    }
    options = [word for name, value in own.items() for word in ("--conf", f"{name}={value}")]
    where = ["--for", "thrift", "--mode", mode, "--master", "local[2]"]
    assert main(["conf", *where, *options, "-o", str(tmp_path / "spark-defaults.conf")]) == 0
    environment = surroundings() | {"SPARK_CONF_DIR": str(tmp_path)}
    with thrift_server(tmp_path, environment) as port:
        for file in sorted(EXAMPLE.glob("sql/*.sql")):
            beeline(port, "--hivevar", f"orders={EXAMPLE / 'orders.csv'}", "-f", str(file))
        asked = (
            "SELECT * FROM cleaned_orders ORDER BY order_id",
            "SELECT * FROM sales ORDER BY fiscal_year, source",
            "EXPLAIN SELECT mask_email(email) FROM staged_orders",
        )
        cleaned, sales, plan = (beeline(port, "-e", query) for query in asked)
    assert [line.replace("\t", "|") for line in cleaned] == CLEANED
    assert [line.replace("\t", "|") for line in sales] == SALES
    assert ("GpuProject" in "\n".join(plan)) == (mode == "emulate"), plan
