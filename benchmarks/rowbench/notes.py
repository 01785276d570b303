"""Why a function misses a target of the benchmark.

Found by timing the function beside ``identity_...`` of the same type, which does nothing but what
every UDF pays for: Spark turns each value into a Java object, and the result back.
"""

from __future__ import annotations

_STRINGS = (
    "reading the column and turning Spark's UTF-8 into a Java string and back is most of the time "
    "({}, timed beside it, takes {} % as long), and what Python does per value is one call of "
    "C code"
)
_OBJECTS = (
    "Spark compiles its own expression to arithmetic on plain numbers, while a UDF is handed "
    "{} and hands one back"
)

NOTES: dict[str, str] = {
    "identity": "the builtin is the bare column: this is what any call of a UDF costs",
    "ascii_lower": _STRINGS.format("identity_string", 94),
    "text_normalize": _STRINGS.format("identity_string", 77),
    "strip_html": _STRINGS.format("identity_string", 88),
    "word_count": _STRINGS.format("identity_string", 90),
    "url_encode_form": _STRINGS.format("identity_string", 64),
    "url_query_map": (
        "about two thirds of the time (sampled) are Spark's: the text becomes a Java string, the "
        "map becomes Spark's own, key by key, and is written into a row"
    ),
    "ts_floor": _OBJECTS.format("an Instant"),
    "money_round": _OBJECTS.format("a BigDecimal"),
    "money_gross": _OBJECTS.format("BigDecimals"),
    "count_nulls": (
        "Spark compiles its own expression to tests of a bit, while a UDF is handed its four "
        "arguments as Java objects, the text among them"
    ),
}
