"""The catalogue's functions for the DataFrame API: ``functions.url_decode_form("query")``.

Each takes columns, their names or constants, and gives a column. A string is a column's name,
unless the argument is a constant by its nature, as a CIDR block or a prefix: its type is
``ColumnOrLiteral``, and ``col(...)`` makes a column of a name. Lists and dictionaries are arrays
and maps. The session must know the function: through ``rapids_udfs.configure`` or
``rapids_udfs.register`` without a prefix.

Generated from the catalogue by ``make generate``: do not edit.
"""

from __future__ import annotations

from rapids_udfs.functions._arrays import array_cosine, array_jaccard, array_stats, minhash
from rapids_udfs.functions._bytes import adler32, base64_encode, hash_bucket
from rapids_udfs.functions._geo import geo_cell, haversine_km
from rapids_udfs.functions._identity import identity
from rapids_udfs.functions._maps import map_filter_prefix, map_get_or, map_sum, merge_maps, parse_kv
from rapids_udfs.functions._meta import count_nulls, lib_version
from rapids_udfs.functions._money import dec_sum, money_gross, money_round, money_to_cents
from rapids_udfs.functions._net import ip_in_cidr, ipv4_to_long, long_to_ipv4
from rapids_udfs.functions._numbers import bit_flags, sat_add
from rapids_udfs.functions._structs import bucket_label, parse_semver, semver_cmp
from rapids_udfs.functions._text import (
    ascii_lower,
    char_ngrams,
    hamming,
    luhn_digit,
    luhn_valid,
    mask_email,
    mask_keep_last,
    phone_e164,
    strip_html,
    text_normalize,
    word_count,
)
from rapids_udfs.functions._time import (
    add_business_days,
    add_months_safe,
    business_days,
    fiscal_year,
    hhmm,
    ts_floor,
)
from rapids_udfs.functions._url import url_decode_form, url_encode_form, url_query_map

__all__ = [
    "add_business_days",
    "add_months_safe",
    "adler32",
    "array_cosine",
    "array_jaccard",
    "array_stats",
    "ascii_lower",
    "base64_encode",
    "bit_flags",
    "bucket_label",
    "business_days",
    "char_ngrams",
    "count_nulls",
    "dec_sum",
    "fiscal_year",
    "geo_cell",
    "hamming",
    "hash_bucket",
    "haversine_km",
    "hhmm",
    "identity",
    "ip_in_cidr",
    "ipv4_to_long",
    "lib_version",
    "long_to_ipv4",
    "luhn_digit",
    "luhn_valid",
    "map_filter_prefix",
    "map_get_or",
    "map_sum",
    "mask_email",
    "mask_keep_last",
    "merge_maps",
    "minhash",
    "money_gross",
    "money_round",
    "money_to_cents",
    "parse_kv",
    "parse_semver",
    "phone_e164",
    "sat_add",
    "semver_cmp",
    "strip_html",
    "text_normalize",
    "ts_floor",
    "url_decode_form",
    "url_encode_form",
    "url_query_map",
    "word_count",
]
