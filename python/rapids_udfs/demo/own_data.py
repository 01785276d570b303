# SPDX-License-Identifier: Apache-2.0

"""A file of the user's as the view ``data``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.errors import QueryError, RapidsUdfsError
from rapids_udfs.session.query_errors import readable_errors

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

VIEW = "data"
SUPPORTED = ".parquet, .csv, .json or .jsonl"

_FORMATS = {".parquet": "parquet", ".csv": "csv", ".json": "json", ".jsonl": "json"}
_COMPRESSED = {".gz", ".bz2"}


class DataFileError(RapidsUdfsError):
    """A file given with ``--data`` cannot be read."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"--data {path}: {why}")


def check(path: Path) -> str:
    """The format of a file or of a folder of files, from its name."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    found = _FORMATS.get(suffixes[-1]) if suffixes else None
    if not path.exists():
        raise DataFileError(path, "there is no such file")
    if found is None:
        raise DataFileError(path, f"not a supported format; the name must end in {SUPPORTED}")
    return found


def register_view(spark: SparkSession, path: Path) -> DataFrame:
    """Make the file the temporary view ``data``; types of CSV and JSON are inferred."""
    found = check(path)
    reader = spark.read
    if found == "csv":
        reader = reader.options(header="true", inferSchema="true")
    elif found == "json" and path.is_file() and _one_document(path):
        reader = reader.option("multiLine", "true")
    try:
        with readable_errors():
            frame = reader.format(found).load(_as_spark_reads_it(path))
    except QueryError as e:
        raise DataFileError(path, f"Spark cannot read it as {found}: {e}") from e
    if frame.columns in ([], ["_corrupt_record"]):
        raise DataFileError(path, f"Spark finds no columns in it, read as {found}")
    frame.createOrReplaceTempView(VIEW)
    return frame


def _as_spark_reads_it(path: Path) -> str:
    """Escape the characters of a path that Spark would read as a glob pattern."""
    return re.sub(r"([\[\]{}*?\\])", r"\\\1", str(path.absolute()))


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
