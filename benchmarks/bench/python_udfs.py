# SPDX-License-Identifier: Apache-2.0

"""The cases of Python UDFs: compiled, in Python workers, and as hand-written expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pandas as pd
from pyspark.sql import SparkSession
from pyspark.sql.functions import pandas_udf, udf

from bench import data, user_udfs, vectorised
from bench.calls import CALLS
from bench.case import ARROW, BUILTIN, OURS, PANDAS, PYTHON, READING, Case, Way
from bench.rows import IN_PYTHON, WARM_UPS
from rapids_udfs.python_udfs import install
from rapids_udfs.session.modes import PYTHON_UDFS

TARGETS = {BUILTIN: 0.9}


class UserUdf(NamedTuple):
    """A Python UDF of ``user_udfs``.

    Attributes:
        call: its SQL.
        returns: its type.
        builtin: Spark's expressions for the same; empty if there are none.
        remark: how these differ.
        pandas: the same on whole columns, where that is natural.
        tolerance: of floating-point results.
        why: why it misses a target.
    """

    call: str
    returns: str
    builtin: str = ""
    remark: str = ""
    pandas: Callable[..., pd.Series] | None = None
    tolerance: float = 0.0
    why: str = ""

    @property
    def name(self) -> str:
        return self.call.partition("(")[0]

    @property
    def columns(self) -> list[str]:
        return self.call.partition("(")[2].removesuffix(")").split(", ")


def _builtin_of(function: str) -> str:
    return next(call.builtin for call in CALLS if call.function == function)


def _days(day: pd.Series) -> Any:
    return pd.to_datetime(day).dt


def _fiscal_year(day: pd.Series) -> pd.Series:
    return (_days(day).year + (_days(day).month >= 10)).astype("Int32")


def _days_between(first: pd.Series, last: pd.Series) -> pd.Series:
    return (pd.to_datetime(last) - pd.to_datetime(first)).dt.days.astype("Int32")


_HOURS = {6: "night", 12: "morning", 18: "afternoon"}
_PART = " ".join(f"WHEN minute DIV 60 < {hour} THEN '{name}'" for hour, name in _HOURS.items())

UDFS = (
    UserUdf(
        "domain(email)",
        "string",
        "lower(split_part(email, '@', 2))",
        pandas=lambda email: email.str.split("@").str[1].str.lower(),
    ),
    UserUdf(
        "tidy(phrase)",
        "string",
        "trim(regexp_replace(lower(phrase), '\\\\s+', ' '))",
        "knows the blanks of ASCII alone",
        lambda phrase: phrase.str.lower().str.split().str.join(" "),
    ),
    UserUdf(
        "mask(card)",
        "string",
        "concat(repeat('*', length(card) - 4), right(card, 4))",
        pandas=lambda card: "*" * 12 + card.str[-4:],
    ),
    UserUdf(
        "luhn(card)",
        "boolean",
        "luhn_check(card)",
        why="the text becomes one of Java's, each digit a text to read as a number; the builtin "
        "reads bytes",
    ),
    UserUdf("ip_to_number(ip)", "bigint", _builtin_of("ipv4_to_long"), "checks nothing"),
    UserUdf(
        "is_private(ip)",
        "boolean",
        "ip LIKE '10.%' OR ip LIKE '192.168.%' OR "
        "(ip LIKE '172.%' AND int(split_part(ip, '.', 2)) BETWEEN 16 AND 31)",
    ),
    UserUdf(
        "fiscal_year(day1)",
        "int",
        "year(day1) + CASE WHEN month(day1) >= 10 THEN 1 ELSE 0 END",
        pandas=_fiscal_year,
    ),
    UserUdf(
        "month_name(day1)",
        "string",
        "date_format(day1, 'yyyy-MM')",
        pandas=lambda day: _days(day).strftime("%Y-%m"),
    ),
    UserUdf(
        "days_between(day1, day2)",
        "int",
        "datediff(day2, day1)",
        pandas=_days_between,
        why="both dates and their difference are objects; the builtin subtracts two numbers",
    ),
    UserUdf(
        "part_of_day(minute)",
        "string",
        f"CASE WHEN minute IS NULL THEN 'unknown' {_PART} ELSE 'evening' END",
        why="its constants become Spark's texts in each row",
    ),
    UserUdf("clock(minute)", "string", _builtin_of("hhmm")),
    UserUdf(
        "gross(amount, rate)",
        "decimal(24,2)",
        "CAST(round(amount * (1 + rate), 2) AS DECIMAL(24,2))",
        why="a Decimal of Python is an object, rounded to 28 digits after each step",
    ),
    UserUdf(
        "distance(lat1, lon1, lat2, lon2)",
        "double",
        _builtin_of("haversine_km"),
        pandas=lambda *places: vectorised.haversine_km(*places),
        tolerance=1e-9,
        why="as in Python, arguments outside a function's domain are errors, which is looked for",
    ),
    UserUdf(
        "fahrenheit(temperature)",
        "double",
        "temperature * 9 / 5 + 32",
        pandas=lambda temperature: temperature * 9 / 5 + 32,
    ),
    UserUdf("polynomial(n)", "bigint", "aggregate(sequence(0, 19), 0L, (s, i) -> s + n * i % 7)"),
    UserUdf(
        "ratio(minute, steps)",
        "double",
        "try_divide(minute, steps)",
        why="a division by zero and a null are exceptions that are thrown and caught",
    ),
    UserUdf("major(version)", "int", "int(split_part(version, '.', 1))"),
    UserUdf(
        "digits(phone)",
        "string",
        "regexp_replace(phone, '[^0-9]', '')",
        pandas=lambda phone: phone.str.replace(r"\D", "", regex=True),
    ),
    UserUdf(
        "slug(phrase)",
        "string",
        "trim(BOTH '-' FROM regexp_replace(lower(phrase), '[^a-z0-9]+', '-'))",
        pandas=lambda phrase: (
            phrase.str.lower().str.replace("[^a-z0-9]+", "-", regex=True).str.strip("-")
        ),
    ),
    UserUdf(
        "page(query)", "string", "str_to_map(query, '&', '=')['page']", "fails on a repeated key"
    ),
    UserUdf(
        "decoded(encoded)",
        "string",
        "url_decode(encoded)",
        "fails on a malformed escape",
        why="as in Python, each run of escapes is decoded by itself, malformed ones are replaced",
    ),
    UserUdf(
        "letters(text)",
        "int",
        "length(regexp_replace(text, '\\\\s+', ''))",
        "knows the blanks of ASCII alone",
    ),
    UserUdf(
        "shared(tags, other_tags)",
        "int",
        "CASE WHEN tags IS NOT NULL AND other_tags IS NOT NULL "
        "THEN size(array_intersect(tags, other_tags)) END",
    ),
    UserUdf("ordered(tags)", "array<string>", "array_sort(tags)"),
    UserUdf(
        "spread(counts)",
        "struct<low:bigint,high:bigint,mean:double>",
        "CASE WHEN size(counts) > 0 THEN named_struct('low', array_min(counts), 'high', "
        "array_max(counts), 'mean', "
        "aggregate(counts, 0L, (s, x) -> s + x) / size(counts)) END",
    ),
    UserUdf(
        "where(labels)",
        "string",
        "CASE WHEN labels IS NOT NULL THEN upper(coalesce(labels['page'], 'none')) END",
        why="the keys are compared from the last to the first, as a dict has the last of equal "
        "ones; the text that is found becomes one of Java's and back",
    ),
    UserUdf(
        "to_json(n, email)",
        "string",
        "to_json(named_struct('id', n, 'email', email), map('ignoreNullFields', 'false'))",
        why="each row makes a dictionary, which is then written",
    ),
    UserUdf(
        "pseudonym(email)",
        "string",
        "sha2(email, 256)",
        why="the digest becomes a text of Java's, then one of Spark's",
    ),
)


def cases() -> list[Case]:
    """Return a case for every UDF."""
    return [
        Case(
            of.name,
            of.call,
            2_000_000,
            data.table,
            lambda spark, _, of=of: _ways(spark, of),
            cached=False,
            sample=20_000,
            slow=IN_PYTHON,
            warm_ups=WARM_UPS,
            by_tasks=(READING, OURS, BUILTIN),
            settings={OURS: {PYTHON_UDFS: "require"}},
            target=TARGETS if of.builtin else {},
            tolerance=of.tolerance,
            note=of.why,
            remark=f"against `{of.builtin}`: {of.remark}" if of.remark else "",
        )
        for of in UDFS
    ]


def _ways(spark: SparkSession, of: UserUdf) -> Mapping[str, Way]:
    # The session's setting, which is off for the other ways, decides about compiling.
    install()
    function = getattr(user_udfs, of.name)
    arrow = udf(function, of.returns, useArrow=True)
    ways: dict[str, Way] = {READING: lambda df: df.select(*of.columns), OURS: _calling(arrow, of)}
    if of.builtin:
        ways[BUILTIN] = lambda df: df.selectExpr(f"{of.builtin} AS result")
    ways[ARROW] = _calling(arrow, of)
    if of.pandas is not None:
        ways[PANDAS] = _calling(_of_series(of.pandas, of), of)
    ways[PYTHON] = _calling(udf(function, of.returns, useArrow=False), of)
    return ways


def _calling(function: Callable[..., Any], of: UserUdf) -> Way:
    return lambda df: df.select(function(*of.columns).alias("result"))


def _of_series(function: Callable[..., pd.Series], of: UserUdf) -> Any:
    def of_series(*columns: pd.Series) -> pd.Series:
        return function(*columns)

    # Spark infers the sort of UDF from annotations that are classes, not strings.
    of_series.__annotations__ = {"columns": pd.Series, "return": pd.Series}
    return pandas_udf(of_series, of.returns)
