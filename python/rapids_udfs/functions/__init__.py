"""The catalogue's functions for the DataFrame API: ``functions.url_decode_form("query")``.

Each takes columns or their names (a constant as ``lit(...)``) and gives a column. The session must
know the function: through ``rapids_udfs.configure`` or ``rapids_udfs.register`` without a prefix.

Generated from the catalogue by ``make generate``: do not edit.
"""

from __future__ import annotations

from rapids_udfs.functions._arrays import array_cosine
from rapids_udfs.functions._geo import haversine_km
from rapids_udfs.functions._identity import (
    identity,
    identity_array,
    identity_array_array,
    identity_array_int,
    identity_array_of_maps,
    identity_bigint,
    identity_binary,
    identity_boolean,
    identity_date,
    identity_decimal32,
    identity_decimal64,
    identity_decimal128,
    identity_double,
    identity_float,
    identity_int,
    identity_map,
    identity_map_of_structs,
    identity_smallint,
    identity_string,
    identity_struct,
    identity_struct_of_arrays,
    identity_timestamp,
    identity_tinyint,
    identity_void,
)
from rapids_udfs.functions._meta import count_nulls, lib_version, void_null
from rapids_udfs.functions._money import money_gross, money_round
from rapids_udfs.functions._net import ip_in_cidr, ipv4_to_long, long_to_ipv4
from rapids_udfs.functions._structs import parse_semver
from rapids_udfs.functions._text import (
    ascii_lower,
    luhn_valid,
    strip_html,
    text_normalize,
    word_count,
)
from rapids_udfs.functions._time import business_days, fiscal_year, ts_floor
from rapids_udfs.functions._url import url_decode_form, url_encode_form, url_query_map

__all__ = [
    "array_cosine",
    "ascii_lower",
    "business_days",
    "count_nulls",
    "fiscal_year",
    "haversine_km",
    "identity",
    "identity_array",
    "identity_array_array",
    "identity_array_int",
    "identity_array_of_maps",
    "identity_bigint",
    "identity_binary",
    "identity_boolean",
    "identity_date",
    "identity_decimal32",
    "identity_decimal64",
    "identity_decimal128",
    "identity_double",
    "identity_float",
    "identity_int",
    "identity_map",
    "identity_map_of_structs",
    "identity_smallint",
    "identity_string",
    "identity_struct",
    "identity_struct_of_arrays",
    "identity_timestamp",
    "identity_tinyint",
    "identity_void",
    "ip_in_cidr",
    "ipv4_to_long",
    "lib_version",
    "long_to_ipv4",
    "luhn_valid",
    "money_gross",
    "money_round",
    "parse_semver",
    "strip_html",
    "text_normalize",
    "ts_floor",
    "url_decode_form",
    "url_encode_form",
    "url_query_map",
    "void_null",
    "word_count",
]
