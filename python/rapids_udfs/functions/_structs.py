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
