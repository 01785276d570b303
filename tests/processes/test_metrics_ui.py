# SPDX-License-Identifier: Apache-2.0

"""The tab of the functions in Spark's UI, live and in the history server."""

from __future__ import annotations

import re
import time
import urllib.request
from html import unescape
from pathlib import Path

from harness.own_process import surroundings
from harness.session import our_jar
from harness.standalone import daemon


def tables(page: str) -> list[list[list[str]]]:
    """Return the texts of the cells in every table's body."""
    bodies = re.findall(r"<tbody>(.*?)</tbody>", page, re.S)
    rows = [re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.S) for body in bodies]
    return [[[plain(c) for c in re.findall("<td.*?</td>", r, re.S)] for r in t] for t in rows]


def plain(cell: str) -> str:
    return unescape(re.sub("<[^>]*>", "", cell)).strip()


def check(page: str, lines: list[list[int]]) -> None:
    everything, executors, queries = tables(page)
    assert [row[:4] for row in everything] == [["word_count", "compiled", "12,400", "12,400"]]
    assert [row[:4] for row in executors] == [["driver", "word_count", "compiled", "12,400"]]
    first, second = sorted({line[0] for line in lines})
    assert [(row[0], row[3]) for row in queries] == [(str(first), "12,345"), (str(second), "55")]
    assert f"/SQL/execution/?id={first}" in page


def test_the_tab_live_and_in_the_history_server(run_script, tmp_path: Path) -> None:
    logs = tmp_path / "events"
    logs.mkdir()
    report = run_script("metrics_in_ui", str(logs))
    assert "No function has been called" in report["empty"]
    check(report["page"], report["lines"])
    assert re.search(r'href="[^"]*/rapids-udfs/"[^>]*>\s*RAPIDS UDFs', report["jobs"])
    assert report["metrics"]["word_count.compiled.rows"] == 12400
    assert report["metrics"]["word_count.compiled.nanos"] > 0
    assert report["metrics"]["functions"] == 1
    scraped = re.findall(r"^metrics_(\w+)_Value\{.*\} (\d+)$", report["prometheus"], re.M)
    rows = "RapidsUdfsPlugin_word_count_compiled_rows"
    assert [value for name, value in scraped if name.endswith(rows)] == ["12400"]

    options = f"-Dspark.history.fs.logDirectory={logs.as_uri()} -Dspark.history.ui.port=0"
    environment = surroundings() | {
        "SPARK_HISTORY_OPTS": f"{options} -Dspark.history.fs.update.interval=1s",
        "SPARK_DAEMON_CLASSPATH": str(our_jar()),
    }
    server = ["org.apache.spark.deploy.history.HistoryServer"]
    started = r"started at (http://\S+)"
    with daemon(server, tmp_path / "history.log", environment, started) as address:
        server_url = address.rstrip("/")
        wait_for(report["application"], server_url)
        page = fetch(f"{server_url}/history/{report['application']}/rapids-udfs/")
    check(page, report["lines"])


def fetch(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


def wait_for(application: str, server: str) -> None:
    """Wait, because a history server reads its logs after it has started."""
    deadline = time.monotonic() + 60
    while application not in fetch(f"{server}/api/v1/applications"):
        assert time.monotonic() < deadline
        time.sleep(0.2)
