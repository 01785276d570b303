# SPDX-License-Identifier: Apache-2.0

"""Right and wrong conversions of Python functions to SQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from python_udfs import originals as of


class Converted(NamedTuple):
    """A Python function and its conversions."""

    function: Callable[..., Any]
    types: list[str]
    returns: str
    right: list[str]
    wrong: list[str]


CONVERTED = [
    Converted(
        *(of.length, ["string"], "int"),
        right=["coalesce(length(text), 0)", "CASE WHEN text IS NULL THEN 0 ELSE len(text) END"],
        wrong=[
            "length(text)",
            "coalesce(octet_length(text), 0)",
            "coalesce(length(trim(text)), 0)",
            "coalesce(length(text), -1)",
            "coalesce(length(text), 0) + 1",
        ],
    ),
    Converted(
        *(of.half, ["int"], "int"),
        right=["CAST(floor(n / 2) AS INT)", "shiftright(n, 1)"],
        wrong=[
            "CAST(n DIV 2 AS INT)",
            "CAST(n / 2 AS INT)",
            "shiftrightunsigned(n, 1)",
            "CAST(round(n / 2) AS INT)",
            "CAST(ceil(n / 2) AS INT)",
        ],
    ),
    Converted(
        *(of.bucket, ["int"], "int"),
        right=["pmod(n, 7)", "CASE WHEN n % 7 < 0 THEN n % 7 + 7 ELSE n % 7 END"],
        wrong=["n % 7", "abs(n % 7)", "pmod(n, 6)", "pmod(n, 7) + 1", "coalesce(pmod(n, 7), 0)"],
    ),
    Converted(
        *(of.rare, ["string"], "boolean"),
        right=["text <=> 'QZ-77-XK9'"],
        wrong=["trim(text) <=> 'QZ-77-XK9'", "lower(text) <=> 'qz-77-xk9'"],
    ),
    Converted(
        *(of.ratio, ["double", "double"], "double"),
        right=["a / nullif(b, 0)", "CASE WHEN b <> 0 THEN a / b END"],
        wrong=[
            "a / b",
            "coalesce(a / nullif(b, 0), 0D)",
            "b / nullif(a, 0)",
            "CASE WHEN b > 0 THEN a / b END",
            "CAST(CAST(a AS FLOAT) / nullif(b, 0) AS DOUBLE)",
        ],
    ),
    Converted(
        *(of.clean, ["double"], "double"),
        right=["coalesce(nanvl(x, 0D), 0D)", "CASE WHEN x IS NULL OR isnan(x) THEN 0D ELSE x END"],
        wrong=[
            "coalesce(x, 0D)",
            "nanvl(x, 0D)",
            "CASE WHEN x = x THEN x ELSE 0D END",
            "coalesce(nanvl(x, 0D), 0D) + 0D",
            "abs(coalesce(nanvl(x, 0D), 0D))",
        ],
    ),
    Converted(
        *(of.prefix, ["string"], "string"),
        right=["left(text, 3)", "substr(text, 1, 3)"],
        wrong=[
            "substr(text, 2, 3)",
            "left(text, 2)",
            "decode(substr(encode(text, 'UTF-8'), 1, 3), 'UTF-8')",
            "rpad(text, 3, ' ')",
            "left(trim(text), 3)",
            "nullif(left(text, 3), '')",
        ],
    ),
    Converted(
        *(of.last, ["string"], "string"),
        right=["right(text, 1)", "substr(text, -1, 1)"],
        wrong=["right(text, 2)", "coalesce(right(text, 1), '')", "lower(right(text, 1))"],
    ),
    Converted(
        *(of.position, ["string"], "int"),
        right=["instr(text, 'b') - 1", "locate('b', text) - 1"],
        wrong=[
            "instr(text, 'b')",
            "instr(text, 'B') - 1",
            "coalesce(instr(text, 'b') - 1, -1)",
            "nullif(instr(text, 'b'), 0) - 1",
            "instr(lower(text), 'b') - 1",
        ],
    ),
    Converted(
        *(of.third, ["string"], "string"),
        right=[
            "get(split(text, ','), 2)",
            "CASE WHEN size(split(text, ',')) > 2 THEN element_at(split(text, ','), 3) END",
        ],
        wrong=[
            "get(split(text, ','), 3)",
            "get(split(text, ','), 1)",
            "split_part(text, ',', 3)",
            "split(text, ',')[2]",
            "nullif(get(split(text, ','), 2), '')",
        ],
    ),
    Converted(
        *(of.digits, ["string"], "boolean"),
        right=["coalesce(text <> '' AND translate(text, '0123456789', '') = '', false)"],
        wrong=[
            "text <> '' AND translate(text, '0123456789', '') = ''",
            "coalesce(text RLIKE '[0-9]+', false)",
            "coalesce(text RLIKE '^[0-9]*$', false)",
            "try_cast(text AS INT) IS NOT NULL",
            "coalesce(text RLIKE '^[0-9]+', false)",
        ],
    ),
    Converted(
        *(of.weekday, ["date"], "int"),
        right=["weekday(day)", "pmod(dayofweek(day) - 2, 7)"],
        wrong=["dayofweek(day)", "dayofweek(day) - 1", "weekday(day) + 1", "dayofweek(day) - 2"],
    ),
    Converted(
        *(of.hour, ["timestamp"], "int"),
        right=["hour(at)", "CAST(date_format(at, 'H') AS INT)"],
        wrong=[
            "minute(at)",
            "hour(at) + 1",
            "coalesce(hour(at), 0)",
            "hour(at + INTERVAL 30 MINUTES)",
            "CAST(date_format(at, 'h') AS INT)",
        ],
    ),
    Converted(
        *(of.total, ["int", "int"], "bigint"),
        right=["CAST(a AS BIGINT) + b", "CAST(CAST(a AS DOUBLE) + b AS BIGINT)"],
        wrong=[
            "CAST(a + b AS BIGINT)",
            "CAST(try_add(a, b) AS BIGINT)",
            "coalesce(CAST(a AS BIGINT), 0L) + b",
            "CAST(a AS BIGINT) - b",
        ],
    ),
    Converted(
        *(of.rounded, ["double"], "bigint"),
        right=["CAST(rint(x) AS BIGINT)"],
        wrong=[
            "CAST(round(x) AS BIGINT)",
            "CAST(x AS BIGINT)",
            "CAST(floor(x + 0.5D) AS BIGINT)",
            "CAST(ceil(x) AS BIGINT)",
        ],
    ),
    Converted(
        *(of.count, ["array<string>"], "int"),
        right=[
            "coalesce(array_size(tags), 0)",
            "CASE WHEN tags IS NULL THEN 0 ELSE size(tags) END",
        ],
        wrong=[
            "array_size(tags)",
            "coalesce(size(array_distinct(tags)), 0)",
            "coalesce(size(array_compact(tags)), 0)",
            "coalesce(array_size(tags), -1)",
        ],
    ),
    Converted(
        *(of.joined, ["array<string>"], "string"),
        right=["array_join(filter(tags, tag -> tag <> ''), '-')"],
        wrong=[
            "array_join(tags, '-')",
            "array_join(array_distinct(filter(tags, tag -> tag <> '')), '-')",
            "nullif(array_join(filter(tags, tag -> tag <> ''), '-'), '')",
            "array_join(filter(tags, tag -> length(tag) > 1), '-')",
        ],
    ),
    Converted(
        *(of.grade, ["int"], "string"),
        right=[
            "CASE WHEN points IS NULL THEN 'none' WHEN points < 50 THEN 'low' "
            "WHEN points < 80 THEN 'middle' ELSE 'high' END"
        ],
        wrong=[
            "CASE WHEN points < 50 THEN 'low' WHEN points < 80 THEN 'middle' ELSE 'high' END",
            "CASE WHEN points IS NULL THEN 'none' WHEN points <= 50 THEN 'low' "
            "WHEN points < 80 THEN 'middle' ELSE 'high' END",
            "CASE WHEN points IS NULL THEN 'none' WHEN points < 50 THEN 'low' "
            "WHEN points <= 80 THEN 'middle' ELSE 'high' END",
            "CASE WHEN points IS NULL THEN 'none' WHEN points < 49 THEN 'low' "
            "WHEN points < 80 THEN 'middle' ELSE 'high' END",
            "CASE WHEN points IS NULL THEN 'none' WHEN abs(points) < 50 THEN 'low' "
            "WHEN points < 80 THEN 'middle' ELSE 'high' END",
        ],
    ),
    Converted(
        *(of.backwards, ["string"], "string"),
        right=["reverse(text)"],
        wrong=[
            "text",
            "reverse(trim(text))",
            "upper(reverse(text))",
            "reverse(left(text, 10))",
            "decode(reverse(encode(text, 'UTF-8')), 'UTF-8')",
        ],
    ),
    Converted(
        *(of.padded, ["string"], "string"),
        right=["CASE WHEN length(code) < 5 THEN lpad(code, 5, '0') ELSE code END"],
        wrong=[
            "lpad(code, 5, '0')",
            "CASE WHEN length(code) < 5 THEN rpad(code, 5, '0') ELSE code END",
            "CASE WHEN length(code) < 6 THEN lpad(code, 6, '0') ELSE code END",
            "CASE WHEN octet_length(code) < 5 THEN lpad(code, 5, '0') ELSE code END",
        ],
    ),
    Converted(
        *(of.stripped, ["string"], "string"),
        right=["trim(text)"],
        wrong=[
            "ltrim(text)",
            "rtrim(text)",
            "btrim(text, ' a')",
            "replace(text, ' ', '')",
            "coalesce(trim(text), '')",
        ],
    ),
    Converted(
        *(of.city, ["string"], "string"),
        right=["coalesce(nullif(name, ''), 'unknown')", "if(name <> '', name, 'unknown')"],
        wrong=[
            "coalesce(name, 'unknown')",
            "coalesce(nullif(trim(name), ''), 'unknown')",
            "coalesce(nullif(name, ''), 'Unknown')",
            "nullif(name, '')",
        ],
    ),
    Converted(
        *(of.doubled, ["decimal(10,2)"], "decimal(12,2)"),
        right=["CAST(amount * 2 AS DECIMAL(12,2))", "CAST(amount + amount AS DECIMAL(12,2))"],
        wrong=[
            "CAST(CAST(amount AS INT) * 2 AS DECIMAL(12,2))",
            "CAST(abs(amount) * 2 AS DECIMAL(12,2))",
            "CAST(CAST(amount AS FLOAT) * 2 AS DECIMAL(12,2))",
            "CAST(coalesce(amount, 0) * 2 AS DECIMAL(12,2))",
        ],
    ),
    Converted(
        *(of.equal, ["string", "string"], "boolean"),
        right=["a <=> b", "NOT (a IS DISTINCT FROM b)"],
        wrong=["lower(a) <=> lower(b)", "rtrim(a) <=> rtrim(b)", "a = b"],
    ),
    Converted(
        *(of.floor_divided, ["int", "int"], "bigint"),
        right=["IF(b = 0, NULL, CAST(floor(CAST(a AS DECIMAL(20,0)) / b) AS BIGINT))"],
        wrong=[
            "IF(b = 0, NULL, a div b)",
            "IF(b = 0, NULL, CAST(CAST(floor(a / b) AS INT) AS BIGINT))",
        ],
    ),
    Converted(
        *(of.has_at, ["string"], "boolean"),
        right=["coalesce(contains(text, '@'), false)", "coalesce(text LIKE '%@%', false)"],
        wrong=[
            "contains(text, '@')",
            "coalesce(text LIKE '%@%.%', false)",
            "coalesce(startswith(text, '@'), false)",
            "coalesce(text LIKE '_%@%', false)",
        ],
    ),
    Converted(
        *(of.next_month, ["date"], "int"),
        right=["month(day) % 12 + 1", "month(add_months(date_trunc('MONTH', day), 1))"],
        wrong=["month(day) + 1", "month(day) % 11 + 1", "month(date_add(day, 30))"],
    ),
    Converted(
        *(of.phone, ["string"], "string"),
        right=[
            r"CASE WHEN length(regexp_replace(text, '(?U)\\D', '')) = 10 "
            r"THEN regexp_replace(text, '(?U)\\D', '') END"
        ],
        wrong=[
            "CASE WHEN length(regexp_replace(text, '[^0-9]', '')) = 10 "
            "THEN regexp_replace(text, '[^0-9]', '') END"
        ],
    ),
    Converted(
        *(of.share, ["int"], "int"),
        right=[
            "CASE WHEN n IS NULL THEN NULL WHEN n = 86399 THEN 1 "
            "WHEN pmod(n, 1009) = 17 THEN 2 ELSE 0 END"
        ],
        wrong=[
            "CASE WHEN n IS NULL THEN NULL WHEN n = 86399 THEN 1 "
            "WHEN n % 1009 = 17 THEN 2 ELSE 0 END",
        ],
    ),
]
