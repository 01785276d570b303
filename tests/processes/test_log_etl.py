# SPDX-License-Identifier: Apache-2.0

"""The example of a complete job, ``examples/log_etl``, submitted by its scripts.

The expected tables are computed from the same lines in plain Python.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median_high
from typing import Any
from urllib.parse import parse_qsl, unquote_plus

import numpy as np
import pandas as pd
import pyspark
import pytest

from harness.documents import ROOT
from harness.own_process import ended, surroundings
from harness.standalone import cluster
from rapids_udfs import list_functions
from rapids_udfs.cli import main
from rapids_udfs.counting.tracking import lines_of
from references.bytes import hash_bucket

EXAMPLE = ROOT / "examples" / "log_etl"
DATA = EXAMPLE / "data"
USED = {f.name for f in list_functions() if f"{f.name}(" in (EXAMPLE / "etl.py").read_text("utf-8")}
LINE = re.compile(
    r'(\S+) \S+ \S+ \[(.+?) \+0000\] "[A-Z]+ (\S+) HTTP/[\d.]+" (\d{3}) (\d+|-) '
    r'"([^"]*)" "([^"]*)"'
)
EVENTS = ("enabled=true", "compress=false", "rolling.enabled=false")
COUNTS = "io.github.rapidsudfs.RapidsUdfsPlugin"

QUIET = ("spark.ui.enabled=false", "spark.driver.host=127.0.0.1", "spark.executor.memory=1g")

ENDS = ("least", "most", "median")
# Next to to_timestamp, which mode emulate switches off with the plugin for Spark 3.5.
LEFT_TO_THE_CPU = (
    {"text_normalize", "url_query_map"} if pyspark.__version__.startswith("3.") else set()
)
Submit = Callable[..., Path]


@pytest.fixture(scope="module")
def submit(tmp_path_factory: pytest.TempPathFactory) -> Submit:
    """Run a script; return the folder with the job's tables, and its event log in ``events``."""

    def run(script: str, plugins: str = COUNTS, **env: str) -> Path:
        folder = tmp_path_factory.mktemp("etl")
        (folder / "events").mkdir()
        events = (*EVENTS, f"dir={(folder / 'events').as_uri()}")
        settings = [
            *(f"spark.eventLog.{event}" for event in events),
            *QUIET,
            f"spark.plugins={plugins}",
        ]
        words = [word for setting in settings for word in ("--conf", setting)]
        command = [str(EXAMPLE / script), str(DATA), str(folder / "tables"), *words]
        done = ended(command, environment(folder, **env), folder=folder)
        assert done.returncode == 0, done.stderr[-4000:]
        assert re.search(r"(?m)^rejected +1$", done.stdout)
        return folder

    return run


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return variables with this environment's commands; the package need not be installed."""
    command = folder / "rapids-udfs"
    run = "import sys; from rapids_udfs.cli import main; sys.exit(main())"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{run}" "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    variables = surroundings()
    path = f"{folder}:{Path(sys.executable).parent}:{variables['PATH']}"
    return variables | {"PATH": path} | more


@pytest.fixture(scope="module")
def row_wise(submit: Submit) -> Path:
    return submit("submit-local.sh")


@pytest.fixture(scope="module")
def columnar(submit: Submit) -> Path:
    return submit("submit-local.sh", f"com.nvidia.spark.SQLPlugin,{COUNTS}", MODE="emulate")


class Hit:
    """The fields of a line."""

    def __init__(self, match: re.Match[str]) -> None:
        self.ip, at, target, status, size, self.referrer, agent = match.groups()
        self.at = datetime.strptime(at, "%d/%b/%Y:%H:%M:%S")
        path, _, query = target.partition("?")
        self.page, self.query = unquote_plus(path), dict(parse_qsl(query, True))
        self.status, self.bytes = int(status), None if size == "-" else int(size)
        self.agent = " ".join(agent.lower().split())
        self.missing = (size == "-") + (self.referrer == "-") + (agent == "-")
        chrome = re.search(r"Chrome/(\d+)\.\d+\.\d+", agent)
        self.chrome = int(chrome[1]) if chrome else None
        searched = self.referrer.partition("?")[2].partition("?")[0]
        self.searched = dict(parse_qsl(searched, True)).get("q", "").split()

    @property
    def day(self) -> date:
        return self.at.date()

    @property
    def network(self) -> str:
        return self.ip.rpartition(".")[0]

    @property
    def quarter(self) -> datetime:
        return self.at - timedelta(minutes=self.at.minute % 15, seconds=self.at.second)


@pytest.fixture(scope="module")
def hits() -> list[Hit]:
    lines = gzip.decompress((DATA / "access.log.gz").read_bytes()).decode().splitlines()
    matches = [match for line in lines if (match := LINE.fullmatch(line))]
    assert len(matches) == len(lines) - 1
    return [Hit(match) for match in matches]


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    frame = pd.read_parquet(folder / "tables" / table).astype(object)
    return frame.where(frame.notna(), None).to_dict("records")


def daily(hits: list[Hit]) -> Iterator[dict[str, Any]]:
    for day in sorted({hit.day for hit in hits}):
        of_day = [hit for hit in hits if hit.day == day]
        yield {
            "day": day,
            "fiscal_year": day.year + (day.month >= 7),
            "business_day": day.weekday() < 5,
            "report_due": np.busday_offset(day, 1, roll="forward").item(),
            "hits": len(of_day),
            "visitors": len({hash_bucket(hit.ip + hit.agent, 1_000_000) for hit in of_day}),
            "networks": len({hit.network for hit in of_day}),
            "quarters": len({hit.quarter for hit in of_day}),
            "bytes": sum(hit.bytes or 0 for hit in of_day),
            "errors": sum(hit.status >= 400 for hit in of_day),
            "by_bots": sum("bot" in hit.agent for hit in of_day),
            "by_googlebot": sum(
                hit.ip.startswith("66.249.") and 64 <= int(hit.ip.split(".")[2]) < 96
                for hit in of_day
            ),
            "missing": sum(hit.missing for hit in of_day),
            "searches": sum(bool(hit.searched) for hit in of_day),
            "newest_chrome": max(hit.chrome for hit in of_day if hit.chrome),
        }


def pages(hits: list[Hit]) -> Iterator[dict[str, Any]]:
    sizes: dict[str, list[int | None]] = defaultdict(list)
    for hit in hits:
        if hit.status == 200:
            sizes[hit.page].append(hit.bytes)
    for page, every in sizes.items():
        known = [size for size in every if size is not None]
        ends = (min(known), max(known), median_high(known)) if known else (None, None, None)
        yield {"page": page, "hits": len(every), **dict(zip(ENDS, ends, strict=True))}


def test_it_uses_a_dozen_functions_and_more() -> None:
    assert len(USED) >= 12, USED


def test_the_days(row_wise: Path, columnar: Path, hits: list[Hit]) -> None:
    expected = list(daily(hits))
    assert len(expected) == 4
    for folder in (row_wise, columnar):
        assert sorted(rows(folder, "daily"), key=lambda row: row["day"]) == expected


def test_the_pages(row_wise: Path, columnar: Path, hits: list[Hit]) -> None:
    expected = sorted(pages(hits), key=lambda row: row["page"])
    for folder in (row_wise, columnar):
        assert sorted(rows(folder, "pages"), key=lambda row: row["page"]) == expected


def test_the_campaigns(row_wise: Path, columnar: Path, hits: list[Hit]) -> None:
    clocks = defaultdict(list)
    for hit in hits:
        for name, value in hit.query.items():
            if name.startswith("utm_"):
                clocks[name, value].append(f"{hit.at:%H:%M}")
    expected = sorted((*key, len(at), min(at), max(at)) for key, at in clocks.items())
    assert len(expected) == 3
    for folder in (row_wise, columnar):
        assert sorted(tuple(row.values()) for row in rows(folder, "campaigns")) == expected


def test_the_hits_are_equal_and_hide_the_addresses(
    row_wise: Path, columnar: Path, hits: list[Hit]
) -> None:
    one, other = (Counter(map(str, rows(folder, "hits"))) for folder in (row_wise, columnar))
    assert one == other
    networks = Counter(row["network"] for row in rows(columnar, "hits"))
    assert networks == Counter(f"{hit.network}.0/24" for hit in hits)
    sizes = Counter(row["size"] for row in rows(columnar, "hits"))
    assert sizes["more"] == sum((hit.bytes or 0) >= 1e6 for hit in hits)


def ways(folder: Path) -> set[tuple[str, str]]:
    """Return the places where every function ran, from the counts of tasks in the event log."""
    (log,) = (folder / "events").iterdir()
    counts = [
        count["Update"]
        for event in map(json.loads, log.read_text("utf-8").splitlines())
        for count in event.get("Task Info", {}).get("Accumulables", ())
        if count.get("Name") == "rapids-udfs" and "Update" in count
    ]
    return {(line.function, line.where) for text in counts for line in lines_of(text)}


def test_every_function_runs_in_columns(row_wise: Path, columnar: Path) -> None:
    assert ways(row_wise) == {(name, "compiled") for name in USED}
    assert ways(columnar) == {
        (name, "compiled" if name in LEFT_TO_THE_CPU else "columnar") for name in USED
    }


def test_a_standalone_cluster(submit: Submit, tmp_path: Path, hits: list[Hit]) -> None:
    jars, file = tmp_path / "jars", tmp_path / "conf"
    jars.mkdir()
    options = ["--mode", "cpu", "--jars-dir", str(jars), "-o", str(file)]
    assert main(["conf", "--for", "standalone", *options]) == 0
    for there, here in re.findall(r"^#   (\S+) \(here (\S+)\)$", file.read_text("utf-8"), re.M):
        shutil.copyfile(here, there)
    with cluster(tmp_path, surroundings()) as master:
        env = {"MASTER": master, "MODE": "cpu", "JARS_DIR": str(jars), "CORES": "1"}
        folder = submit("submit-standalone.sh", **env)
    assert sorted(rows(folder, "daily"), key=lambda row: row["day"]) == list(daily(hits))


def test_kubernetes(run_script: Callable[..., Any], tmp_path: Path) -> None:
    """Spark's own spark-submit reads the options and creates an executor's pod from them."""
    submitted = tmp_path / "spark-submit"
    said = tmp_path / "options"
    submitted.write_text(f'#!/bin/sh\nprintf "\'%s\' " "$@" > {said}\n', encoding="utf-8")
    submitted.chmod(0o755)
    where = {"MASTER": "k8s://https://127.0.0.1:6443", "IMAGE": "registry/log-etl:1"}
    command = [EXAMPLE / "submit-kubernetes.sh", "s3a://logs/", "s3a://tables/"]
    more = ["--conf", "spark.app.name=two words"]
    env = environment(tmp_path, **where)  # a fake spark-submit is first on the PATH
    subprocess.run([*command, *more], env=env, cwd=tmp_path, check=True, capture_output=True)
    options, _, job = said.read_text("utf-8").partition("'local://")
    assert job == "/opt/app/etl.py' 's3a://logs/' 's3a://tables/' "
    of_yarn = tmp_path / "yarn"
    assert main(["conf", "--for", "yarn", "--format", "spark-submit", "-o", str(of_yarn)]) == 0
    said.write_text(options, encoding="utf-8")
    report = run_script(
        "submitted_conf", str(of_yarn), str(said), str(tmp_path / "executor-pod.yaml")
    )
    conf = report["kubernetes"]
    assert conf["spark.submit.deployMode"] == "cluster"
    assert conf["spark.app.name"] == "two words"
    assert conf["spark.task.resource.gpu.amount"] == "0.25"
    assert conf["spark.kubernetes.executor.podTemplateFile"] == "executor-pod.yaml"
    assert conf["spark.jars"].startswith("local:///opt/rapids-udfs/rapids-udfs_2.1")
    assert report["image"] == "registry/log-etl:1"
    assert report["limits"]["nvidia.com/gpu"] == "1"


@pytest.mark.parametrize(
    ("script", "env", "said"),
    [
        ("submit-local.sh", {}, "usage: "),
        ("submit-standalone.sh", {}, "MASTER: is not set: spark://host:7077"),
        ("submit-kubernetes.sh", {"MASTER": "k8s://x"}, "IMAGE: is not set: the container image"),
    ],
)
def test_missing_files_are_named(
    script: str, env: dict[str, str], said: str, tmp_path: Path
) -> None:
    words = [] if said.startswith("usage") else ["in", "out"]
    command = [str(EXAMPLE / script), *words]
    done = subprocess.run(
        command, env=environment(tmp_path, **env), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert said in done.stderr
