"""Cases of arrays, maps, bytes, masks and small types: see ``cases``."""

from __future__ import annotations

from rowbench.case import Case

_TRIGRAMS = (
    "CASE WHEN length(phrase) >= 3 "
    "THEN transform(sequence(1, length(phrase) - 2), i -> substring(phrase, i, 3)) "
    "WHEN phrase IS NOT NULL THEN array() END"
)
_FLAGS = " + ".join(f"int(coalesce(flag{i + 1}, false)) * {2**i}" for i in range(4))
_SORTED = "array_sort(counts)"

MORE_CASES: tuple[Case, ...] = (
    Case(
        "char_ngrams",
        ("phrase", "3"),
        "array<string>",
        _TRIGRAMS,
        textual=True,
    ),
    Case(
        "hamming",
        ("code1", "code2"),
        "int",
        "size(filter(sequence(1, length(code1)), "
        "i -> substring(code1, i, 1) <> substring(code2, i, 1)))",
        "-1 for null under some settings, compares no lengths",
        textual=True,
    ),
    Case("luhn_digit", ("card",), "tinyint", textual=True),
    Case(
        "mask_email",
        ("email",),
        "string",
        "regexp_replace(email, '^(.)[^@]*@', '$1***@')",
        "hides nothing where there is no @",
        textual=True,
    ),
    Case(
        "mask_keep_last",
        ("card", "4"),
        "string",
        "concat(repeat('*', length(card) - 4), right(card, 4))",
        "masks nothing of a text of 4 characters or fewer",
        textual=True,
    ),
    Case("phone_e164", ("phone", "'1'"), "string", textual=True),
    Case("adler32", ("text",), "bigint", textual=True),
    Case("bytes_len", ("raw",), "int", "octet_length(raw)", nested=True),
    Case(
        "base64_encode",
        ("raw",),
        "string",
        "base64(raw)",
        "breaks lines after 76 characters",
        textual=True,
    ),
    Case(
        "hash_bucket",
        ("text", "200"),
        "int",
        "pmod(hash(text), 200)",
        "gives null a bucket",
        textual=True,
    ),
    Case("add_business_days", ("day1", "steps"), "date"),
    Case(
        "add_months_safe",
        ("day1", "steps"),
        "date",
        "add_months(day1, steps)",
    ),
    Case("epoch_ms_to_ts", ("millis",), "timestamp", "timestamp_millis(millis)"),
    Case(
        "hhmm",
        ("minute",),
        "string",
        "concat(lpad(string(minute DIV 60), 2, '0'), ':', lpad(string(minute % 60), 2, '0'))",
        "checks nothing",
        textual=True,
    ),
    Case(
        "bit_flags",
        ("flag1", "flag2", "flag3", "flag4"),
        "tinyint",
        f"CAST({_FLAGS} AS TINYINT)",
    ),
    Case("c_to_f", ("celsius",), "float", "celsius * float(1.8) + float(32)"),
    Case(
        "sat_add",
        ("byte1", "byte2"),
        "tinyint",
        "CAST(CASE WHEN int(byte1) + byte2 > 127 THEN 127 WHEN int(byte1) + byte2 < -128 THEN -128 "
        "ELSE int(byte1) + byte2 END AS TINYINT)",
    ),
    Case(
        "dec_sum",
        ("amounts",),
        "decimal(38,2)",
        "aggregate(amounts, CAST(0 AS DECIMAL(38,2)), (s, x) -> CAST(s + x AS DECIMAL(38,2)))",
        "null elements give null",
        nested=True,
    ),
    Case(
        "money_to_cents",
        ("wide_price",),
        "decimal(18,0)",
        "CAST(round(wide_price * 100, 0) AS DECIMAL(18,0))",
    ),
    Case("geo_cell", ("lat1", "lon1", "12"), "bigint"),
    Case(
        "array_jaccard",
        ("tags", "other_tags"),
        "double",
        "size(array_intersect(tags, other_tags)) / size(array_union(tags, other_tags))",
        "fails on two empty arrays, gives 1 for null under some settings",
        textual=True,
    ),
    Case(
        "array_stats",
        ("counts",),
        "struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>",
        "CASE WHEN counts IS NOT NULL THEN named_struct('n', size(counts), "
        f"'min', array_min(counts), 'max', array_max(counts), 'sorted', {_SORTED}) END",
        "counts null elements",
        nested=True,
    ),
    Case("minhash", ("tags", "16"), "array<int>", textual=True),
    Case(
        "map_filter_prefix",
        ("labels", "'utm_'"),
        "map<string,string>",
        "map_filter(labels, (k, v) -> startswith(k, 'utm_'))",
        textual=True,
    ),
    Case(
        "map_get_or",
        ("labels", "'page'", "'none'"),
        "string",
        "CASE WHEN map_contains_key(labels, 'page') THEN labels['page'] "
        "WHEN labels IS NOT NULL THEN 'none' END",
        textual=True,
    ),
    Case(
        "map_sum",
        ("totals",),
        "bigint",
        "aggregate(map_values(totals), 0L, (s, x) -> s + x)",
        "null values give null",
        nested=True,
    ),
    Case("merge_maps", ("label_maps",), "map<string,string>", textual=True),
    Case(
        "parse_kv",
        ("records",),
        "array<map<string,string>>",
        "transform(split(records, '[|]'), r -> str_to_map(r, ';', '='))",
        "fails on a repeated key",
        textual=True,
    ),
    Case(
        "bucket_label",
        ("temperature", "buckets"),
        "string",
        "CASE WHEN temperature < 0 THEN 'frost' WHEN temperature < 10 THEN 'cold' "
        "WHEN temperature < 20 THEN 'mild' WHEN temperature < 30 THEN 'warm' "
        "WHEN temperature >= 30 THEN 'hot' END",
        "the edges stand in the query",
        textual=True,
    ),
    Case(
        "semver_cmp",
        ("semver", "other_semver"),
        "int",
        nested=True,
    ),
)
