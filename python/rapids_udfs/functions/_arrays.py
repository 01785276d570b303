"""Arrays: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal


def array_cosine(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Cosine of the angle between two vectors.

    Sums run from the first element to the last, in double precision, so that every engine gives
    the same bits. What rounding takes beyond 1 or -1 is cut, so acos takes every result. Null
    where the sizes differ, an element is null, or a norm is zero (as that of an empty array is,
    and that of elements so small that their squares are zero). NaN and infinities spread as in
    any sum.

    Args:
        a: array<double>.
        b: array<double>.

    Returns:
        double; null where any argument is null.

    Example, in SQL::

        array_cosine(array(1D, 0D), array(2D, 0D))  gives  1.0
        array_cosine(array(1D, 2D), array(2D))  gives  NULL
    """
    return call("array_cosine", a, b)


def array_jaccard(a: ColumnOrName, b: ColumnOrName) -> Column:
    """The Jaccard index of two arrays: what both have over what either has.

    Arrays are taken as sets: repeated elements count once, and null is an element like any
    other. Two empty arrays give 1.

    Args:
        a: array<string>.
        b: array<string>.

    Returns:
        double; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        array_jaccard(array('a', 'b', 'c'), array('b', 'c', 'd'))  gives  0.5
        array_jaccard(array('a', 'a'), array('a'))  gives  1.0
    """
    return call("array_jaccard", a, b)


def array_stats(values: ColumnOrName) -> Column:
    """How many values an array has, the least, the greatest, and all in order.

    Null elements are neither counted nor compared, and come last in order. Without values the
    least and the greatest are null.

    Args:
        values: array<bigint>.

    Returns:
        struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>; null where any argument is
        null.

    Example, in SQL::

        array_stats(array(3L, 1L, NULL, 2L))  gives  {3, 1, 3, [1, 2, 3, null]}
        array_stats(array(3L, 1L)).min  gives  1
    """
    return call("array_stats", values)


def minhash(members: ColumnOrName, k: ColumnOrLiteral) -> Column:
    """The MinHash signature of a set of strings: k least hashes, from 1 to 256 of them.

    The n-th number is the least of hash(member) * (hash(n) | 1), as an int that wraps around,
    where hash is Spark's Murmur3 with seed 42. Members that come twice count once, null members
    do not count; where all are null or the set is empty, the k numbers are null. The share of
    places in which two signatures agree estimates the sets' array_jaccard. k below 1 or above
    256 gives null.

    Args:
        members: array<string>.
        k: int, a literal.

    Returns:
        array<int>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        minhash(array('a', 'b', 'c'), 3)  gives  [-1453317962, -1353844777, -1623851933]
        minhash(array(NULL), 2)  gives  [null, null]
    """
    return call("minhash", members, literal(k))
