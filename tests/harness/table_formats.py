# SPDX-License-Identifier: Apache-2.0

"""Statements on a table, with functions in conditions and values, and the resulting rows."""

from __future__ import annotations

from typing import Any, NamedTuple

RAW = [
    (1, "<b>ÄRGER</b> Q", "10.0050"),
    (2, "B%20C", None),
    (3, "", "3.0000"),
    (4, None, "4.0000"),
    (5, "E é", "5.0049"),
]
"""The rows of the view ``raw``: ``id bigint, text string, price decimal(9,4)``."""
MORE = [(5, "NEW", "1.0000"), (6, "<i>F</i>", "2.0000"), (7, "SKIP", "3.0000")]
"""The rows of the view ``more``, with the same columns."""

Rows = list[list[Any]]
INSERTED: Rows = [
    [1, "<b>Ärger</b> q", "10.01"],
    [2, "b%20c", None],
    [3, "", "3.00"],
    [4, None, "4.00"],
    [5, "e é", "5.00"],
]
UPDATED: Rows = [INSERTED[0], [2, "b c", None], *INSERTED[2:]]
MERGED: Rows = [*UPDATED[1:4], [5, "new", "5.00"], [6, "F", "2.00"]]
STREAMED: Rows = [[1, "Ärger q"], [5, "e é"]]


class Statement(NamedTuple):
    """A statement: its result, or the table's rows after it, and the functions that it calls.

    In ``sql``, ``{t}`` is the table, ``{format}`` its format, and ``{inserted}`` the suffix that
    selects its state after the first insertion.
    """

    sql: str
    rows: Rows
    calls: tuple[str, ...] = ()


STATEMENTS = {
    "create": Statement(
        "CREATE TABLE {t} (id BIGINT, text STRING, price DECIMAL(9, 2)) USING {format}"
        " TBLPROPERTIES ({properties})",
        [],
    ),
    "insert": Statement(
        "INSERT INTO {t} SELECT id, ascii_lower(text), money_round(price) FROM raw",
        INSERTED,
        ("ascii_lower", "money_round"),
    ),
    "select": Statement(
        "SELECT id, strip_html(text) FROM {t} WHERE word_count(text) = 2 ORDER BY id",
        STREAMED,
        ("strip_html", "word_count"),
    ),
    "update": Statement(
        "UPDATE {t} SET text = url_decode_form(text) WHERE word_count(text) = 1",
        UPDATED,
        ("url_decode_form", "word_count"),
    ),
    "delete": Statement(
        "DELETE FROM {t} WHERE strip_html(text) = 'Ärger q'", UPDATED[1:], ("strip_html",)
    ),
    "merge": Statement(
        "MERGE INTO {t} AS t USING more AS m ON t.id = m.id AND word_count(m.text) = 1"
        " WHEN MATCHED THEN UPDATE SET text = ascii_lower(m.text)"
        " WHEN NOT MATCHED AND ascii_lower(m.text) <> 'skip'"
        " THEN INSERT (id, text, price) VALUES (m.id, strip_html(m.text), money_round(m.price))",
        MERGED,
        ("ascii_lower", "money_round", "strip_html", "word_count"),
    ),
    "time travel": Statement(
        "SELECT id, strip_html(text) FROM {t} {inserted} WHERE word_count(text) = 2 ORDER BY id",
        STREAMED,
        ("strip_html", "word_count"),
    ),
}


class Format(NamedTuple):
    """A table format: its settings, and its parts of the statements.

    ``properties`` describe two kinds of tables: changed files are rewritten, or their rows are
    marked as deleted. Parts of the statements ``in_rows`` do not run on the plugin.
    """

    extension: str
    settings: dict[str, str]
    properties: dict[str, str]
    after_insert: str
    inserted: str
    in_rows: frozenset[str] = frozenset()


_MODES = ", ".join(f"'write.{w}.mode' = '{{}}'" for w in ("delete", "update", "merge"))
FORMATS = {
    "delta": Format(
        "io.delta.sql.DeltaSparkSessionExtension",
        {"spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog"},
        {
            "rewritten": "'delta.enableDeletionVectors' = 'false'",
            "marked": "'delta.enableDeletionVectors' = 'true'",
        },
        "DESCRIBE HISTORY {t}",
        "VERSION AS OF 1",
        # Delta first looks for the files to rewrite, in a plan that the plugin does not replace.
        frozenset({"rewritten update", "rewritten delete"}),
    ),
    "iceberg": Format(
        "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
        {
            "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
            "spark.sql.catalog.lake.type": "hadoop",
            "spark.sql.catalog.lake.warehouse": "lake",
            "spark.sql.defaultCatalog": "lake",
        },
        {
            "rewritten": _MODES.replace("{}", "copy-on-write"),
            "marked": _MODES.replace("{}", "merge-on-read"),
        },
        "ALTER TABLE {t} CREATE TAG inserted",
        "VERSION AS OF 'inserted'",
    ),
}
