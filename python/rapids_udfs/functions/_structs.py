"""Structs: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def bucket_label(value: ColumnOrName, buckets: ColumnOrName) -> Column:
    """The label of the bucket that a number falls into.

    The label that stands where the first edge above the number does; where no edge is, the
    label after those of all edges. An edge belongs to the bucket that it begins. Edges are
    expected in ascending order; null and NaN among them are above nothing. A missing label,
    NaN, and null edges or labels give null.

    Args:
        value: double.
        buckets: struct<edges:array<double>,labels:array<string>>.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        bucket_label(21.5, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot')))  gives  warm
        bucket_label(2, named_struct('edges', array(1D), 'labels', array('low')))  gives  NULL
    """
    return call("bucket_label", value, buckets)


def parse_semver(version: ColumnOrName) -> Column:
    """Major, minor and patch number of a version.

    Strict: three numbers without leading zeros or signs, joined by dots, each within int.
    Anything else gives null, a version with a pre-release or build suffix too: without it,
    1.0.0-rc.1 would pass for its release.

    Args:
        version: string.

    Returns:
        struct<major:int,minor:int,patch:int>; null where any argument is null.

    Example, in SQL::

        parse_semver('1.22.333')  gives  {1, 22, 333}
        parse_semver('1.22.333').minor  gives  22
        parse_semver('1.22.333-rc.1')  gives  NULL
    """
    return call("parse_semver", version)


def semver_cmp(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Compares two versions: -1, 0 or 1 where the first is earlier, the same or later.

    Takes what parse_semver gives. The major numbers decide, then the minor ones, then the
    patches. A null field in either gives null. Pre-releases, such as 1.0.0-rc.1, which
    semver.org orders before their release, cannot be compared: parse_semver gives null for
    them.

    Args:
        a: struct<major:int,minor:int,patch:int>.
        b: struct<major:int,minor:int,patch:int>.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        semver_cmp(parse_semver('1.10.0'), parse_semver('1.9.9'))  gives  1
        semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.3'))  gives  0
    """
    return call("semver_cmp", a, b)
