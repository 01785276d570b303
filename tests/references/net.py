# SPDX-License-Identifier: Apache-2.0

"""The functions of the category net."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network


def ipv4_to_long(address: str | None) -> int | None:
    return None if address is None else int(IPv4Address(address))


def long_to_ipv4(number: int | None) -> str | None:
    return None if number is None else str(IPv4Address(number))


def ip_in_cidr(address: str | None, block: str | None) -> bool | None:
    if address is None or block is None:
        return None
    return IPv4Address(address) in IPv4Network(block, strict=False)
