# SPDX-License-Identifier: Apache-2.0

"""The functions of the category money."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def money_round(amount: Decimal | None) -> Decimal | None:
    return None if amount is None else amount.quantize(CENT, ROUND_HALF_UP)


def money_gross(amount: Decimal | None, rate: Decimal | None) -> Decimal | None:
    if amount is None or rate is None:
        return None
    return (amount * (1 + rate)).quantize(CENT, ROUND_HALF_UP)


def dec_sum(values: list[Decimal | None] | None) -> Decimal | None:
    return None if values is None else sum((v for v in values if v is not None), Decimal("0.00"))


def money_to_cents(amount: Decimal | None) -> Decimal | None:
    return None if amount is None else (amount * 100).quantize(Decimal(1), ROUND_HALF_UP)
