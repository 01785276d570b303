# SPDX-License-Identifier: Apache-2.0

"""Decimals of up to 38 digits and any scale: operators, rounding and conversions."""

from __future__ import annotations

import random

from python_udfs.in_process import compared
from python_udfs.written import imported

ROWS = 800
MODES = ("UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN")
EXPRESSIONS = (
    *(f"a {op} b" for op in ("+", "-", "*", "/", "//", "%", "==", "<", ">=")),
    *(f"(a {op} 3, 7 {op} b, (a {op} b) {op} a)" for op in ("+", "-", "*", "/", "//", "%")),
    *(f"a.quantize(b, rounding=ROUND_{mode})" for mode in MODES),
    *(f"(a * b).quantize(Decimal('1E+2'), rounding=ROUND_{mode})" for mode in MODES),
    *(f"a.quantize(Decimal('0.01'), rounding=ROUND_{mode})" for mode in MODES),
    *("-a", "abs(a)", "+a", "bool(a)", "int(a)", "float(a)", "repr(a)", "round(a)"),
    *("round(a, 2)", "round(a, -1)", "f'{a:.2f}'", "f'{a:,}'", "-a - b", "a * -b"),
    *("(a - a, (a - a) * -1)", "max(a, b)", "sum([a, b, a])", "a in (b, Decimal('1.0'))"),
    *("{a: 1}.get(b)", "a * 1000000000 * b", "a.copy_abs()", "a.is_signed()", "a.normalize()"),
)


def number(rng: random.Random) -> str:
    """Return a Decimal as a string, with the digits of 64 bits or Python's context, or one more."""
    digits = rng.choice([1, 1, 2, 3, 5, 9, 15, 17, 18, 19, 20, 27, 28, 29, 38])
    text = "".join(rng.choices("0123456789" if rng.random() < 0.7 else "059", k=digits))
    ends = {0: "9" * digits, 1: "1" + "0" * digits, 2: f"{text}5"}
    text = ends.get(rng.randrange(10), text)
    if rng.random() < 0.7:
        at = rng.randint(0, len(text) - 1)
        text = f"{text[:at]}.{text[at:]}"
    if rng.random() < 0.2:
        text += f"E{rng.choice([1, -1, 3, -3, 10, -10, 18, -18, 19, 30, -30, 4990, -4990, 5001])}"
    return rng.choice(["", "", "-"]) + text


def functions(folder):
    """Return a function of two Decimals as strings for every expression."""
    texts = [
        f"def f{i}(s, t):\n    a, b = Decimal(s), Decimal(t)\n    return str({expression})\n"
        for i, expression in enumerate(EXPRESSIONS)
    ]
    source = "from decimal import *\n\n\n" + "\n\n".join(texts)
    module = imported(folder, "of_decimals", source)
    return [getattr(module, f"f{i}") for i in range(len(EXPRESSIONS))]


def test_same_as_python(spark, tmp_path):
    rng = random.Random(11)
    rows = [(number(rng), number(rng)) for _ in range(ROWS)]
    reports = compared(spark, functions(tmp_path), ["string", "string"], rows)
    wrong = [f"{EXPRESSIONS[i]}: {report}" for i, report in enumerate(reports) if not report.ok]
    assert not wrong, "\n".join(wrong)
    assert sum(report.rows for report in reports) > 0.98 * ROWS * len(EXPRESSIONS)
