# SPDX-License-Identifier: Apache-2.0

"""Calls of the builtins with columnar bodies, and a table with columns for their arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyspark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Case:
    """Calls of a builtin over the columns of :func:`table`.

    Attributes:
        name: the builtin.
        calls: SQL expressions with one call of the builtin.
        where: the rows that the builtin accepts.
        ansi_where: the same in ANSI mode.
        since: the minor version of Spark that first had the builtin.
        counted: whether ``benchmarks/results/builtin_costs.json`` has the costs of the calls.
    """

    name: str
    calls: tuple[str, ...]
    where: str = "true"
    ansi_where: str = "true"
    since: str = "3.5"
    counted: bool = True


@dataclass(frozen=True)
class Refusal:
    """A call that the builtin rejects for some rows.

    Attributes:
        name: the builtin.
        call: the SQL expression.
        error: a pattern in the error's message, such as Spark's error class.
        ansi: whether it rejects them only in ANSI mode.
    """

    name: str
    call: str
    error: str
    ansi: bool = False


_ALL = (
    Case("add_months", ("add_months(d, k)", "add_months(d, 14)", "add_months(d, -1)")),
    Case("array_append", ("array_append(a, i)", "array_append(texts, s)", "array_append(a, 7)")),
    Case("array_compact", ("array_compact(a)", "array_compact(texts)"), since="4.0"),
    Case("array_insert", ("array_insert(a, 3, i)", "array_insert(texts, 2, s)")),
    Case("array_prepend", ("array_prepend(a, i)", "array_prepend(texts, s)")),
    Case("base64", ("base64(b)", "base64(s)")),
    Case("bit_get", ("bit_get(i, abs(k % 32))", "bit_get(l, 63)", "bit_get(t, 0)")),
    Case("bitmap_bit_position", ("bitmap_bit_position(l)", "bitmap_bit_position(i)")),
    Case("bitmap_bucket_number", ("bitmap_bucket_number(l)", "bitmap_bucket_number(i)")),
    Case("bitmap_count", ("bitmap_count(b)",)),
    Case("chr", ("chr(l)", "chr(i)", "char(k)")),
    Case("date_from_unix_date", ("date_from_unix_date(i)",)),
    Case("dayname", ("dayname(d)", "dayname(date_from_unix_date(i))"), since="4.0"),
    Case("elt", ("elt(abs(k % 3) + 1, s, 'b', w)", "elt(2, s, w)")),
    Case("encode", ("encode(s, 'utf-8')", "encode(w, 'UTF-8')")),
    Case("endswith", ("endswith(s, substr(s, 3))", "endswith(s, w)", "endswith(w, s)")),
    Case("extract", ("extract(SECOND FROM at)",)),
    Case(
        "extract", ("extract(YEAROFWEEK FROM d)", "extract(YEAROFWEEK FROM date_from_unix_date(i))")
    ),
    Case("factorial", ("factorial(i)", "factorial(k % 25)")),
    Case("find_in_set", ("find_in_set(substr(s, 1, 1), s)", "find_in_set(s, ',a,B,,7')")),
    Case("format_string", ("format_string('%s: %d%% of %s', s, k, l)", "printf('<%s>', t)")),
    Case("luhn_check", ("luhn_check(digits)", "luhn_check(s)")),
    Case(
        "make_date",
        ("make_date(y, m, dd)", "make_date(y, 2, 28)"),
        where="coalesce(abs(y) < 5000000, true)",
        ansi_where="coalesce(m BETWEEN 1 AND 12 AND dd BETWEEN 1 AND 28, true)",
    ),
    Case("mask", ("mask(s)", "mask(w, 'Q', 'q', NULL, '*')", "mask(s, NULL, 'x')")),
    Case("monthname", ("monthname(d)", "monthname(date_from_unix_date(i))"), since="4.0"),
    Case("next_day", ("next_day(d, 'MO')", "next_day(d, 'sunday')", "next_day(d, 'Wed')")),
    Case("overlay", ("overlay(s PLACING w FROM 3 FOR 2)", "overlay(s PLACING 'é7' FROM 2)")),
    Case("quote", ("quote(s)",), since="4.1"),
    Case("soundex", ("soundex(w)", "soundex(s)")),
    Case("space", ("space(k)", "space(3 + t % 3)")),
    Case(
        "split_part", ("split_part(s, ',', 2)", "split_part(s, 'a', -1)", "split_part(w, 'HW', 1)")
    ),
    Case("startswith", ("startswith(s, left(s, 2))", "startswith(s, w)", "startswith(w, s)")),
    Case(
        "timestampadd",
        (
            "timestampadd(HOUR, k, at)",
            "dateadd(MICROSECOND, k, at)",
            "timestampadd(MONTH, k, at)",
            "timestampadd(YEAR, -k, at)",
            "timestampadd(WEEK, k, at)",
        ),
    ),
    Case(
        "timestampdiff",
        (
            "timestampdiff(MINUTE, at, other)",
            "datediff(DAY, at, other)",
            "timestampdiff(MONTH, at, other)",
            "timestampdiff(QUARTER, other, at)",
            "timestampdiff(YEAR, at, TIMESTAMP'2000-02-29 12:00:00')",
        ),
    ),
    Case("to_binary", ("to_binary(hexed, 'hex')",)),
    Case(
        "try_add", ("try_add(i, k)", "try_add(l, l)", "try_add(t, t)", "try_add(f, f)"), since="4.0"
    ),
    Case("try_divide", ("try_divide(i, k)", "try_divide(f, k)"), since="4.0"),
    Case(
        "try_mod",
        ("try_mod(i, k)", "try_mod(l, t)", "try_mod(f, k)", "try_mod(t, t)"),
        since="4.0",
    ),
    Case("try_mod", ("try_mod(f, k / 4D)",), since="4.0", counted=False),
    Case(
        "try_multiply",
        ("try_multiply(i, i)", "try_multiply(l, k)", "try_multiply(l, l)"),
        since="4.0",
    ),
    Case(
        "try_subtract",
        ("try_subtract(i, k)", "try_subtract(k, l)", "try_subtract(t, t)"),
        since="4.0",
    ),
    Case("try_url_decode", ("try_url_decode(url)", "try_url_decode(s)"), since="4.0"),
    Case(
        "unbase64",
        ("unbase64(base64(b))", "unbase64(sextets)", "unbase64('QUJD' || s || w)"),
        where="coalesce(length(regexp_replace(s || w, '[^A-Za-z0-9+/]', '')) % 4 <> 1, true)",
    ),
    Case("unhex", ("unhex(hexed)", "unhex(digits)", "unhex(s)")),
    Case("unix_date", ("unix_date(d)",)),
    Case("unix_micros", ("unix_micros(at)",)),
    Case("unix_millis", ("unix_millis(at)", "unix_millis(timestamp_micros(l))")),
    Case("unix_seconds", ("unix_seconds(at)", "unix_seconds(timestamp_micros(l))")),
    Case("url_decode", ("url_decode(url)", "url_decode(replace(s, '%', '+'))")),
    Case("url_encode", ("url_encode(s)", "url_encode(url)")),
    Case("weekofyear", ("weekofyear(d)", "weekofyear(date_from_unix_date(i))")),
    Case(
        "width_bucket",
        ("width_bucket(f, -1, 7.5, 9)", "width_bucket(f, 10, -10, 7)", "width_bucket(k, 0, 9, 3)"),
    ),
)

CASES = tuple(case for case in _ALL if case.since <= pyspark.__version__)

REFUSALS = (
    Refusal("add_months", "add_months(date_from_unix_date(i), i)", "overflow"),
    Refusal("bit_get", "bit_get(t, k)", "BIT_POSITION_RANGE|bit position"),
    Refusal("bit_get", "bit_get(l, 64 + k * 0)", "BIT_POSITION_RANGE|bit position"),
    Refusal("elt", "elt(k, s, w)", "INVALID_ARRAY_INDEX", ansi=True),
    Refusal("make_date", "make_date(y, k, k)", "DATETIME|Invalid value", ansi=True),
    Refusal("make_date", "make_date(i, 1, 1)", "overflow"),
    Refusal("split_part", "split_part('a,b', ',', k)", "INVALID_INDEX_OF_ZERO"),
    Refusal("timestampadd", "timestampadd(YEAR, i, at)", "DATETIME_OVERFLOW"),
    Refusal("to_binary", "to_binary(s, 'hex')", "CONVERSION_INVALID_INPUT"),
    Refusal("unbase64", "unbase64(s)", "Last unit|4-byte"),
    Refusal("url_decode", "url_decode('%' || s)", "CANNOT_DECODE_URL"),
)


def _pieces(pieces: str) -> str:
    """Return an expression for a string of up to eleven pieces, chosen by ``{r}``."""
    listed = ["'" + piece.replace("'", "\\'") + "'" for piece in pieces.split()]
    drawn = f"array({', '.join(listed)})[int(abs(xxhash64({{r}}, x) % {len(listed)}))]"
    return (
        f"array_join(transform(slice(sequence(1, 11), 1, int(abs({{r}} % 12))), x -> {drawn}), '')"
    )


# Columns: the type, the edge values, and an expression for others with a random long, ``{r}``.
_COLUMNS = {
    "t": ("TINYINT", "0 | -128 | 127 | NULL", "CAST({r} % 128 AS TINYINT)"),
    "i": ("INT", "0 | -1 | 1 | 2147483647 | -2147483648 | NULL", "CAST({r} % 2147483648 AS INT)"),
    "k": ("INT", "0 | 1 | -1 | 7 | NULL", "CAST({r} % 100 AS INT)"),
    "l": ("BIGINT", "0 | -1 | 9223372036854775807 | -9223372036854775807 - 1 | NULL", "{r}"),
    "d": (
        "DATE",
        "'1970-01-01' | '1969-12-31' | '0001-01-01' | '9999-12-31' | '2024-02-29' | NULL",
        "date_add(DATE'1970-01-01', CAST({r} % 100000 AS INT))",
    ),
    "at": (
        "TIMESTAMP",
        "'1970-01-01' | '1969-12-31 23:59:59.999999' | '2024-02-29 12:00:00' | '0001-01-01' | NULL",
        "timestamp_micros({r} % 10000000000000000)",
    ),
    "other": (
        "TIMESTAMP",
        "'2023-03-31 12:00:00' | '9999-12-31 23:59:59' | NULL",
        "timestamp_micros({r} % 3000000000000000)",
    ),
    "y": ("INT", "0 | -1 | 2000 | 1900 | 4800000 | -4800000 | NULL", "CAST({r} % 5000 AS INT)"),
    "m": ("INT", "0 | 13 | -1 | 12 | 1 | 2147483647 | NULL", "CAST(abs({r} % 12) + 1 AS INT)"),
    "dd": ("INT", "0 | 29 | 30 | 31 | 32 | -1 | NULL", "CAST(abs({r} % 31) + 1 AS INT)"),
    "f": (
        "DOUBLE",
        "0D | -0D | 7.5D | -1D | double('NaN') | double('inf') | double('-inf') | 1e300D | NULL",
        "CAST({r} % 100000 AS DOUBLE) / 4096",
    ),
    "s": ("STRING", "'' | 'a' | '\\'' | ',' | '😀' | NULL", _pieces("a B 7 , é 漢 😀 - Z k ' %")),
    "w": ("STRING", "'' | 'H' | 'Robert' | 'Pfister' | NULL", _pieces("h H w B b R p f c S e y 1")),
    "url": (
        "STRING",
        "'' | '+' | '%00' | '%C3%28' | '%F0%9F%98%80' | NULL",
        _pieces("%41 %c3%A9 + a & %2F %25 é ~ %7e %E6%BC%A2 %FF"),
    ),
    "sextets": (
        "STRING",
        "'' | 'QQ==' | 'QUI=' | 'QQ' | 'Q\\nU I é' | 'QUJD' | NULL",
        "base64(CAST({r} AS STRING))",
    ),
    "hexed": (
        "STRING",
        "'' | 'F' | '00' | 'fFeE0' | NULL",
        "concat(hex({r}), lower(hex(id)), repeat('aF', int(abs({r} % 9))))",
    ),
    "digits": (
        "STRING",
        "'' | '0' | '18' | '79927398713' | '4539148803436467' | '१८' | NULL",
        "CAST(abs({r} % 1000000000) AS STRING)",
    ),
    "b": (
        "BINARY",
        "X'' | X'00' | X'FF00FF' | NULL",
        "unhex(repeat(hex({r}), int(abs({r} % 20))))",
    ),
    "a": (
        "ARRAY<INT>",
        "array() | array(NULL) | array(1, NULL, 3) | NULL",
        "transform(slice(sequence(1, 9), 1, int(abs({r} % 9))), x -> int({r} % nullif(x, 4)))",
    ),
    "texts": (
        "ARRAY<STRING>",
        "array() | array('', NULL) | NULL",
        "array(CAST({r} AS STRING), NULL, 'é')",
    ),
}


def table(spark: SparkSession, rows: int) -> DataFrame:
    """Return a row for every pair of edge values, then random rows, a tenth of them null."""
    listed = {name: edges.split(" | ") for name, (_, edges, _) in _COLUMNS.items()}
    most = max(map(len, listed.values()))
    columns = []
    for salt, (name, (type_, _, random)) in enumerate(_COLUMNS.items()):
        edges = ", ".join(f"CAST({value} AS {type_})" for value in listed[name])
        # The stride has no common factor with the number of edges, so all pairs occur.
        at = f"CAST((id DIV {most} * {salt} + id) % {len(listed[name])} AS INT)"
        drawn = random.format(r=f"xxhash64(id, {salt})")
        columns.append(
            f"CASE WHEN id < {most**2} THEN element_at(array({edges}), {at} + 1) "
            f"WHEN xxhash64({salt}, id) % 10 = 0 THEN NULL ELSE {drawn} END AS {name}"
        )
    return spark.range(rows + most**2).selectExpr("id", *columns)
