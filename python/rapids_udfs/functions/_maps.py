"""Maps: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal


def map_filter_prefix(entries: ColumnOrName, prefix: ColumnOrLiteral) -> Column:
    """Keeps the entries of a map whose keys start with a prefix.

    The entries keep their order (registered with registerJavaFunction or as a Hive function,
    Spark loses that of maps before they come here). Every key starts with the empty prefix.

    Args:
        entries: map<string,string>.
        prefix: string, a literal.

    Returns:
        map<string,string>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.
        - Of keys that are not valid UTF-8 the columnar body's answer is not known, and in mode
          emulate the query fails.

    Example, in SQL::

        map_filter_prefix(map('utm_a', '1', 'b', '2'), 'utm_')  gives  {utm_a -> 1}
    """
    return call("map_filter_prefix", entries, literal(prefix))


def map_get_or(entries: ColumnOrName, key: ColumnOrLiteral, fallback: ColumnOrLiteral) -> Column:
    """The value of a key in a map, or a given one where there is no such key.

    A key that is there with a null value gives null.

    Args:
        entries: map<string,string>.
        key: string, a literal.
        fallback: string, a literal.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        map_get_or(map('a', '1'), 'a', '0')  gives  1
        map_get_or(map('a', '1'), 'b', '0')  gives  0
    """
    return call("map_get_or", entries, literal(key), literal(fallback))


def map_sum(counts: ColumnOrName) -> Column:
    """Adds up the values of a map.

    Null values are skipped, and the sum of none is 0. A sum out of the range of bigint wraps
    around.

    Args:
        counts: map<string,bigint>.

    Returns:
        bigint; null where any argument is null.

    Example, in SQL::

        map_sum(map('a', 1L, 'b', 41L))  gives  42
        map_sum(map('a', CAST(NULL AS BIGINT)))  gives  0
    """
    return call("map_sum", counts)


def merge_maps(maps: ColumnOrName) -> Column:
    """Merges the maps of an array; the last entry of a key wins.

    Null maps are skipped, so that an array of nothing else gives an empty map. The entries come
    in the order of those that won, but for a Hive function: Spark knows no order of maps there.

    Args:
        maps: array<map<string,string>>.

    Returns:
        map<string,string>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        merge_maps(array(map('a', '1', 'b', '2'), map('a', '3')))  gives  {b -> 2, a -> 3}
        merge_maps(array(map('a', '1'), NULL))  gives  {a -> 1}
    """
    return call("merge_maps", maps)


def parse_kv(text: ColumnOrName) -> Column:
    """Makes an array of maps of records like a=1;b=2|c=3.

    Each record between bars is a map, an empty one too, so that an empty text is one empty
    record. Pairs in a record are separated by semicolons, and empty ones are skipped. The first
    = separates key and value; without one the value is empty. Blanks count, and nothing is
    escaped. The last pair of a key wins, and the entries come in the order of those that won.

    Args:
        text: string.

    Returns:
        array<map<string,string>>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        parse_kv('a=1;b=2|c=3')  gives  [{a -> 1, b -> 2}, {c -> 3}]
        parse_kv('a=1;b;a=2')  gives  [{b -> , a -> 2}]
    """
    return call("parse_kv", text)
