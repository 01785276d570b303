# SPDX-License-Identifier: Apache-2.0

"""The row-wise cases: calls of functions, and Spark's own way to the same result.

A function without a case is not timed. Its Python UDFs run its reference (``tests/references``).
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Call(NamedTuple):
    """A call over the columns of ``data``.

    Attributes:
        call: its SQL, arguments separated by a comma and a blank.
        builtin: Spark's expression with the same result; empty if there is none.
        remark: how the builtin differs.
        differs: SQL of the rows for which the builtin gives another result.
        why: why it misses a target.
    """

    call: str
    builtin: str = ""
    remark: str = ""
    differs: str = "false"
    why: str = ""

    @property
    def function(self) -> str:
        return self.call.partition("(")[0]

    @property
    def arguments(self) -> str:
        return self.call.partition("(")[2].removesuffix(")")

    @property
    def columns(self) -> list[str]:
        return [a for a in self.arguments.split(", ") if re.fullmatch("[a-z]\\w*", a)]


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
_FLAGS = " + ".join(f"int(coalesce(flag{i + 1}, false)) * {2**i}" for i in range(4))

_CAPITAL = "contains(text, 'Å')"

CALLS = (
    Call("identity(n)", "n", "the column alone: what any call costs at least"),
    Call("ascii_lower(text)", "lower(text)", "lowers every script's letters", _CAPITAL),
    Call(
        "text_normalize(text)",
        "trim(regexp_replace(lower(text), '[\\\\x00-\\\\x20]+', ' '))",
        "lowers every script's letters",
        _CAPITAL,
    ),
    Call("strip_html(html)", "regexp_replace(html, '<[^>]*>', '')"),
    Call(
        "word_count(text)",
        "size(filter(split(text, '[\\\\x00-\\\\x20]+'), w -> w <> ''))",
        "-1 for null under some settings",
    ),
    Call("luhn_valid(card)", "luhn_check(card)"),
    Call("url_encode_form(phrase)", "url_encode(phrase)"),
    Call("url_decode_form(encoded)", "url_decode(encoded)", "fails on a malformed escape"),
    Call(
        "url_query_map(query)",
        "str_to_map(query, '&', '=')",
        "decodes nothing, fails on a repeated key",
        "contains(query, '+') OR contains(query, '%')",
    ),
    Call("ipv4_to_long(ip)", _OCTETS, "checks nothing"),
    Call(
        "long_to_ipv4(ip_number)",
        "concat_ws('.', shiftright(ip_number, 24), shiftright(ip_number, 16) & 255, "
        "shiftright(ip_number, 8) & 255, ip_number & 255)",
        "checks nothing, gives '' for null",
        "ip_number IS NULL",
    ),
    Call("ip_in_cidr(ip, cidr)"),
    Call("business_days(day1, day2)"),
    Call(
        "fiscal_year(day1, 10)",
        "CAST(year(day1) + CASE WHEN month(day1) >= 10 THEN 1 ELSE 0 END AS SMALLINT)",
    ),
    Call(
        "ts_floor(moment, 15)",
        "timestamp_micros(unix_micros(moment) - pmod(unix_micros(moment), 900000000))",
    ),
    Call("money_round(price)", "CAST(round(price, 2) AS DECIMAL(9,2))"),
    Call("money_gross(amount, rate)", "CAST(round(amount * (1 + rate), 2) AS DECIMAL(24,2))"),
    Call(
        "array_cosine(v, w)",
        f"{_COSINE_PART.format('v', 'w')} / (sqrt({_COSINE_PART.format('v', 'v')})"
        f" * sqrt({_COSINE_PART.format('w', 'w')}))",
        "fails on a zero vector",
    ),
    Call("parse_semver(version)", _SEMVER, "fails on numbers beyond int"),
    Call("haversine_km(lat1, lon1, lat2, lon2)", _HAVERSINE),
    Call(
        "count_nulls(n, text, day1, price)",
        "int(n IS NULL) + int(text IS NULL) + int(day1 IS NULL) + int(price IS NULL)",
    ),
    Call(
        "char_ngrams(phrase, 3)",
        "CASE WHEN length(phrase) >= 3 "
        "THEN transform(sequence(1, length(phrase) - 2), i -> substring(phrase, i, 3)) "
        "WHEN phrase IS NOT NULL THEN array() END",
    ),
    Call(
        "hamming(code1, code2)",
        "size(filter(sequence(1, length(code1)), "
        "i -> substring(code1, i, 1) <> substring(code2, i, 1)))",
        "-1 for null under some settings, compares no lengths",
        "code1 IS NOT NULL AND code2 IS NULL",
    ),
    Call("luhn_digit(card)"),
    Call(
        "mask_email(email)",
        "regexp_replace(email, '^(.)[^@]*@', '$1***@')",
        "hides nothing where there is no @",
    ),
    Call(
        "mask_keep_last(card, 4)",
        "concat(repeat('*', length(card) - 4), right(card, 4))",
        "masks nothing of a text of 4 characters or fewer",
    ),
    Call("phone_e164(phone, '1')"),
    Call("adler32(text)"),
    Call("base64_encode(raw)", "base64(raw)", "breaks lines after 76 characters in Spark 3"),
    Call("hash_bucket(text, 200)", "pmod(hash(text), 200)", "gives null a bucket", "text IS NULL"),
    Call("add_business_days(day1, steps)"),
    Call("add_months_safe(day1, steps)", "add_months(day1, steps)"),
    Call(
        "hhmm(minute)",
        "concat(lpad(string(minute DIV 60), 2, '0'), ':', lpad(string(minute % 60), 2, '0'))",
        "checks nothing",
    ),
    Call(
        "bit_flags(flag1, flag2, flag3, flag4)",
        f"CAST({_FLAGS} AS TINYINT)",
    ),
    Call(
        "sat_add(byte1, byte2)",
        "CAST(CASE WHEN int(byte1) + byte2 > 127 THEN 127 WHEN int(byte1) + byte2 < -128 THEN -128 "
        "ELSE int(byte1) + byte2 END AS TINYINT)",
    ),
    Call(
        "dec_sum(amounts)",
        "aggregate(amounts, CAST(0 AS DECIMAL(38,2)), (s, x) -> CAST(s + x AS DECIMAL(38,2)))",
        "null elements give null",
    ),
    Call("money_to_cents(wide_price)", "CAST(round(wide_price * 100, 0) AS DECIMAL(18,0))"),
    Call("geo_cell(lat1, lon1, 12)"),
    Call(
        "array_jaccard(tags, other_tags)",
        "size(array_intersect(tags, other_tags)) / size(array_union(tags, other_tags))",
        "fails on two empty arrays, gives 1 for null under some settings",
    ),
    Call(
        "array_stats(counts)",
        "CASE WHEN counts IS NOT NULL THEN named_struct('n', size(counts), "
        "'min', array_min(counts), 'max', array_max(counts), 'sorted', array_sort(counts)) END",
        "counts null elements",
    ),
    Call("minhash(tags, 16)"),
    Call(
        "map_filter_prefix(labels, 'utm_')", "map_filter(labels, (k, v) -> startswith(k, 'utm_'))"
    ),
    Call(
        "map_get_or(labels, 'page', 'none')",
        "CASE WHEN map_contains_key(labels, 'page') THEN labels['page'] "
        "WHEN labels IS NOT NULL THEN 'none' END",
    ),
    Call(
        "map_sum(totals)",
        "aggregate(map_values(totals), 0L, (s, x) -> s + x)",
        "null values give null",
    ),
    Call("merge_maps(label_maps)"),
    Call(
        "parse_kv(records)",
        "transform(split(records, '[|]'), r -> str_to_map(r, ';', '='))",
        "fails on a repeated key",
        why="a profile has 44 % of its samples at the first read of each text, which is a cache "
        "miss where Parquet has encoded the texts by a dictionary",
    ),
    Call(
        "bucket_label(temperature, buckets)",
        "CASE WHEN temperature IS NOT NULL "
        "THEN get(buckets.labels, size(filter(buckets.edges, e -> temperature >= e))) END",
        "puts NaN into the last bucket",
    ),
    Call("semver_cmp(semver, other_semver)"),
    Call(
        "lib_version()",
        "version()",
        "is Spark's",
        "true",
    ),
)
