"""Structs: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def parse_semver(version: ColumnOrName) -> Column:
    """Major, minor and patch number of a version.

    Strict: three numbers without leading zeros or signs, joined by dots, each within int.
    Anything else gives null, a version with a pre-release or build suffix too.

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
    patches. A null field in either gives null.

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
