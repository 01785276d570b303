"""Networks: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal


def ip_in_cidr(address: ColumnOrName, block: ColumnOrLiteral) -> Column:
    """Whether an IPv4 address lies in a CIDR block.

    The block is an address, a slash and a prefix length from 0 to 32 without leading zeros;
    host bits set in it are ignored. Addresses are strict dotted quads, as in ipv4_to_long;
    where either argument is malformed the result is null.

    Args:
        address: string.
        block: string, a literal.

    Returns:
        boolean; null where any argument is null.

    Example, in SQL::

        ip_in_cidr('10.1.2.3', '10.0.0.0/8')  gives  true
        ip_in_cidr('11.1.2.3', '10.0.0.0/8')  gives  false
    """
    return call("ip_in_cidr", address, literal(block))


def ipv4_to_long(address: ColumnOrName) -> Column:
    """The number that a dotted IPv4 address stands for.

    Strict, as inet_pton: four decimal numbers from 0 to 255 without leading zeros, signs or
    blanks; anything else gives null.

    Args:
        address: string.

    Returns:
        bigint; null where any argument is null.

    Example, in SQL::

        ipv4_to_long('192.168.0.1')  gives  3232235521
        ipv4_to_long('192.168.0.256')  gives  NULL
    """
    return call("ipv4_to_long", address)


def long_to_ipv4(number: ColumnOrName) -> Column:
    """The dotted IPv4 address of a number.

    Numbers below 0 or above 4294967295 give null.

    Args:
        number: bigint.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        long_to_ipv4(3232235521)  gives  192.168.0.1
    """
    return call("long_to_ipv4", number)
