"""What is compared: each function's call, its type, and Spark's own way to the same result."""

from __future__ import annotations

from rowbench.case import Case
from rowbench.more_cases import MORE_CASES

_COSINE_PART = "aggregate(zip_with({0}, {1}, (x, y) -> x * y), 0D, (s, x) -> s + x)"

_HAVERSINE = (
    "2 * 6371.0088 * asin(sqrt(pow(sin(radians(lat2 - lat1) / 2), 2) + "
    "cos(radians(lat1)) * cos(radians(lat2)) * pow(sin(radians(lon2 - lon1) / 2), 2)))"
)

_OCTETS = " + ".join(
    f"CAST(split_part(ip, '.', {i + 1}) AS BIGINT) * {256 ** (3 - i)}" for i in range(4)
)

_SEMVER = (
    "CASE WHEN version RLIKE '^(0|[1-9][0-9]*)\\\\.(0|[1-9][0-9]*)\\\\.(0|[1-9][0-9]*)$' "
    "THEN named_struct("
    + ", ".join(
        f"'{part}', CAST(split_part(version, '.', {i + 1}) AS INT)"
        for i, part in enumerate(("major", "minor", "patch"))
    )
    + ") END"
)

CASES: tuple[Case, ...] = (
    Case("identity", ("n",), "bigint", "n", "the column alone: what any call costs at least"),
    Case(
        "ascii_lower",
        ("text",),
        "string",
        "lower(text)",
        "lowers every script's letters",
        textual=True,
    ),
    Case(
        "text_normalize",
        ("text",),
        "string",
        "trim(regexp_replace(lower(text), '[\\\\x00-\\\\x20]+', ' '))",
        "lowers every script's letters",
        textual=True,
    ),
    Case("strip_html", ("html",), "string", "regexp_replace(html, '<[^>]*>', '')", textual=True),
    Case(
        "word_count",
        ("text",),
        "int",
        "size(filter(split(text, '[\\\\x00-\\\\x20]+'), w -> w <> ''))",
        "-1 for null under some settings",
        textual=True,
    ),
    Case("luhn_valid", ("card",), "boolean", "luhn_check(card)", textual=True),
    Case(
        "url_encode_form",
        ("phrase",),
        "string",
        "url_encode(phrase)",
        textual=True,
    ),
    Case(
        "url_decode_form",
        ("encoded",),
        "string",
        "url_decode(encoded)",
        "fails on a malformed escape",
        textual=True,
    ),
    Case(
        "url_query_map",
        ("query",),
        "map<string,string>",
        "str_to_map(query, '&', '=')",
        "decodes nothing, fails on a repeated key",
        textual=True,
    ),
    Case("ipv4_to_long", ("ip",), "bigint", _OCTETS, "checks nothing", textual=True),
    Case(
        "long_to_ipv4",
        ("ip_number",),
        "string",
        "concat_ws('.', shiftright(ip_number, 24), shiftright(ip_number, 16) & 255, "
        "shiftright(ip_number, 8) & 255, ip_number & 255)",
        "checks nothing, gives '' for null",
        textual=True,
    ),
    Case("ip_in_cidr", ("ip", "cidr"), "boolean", textual=True),
    Case("business_days", ("day1", "day2"), "int"),
    Case(
        "fiscal_year",
        ("day1", "10"),
        "smallint",
        "CAST(year(day1) + CASE WHEN month(day1) >= 10 THEN 1 ELSE 0 END AS SMALLINT)",
    ),
    Case(
        "ts_floor",
        ("moment", "15"),
        "timestamp",
        "timestamp_micros(unix_micros(moment) - pmod(unix_micros(moment), 900000000))",
    ),
    Case("money_round", ("price",), "decimal(9,2)", "CAST(round(price, 2) AS DECIMAL(9,2))"),
    Case(
        "money_gross",
        ("amount", "rate"),
        "decimal(24,2)",
        "CAST(round(amount * (1 + rate), 2) AS DECIMAL(24,2))",
    ),
    Case(
        "array_cosine",
        ("v", "w"),
        "double",
        f"{_COSINE_PART.format('v', 'w')} / (sqrt({_COSINE_PART.format('v', 'v')})"
        f" * sqrt({_COSINE_PART.format('w', 'w')}))",
        "fails on a zero vector",
        nested=True,
    ),
    Case(
        "parse_semver",
        ("version",),
        "struct<major:int,minor:int,patch:int>",
        _SEMVER,
        "fails on numbers beyond int",
        textual=True,
    ),
    Case("haversine_km", ("lat1", "lon1", "lat2", "lon2"), "double", _HAVERSINE),
    Case(
        "count_nulls",
        ("n", "text", "day1", "price"),
        "int",
        "int(n IS NULL) + int(text IS NULL) + int(day1 IS NULL) + int(price IS NULL)",
    ),
    *MORE_CASES,
)
