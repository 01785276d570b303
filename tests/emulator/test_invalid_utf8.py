# SPDX-License-Identifier: Apache-2.0

"""Strings that are not valid UTF-8: the documented results of both bodies.

Binaries that are cast to string give such strings. In Spark's own UDF calls, row-wise bodies see
U+FFFD (EFBFBD) in place of invalid bytes; compiled calls and columnar bodies see the bytes. If
libcudf's result is unknown, the emulator refuses the string, and then only the row-wise result
can be shown.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

import pytest

from devtools import ddl
from harness import catalogue
from harness.cpu_gpu_runner import Both
from rapids_udfs.session.modes import COMPILE_ROWS
from rapids_udfs.testing import frames

DECLARED = "Strings are expected to be valid UTF-8."
DECLARED_UNKNOWN = "in mode emulate the query fails"
NOT_KNOWN = "invalid UTF-8 in row 0 is not emulated"
FUNCTIONS = catalogue.functions()
# A lone continuation byte, a lone lead byte, an overlong slash, a surrogate, a byte that never
# occurs, a truncated character, and the same among characters that functions look for.
VALUES = ["4180620A", "C3", "C0AF", "EDA080", "41FF", "E6972041", "3C623EFF3C2F623E", "4926FF3D"]
ROW_WISE: Mapping[str, list[str]] = {
    "ascii_lower": [
        "61EFBFBD620A",
        "EFBFBD",
        "EFBFBDEFBFBD",
        "EFBFBD",
        "61EFBFBD",
        "EFBFBD2061",
        "3C623EEFBFBD3C2F623E",
        "6926EFBFBD3D",
    ],
    "strip_html": [
        "41EFBFBD620A",
        "EFBFBD",
        "EFBFBDEFBFBD",
        "EFBFBD",
        "41EFBFBD",
        "EFBFBD2041",
        "EFBFBD",
        "4926EFBFBD3D",
    ],
}
# The invalid bytes stay.
COLUMNAR: Mapping[str, list[str]] = {
    "ascii_lower": [
        "6180620A",
        "C3",
        "C0AF",
        "EDA080",
        "61FF",
        "E6972061",
        "3C623EFF3C2F623E",
        "6926FF3D",
    ],
}
REFUSED_BY: Mapping[str, str] = {
    "mask_email": "ColumnView.substringLocate",
    "mask_keep_last": "ColumnView.substringColumn",
    "strip_html": "ColumnView.replaceRegex",
    "text_normalize": "ColumnView.replaceRegex",
    "url_decode_form": "ColumnView.replaceRegex",
    "url_encode_form": "ColumnView.urlEncode",
    "url_query_map": "ColumnView.replaceRegex",
}
# They declare no difference, but libcudf's results for such strings are unknown.
REFUSED_THOUGH_ALIKE = ("hamming",)
# Calls that do not follow from the types. Expressions over the strings are in the table: if one
# stayed on the CPU, it would keep the call there, too.
ARGUMENTS: Mapping[str, str] = {
    "ip_in_cidr": "s, '10.0.0.0/8'",
    "mask_email": "address",
    "mask_keep_last": "s, 100",
    "char_ngrams": "s, 1",
    "map_get_or": "entries, 'a', ''",
    "map_filter_prefix": "entries, 'a'",
    "phone_e164": "s, '1'",
    "hash_bucket": "s, 1000",
    "array_jaccard": "texts, replacements",
    "bucket_label": "0D, labelled",
    "parse_kv": "pair",
}
# The numbers of the row-wise and of the columnar body.
NUMBERS: Mapping[str, tuple[list[float], list[float]]] = {
    "adler32": (
        [204997401, 84607596, 290915543, 84607596, 101712557, 174326477, 418841683, 170525464],
        [55968046, 12845252, 36766064, 76153358, 25362753, 98697695, 226755303, 64291244],
    ),
    "hash_bucket": (
        [633, 411, 863, 411, 449, 509, 63, 502],
        [186, 408, 840, 379, 627, 372, 276, 323],
    ),
    "minhash": (
        [
            -41426781,
            1687903145,
            362957901,
            1687903145,
            -1395810109,
            -1873380153,
            794052909,
            -1738844078,
        ],
        [
            -1211364866,
            696107176,
            -1535406936,
            2114873145,
            -1002814031,
            2036315260,
            1330194324,
            -1099864263,
        ],
    ),
    "array_jaccard": ([0, 1, 0, 1, 0, 0, 0, 0], [0] * len(VALUES)),
}
_OF_TYPE: Mapping[str, str] = {
    "any": "s",
    "string": "s",
    "array<string>": "texts",
    "map<string,string>": "entries",
    "array<map<string,string>>": "maps",
}
# One number for an array of strings.
FIRST_OF = {"minhash": "minhash(texts, 1)[0]"}
# Values of maps are passed on unchanged.
WHOLE = ["bucket_label", "identity", "map_filter_prefix", "map_get_or", "merge_maps", "parse_kv"]
KNOWN = {*COLUMNAR, *REFUSED_BY, *NUMBERS, *WHOLE}
declaring = [n for n, f in FUNCTIONS.items() if any(DECLARED in d for d in f["divergences"])]
silent = [
    n
    for n, f in FUNCTIONS.items()
    if n not in declaring
    and f["category"] != "identity"
    and any(a["type"] == "string" for a in f["arguments"])
]


@pytest.fixture(scope="module")
def texts(both: Both, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    path = str(tmp_path_factory.mktemp("texts") / "texts")
    rows = ", ".join(f"({i}L, X'{value}')" for i, value in enumerate(VALUES))
    with both.rows_alone():
        table = both.spark.sql(f"SELECT * FROM VALUES {rows} AS t(id, bytes)")
        table = table.selectExpr("id", "CAST(bytes AS STRING) AS s").selectExpr(
            "id",
            "s",
            "concat('@', s) AS address",
            "array(s) AS texts",
            "array('\ufffd') AS replacements",
            "map('a', s) AS entries",
            "map(s, 'v') AS keyed",
            "array(map('a', s)) AS maps",
            "concat('a=', s) AS pair",
            "named_struct('edges', array(1D), 'labels', array(s)) AS labelled",
        )
        table.coalesce(1).write.parquet(path)
    both.spark.read.parquet(path).createOrReplaceTempView("invalid_texts")
    with frames.settings(both.spark, {COMPILE_ROWS: "false"}):
        yield


def arguments(name: str) -> str:
    """Return invalid strings for string arguments, and any value for the others."""
    types = [a["type"] for a in FUNCTIONS[name]["arguments"]]
    derived = (_OF_TYPE.get(t) or f"CAST({ddl.parse(t).value} AS {t})" for t in types)
    return ARGUMENTS.get(name) or ", ".join(derived)


def query(name: str) -> str:
    call = f"{name}({arguments(name)})"
    return f"SELECT id, {FIRST_OF.get(name, call)} AS r FROM invalid_texts"


def strings(rows: Mapping[int, bytes]) -> list[str]:
    """Return the bytes of the string in every row's second field, in hexadecimal digits."""
    digits = []
    for _, row in sorted(rows.items()):
        size, at = struct.unpack_from("<II", row, 16)
        digits.append(row[at : at + size].hex().upper())
    return digits


def columnar(both: Both, name: str) -> dict[int, bytes]:
    answer = both.columnar(query(name))
    assert answer.counts[name].row_calls == 0
    assert answer.counts[name].columnar_rows == len(answer.rows)
    return answer.rows


def test_all_functions_listed_here_declare_it() -> None:
    assert sorted(KNOWN - {*declaring}) == []
    unknown = {n for n in declaring if DECLARED_UNKNOWN in " ".join(FUNCTIONS[n]["divergences"])}
    assert unknown == {*REFUSED_BY, "map_filter_prefix"}


@pytest.mark.parametrize("name", [n for n in declaring if n not in KNOWN])
def test_declared_differences_exist(texts, both: Both, name: str) -> None:
    """If a function is not listed here, its bodies differ, or the emulator refuses the string."""
    row_wise = both.row_wise(query(name)).rows
    assert len(row_wise) == len(VALUES)
    try:
        by_column = columnar(both, name)
    except Exception as error:
        if NOT_KNOWN not in str(error):
            raise
    else:
        assert by_column != row_wise


@pytest.mark.parametrize("name", ROW_WISE)
def test_row_wise(texts, both: Both, name: str) -> None:
    assert strings(both.row_wise(query(name)).rows) == ROW_WISE[name]


@pytest.mark.parametrize("name", sorted(KNOWN - NUMBERS.keys()))
def test_row_wise_has_replacement_characters(texts, both: Both, name: str) -> None:
    # As bytes, or in form encoding.
    rows = both.row_wise(query(name)).rows
    assert len(rows) == len(VALUES)
    assert all(b"\xef\xbf\xbd" in row or b"%EF%BF%BD" in row for row in rows.values())


@pytest.mark.parametrize("name", COLUMNAR)
def test_columnar(texts, both: Both, name: str) -> None:
    assert strings(columnar(both, name)) == COLUMNAR[name]


@pytest.mark.parametrize("name", COLUMNAR)
def test_compiled_calls_see_the_bytes(texts, both: Both, name: str) -> None:
    with frames.settings(both.spark, {COMPILE_ROWS: "true"}):
        assert strings(both.row_wise(query(name)).rows) == COLUMNAR[name]


@pytest.mark.parametrize("name", WHOLE)
def test_columnar_passes_values_on_unchanged(texts, both: Both, name: str) -> None:
    rows = columnar(both, name)
    assert [bytes.fromhex(v) in rows[i] for i, v in enumerate(VALUES)] == [True] * len(VALUES)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(texts, both: Both, name: str) -> None:
    row_wise, by_column = NUMBERS[name]
    kind = {"double": "<d", "bigint": "<q"}.get(FUNCTIONS[name]["returns"], "<i")
    numbers = [
        [struct.unpack_from(kind, row, 16)[0] for _, row in sorted(rows.items())]
        for rows in (both.row_wise(query(name)).rows, columnar(both, name))
    ]
    assert numbers == [row_wise, by_column]


@pytest.mark.parametrize("name", REFUSED_BY)
def test_columnar_is_refused(texts, both: Both, name: str) -> None:
    with pytest.raises(Exception, match=f"{REFUSED_BY[name]}: invalid UTF-8 in row 0 is not"):
        both.columnar(query(name))


def test_invalid_keys_are_refused(texts, both: Both) -> None:
    sql = "SELECT id, map_filter_prefix(keyed, 'a') AS r FROM invalid_texts"
    assert len(both.row_wise(sql).rows) == len(VALUES)
    with pytest.raises(Exception, match=NOT_KNOWN):
        both.columnar(sql)


@pytest.mark.parametrize("name", [n for n in silent if n not in REFUSED_THOUGH_ALIKE])
def test_others_return_the_same(texts, both: Both, name: str) -> None:
    try:
        by_column = columnar(both, name)
    except Exception as error:
        if NOT_KNOWN not in str(error):
            raise
        pytest.fail(f"{error}: let the signature say so, .divergence(Divergences.INVALID_UTF8)")
    assert by_column == both.row_wise(query(name)).rows, "declare it: Divergences.INVALID_UTF8"


@pytest.mark.parametrize("name", REFUSED_THOUGH_ALIKE)
def test_others_are_refused(texts, both: Both, name: str) -> None:
    assert name in silent
    assert len(both.row_wise(query(name)).rows) == len(VALUES)
    with pytest.raises(Exception, match=NOT_KNOWN):
        both.columnar(query(name))
