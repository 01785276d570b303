# SPDX-License-Identifier: Apache-2.0

"""Arithmetic and buckets."""

import math

from python_udfs.corpus.cases import case

LIMITS = [(18, "child"), (30, "young"), (65, "adult")]
KG_PER_POUND = 0.45359237


@case("int", rows=[0, 17, 18, 64, 65, -1, None])
def age_group(age):
    if age is None or age < 0:
        return "unknown"
    for limit, name in LIMITS:
        if age < limit:
            return name
    return "senior"


@case("double", returns="double")
def fahrenheit_to_celsius(f):
    return round((f - 32) * 5 / 9, 2)


@case("bigint", "bigint", returns="double", rows=[(1, 0), (0, 5), (7, 2)])
def safe_ratio(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return None


@case("double", "double", returns="double", rows=[(3.0, 0.0), (1e308, 1e-10)])
def percent_change(old, new):
    if not old:
        return 0.0
    return (new - old) / abs(old) * 100.0


@case("bigint", returns="bigint", rows=[0, 1, 27, 97, 7])
def collatz_steps(n):
    steps = 0
    while n > 1 and steps < 300:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@case("int", returns="boolean", rows=[2, 3, 4, 97, 1, 0, -7])
def is_prime(n):
    if n < 2:
        return False
    if n > 100000:
        raise ValueError("too large: %d" % n)
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True


@case("bigint", "bigint", returns="bigint", rows=[(12, 18), (0, 0), (-4, 6)])
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@case("bigint", returns="string", rows=[0, 5, 255, -3])
def to_base36(n):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    if n == 0:
        return "0"
    sign, n = ("-", -n) if n < 0 else ("", n)
    out = ""
    while n:
        n, r = divmod(n, 36)
        out = digits[r] + out
    return sign + out


@case("bigint", "int", returns="bigint", transport="pickled", rows=[(7, 5), (12, 5), (3, 0)])
def round_down_to(n, step):
    return n // step * step


@case("double", returns="string", rows=[0.0, 999.0, 1234.0, 1.5e6, -2.5e9])
def human_number(x):
    if x is None:
        return "-"
    for unit in ["", "K", "M", "B"]:
        if abs(x) < 1000:
            return f"{x:.1f}{unit}"
        x /= 1000
    return f"{x:.1f}T"


@case("bigint", returns="string", rows=[0, 1023, 1024, 1048576])
def human_bytes(n):
    size = float(n)
    units = ("B", "KiB", "MiB", "GiB", "TiB")
    i = 0
    while size >= 1024 and i < len(units) - 1:
        size = size / 1024
        i += 1
    return "{:.2f} {}".format(size, units[i])


@case("double", "double", "double", "double", returns="double", tolerance=1e-12)
def haversine_km(lat1, lon1, lat2, lon2):
    try:
        p1, p2 = math.radians(lat1), math.radians(lat2)
        dp, dl = p2 - p1, math.radians(lon2 - lon1)
        a = math.sin(dp / 2) ** 2 + math.cos(p1) * math.cos(p2) * math.sin(dl / 2) ** 2
        return 2 * 6371.0088 * math.asin(math.sqrt(a))
    except ValueError:
        return float("nan")


@case("double", "double", returns="double")
def body_mass_index(pounds, inches):
    meters = inches * 0.0254
    return round(pounds * KG_PER_POUND / meters**2, 1)


@case("int", "int", "int", returns="string", rows=[(255, 128, 0), (0, 0, 0), (300, -1, 5)])
def rgb_hex(r, g, b):
    for c in (r, g, b):
        if not 0 <= c <= 255:
            return None
    return "#%02x%02X%02x" % (r, g, b)


@case("double", returns="int", rows=[0.1, 2.5, 3.5, -0.5, 1e19])
def stars(score):
    """0 to 5 stars, or None for junk."""
    if score is None or math.isnan(score) or math.isinf(score):
        return None
    return max(0, min(5, round(score)))


@case("int", returns="int", rows=[0b1011, 0, -1])
def bits_set(flags):
    return bin(flags & 0xFFFFFFFF).count("1")


@case("int", returns="array<string>", rows=[0, 5, 7, 255])
def permission_names(mask):
    names = ["read", "write", "execute"]
    return [n for i, n in enumerate(names) if mask & (1 << i)]


@case("bigint", returns="bigint", rows=[0, 5, 20, 25, -1])
def factorial_or_none(n):
    if n is None or n < 0:
        return None
    if n > 20:
        raise OverflowError("factorial of %d" % n)
    r = 1
    for k in range(2, n + 1):
        r *= k
    return r


@case("double", returns="double", rows=[0.0, -1.0, 8.0], tolerance=1e-15)
def log_or_zero(x):
    return math.log10(x) if x > 0 else 0.0


@case("double", "int", returns="double", rows=[(2.675, 2), (2.5, 0), (1234.5, -2)])
def round_half_up(x, digits):
    factor = 10.0 ** max(-5, min(digits, 5))
    return math.floor(x * factor + 0.5) / factor


@case("int", returns="string", rows=[1, 4, 9, 14, 1994, 3999, 4000, 0])
def to_roman(n):
    if not 0 < n < 4000:
        raise ValueError(f"{n} has no roman numeral")
    table = (
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    )
    out = []
    for value, sign in table:
        out.append(sign * (n // value))
        n %= value
    return "".join(out)


@case("int", returns="string", rows=[1, 2, 3, 11, 12, 13, 21, 111, 0, -1])
def ordinal(n):
    if 10 <= n % 100 <= 20:
        suffix = "th"
    else:
        suffix = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return str(n) + suffix


@case("smallint", "tinyint", returns="int")
def mixed_small(a, b):
    return (a or 0) * 31 + (b if b is not None else -1)


@case("float", returns="string")
def float_text(x):
    return repr(x) + "/" + str(x) + "/" + "%g" % x


@case("bigint", returns="bigint")
def mix_bits(x):
    x ^= x >> 33
    x = (x * 0xFF51AFD7ED558CCD) & 0xFFFFFFFFFFFFFFFF
    x ^= x >> 33
    return x & 0x7FFFFFFF
