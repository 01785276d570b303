# SPDX-License-Identifier: Apache-2.0

"""Prices and amounts."""

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from python_udfs.corpus.cases import case

RATES = {"EUR": 1.0, "USD": 0.92, "GBP": 1.17}
VAT = {"DE": Decimal("0.19"), "FR": Decimal("0.20"), "CH": Decimal("0.081")}
SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}
CENT = Decimal("0.01")


@case("string", returns="double", rows=["$1,299.99", "free", "", "€ 5", None])
def clean_price(s):
    try:
        return float(s.replace("$", "").replace(",", "").strip())
    except ValueError:
        return None
    except AttributeError:
        return 0.0


@case("string", returns="double", rows=["12,50", "1.234,56 €", "x"])
def german_price(s):
    s = s.replace("€", "").replace(".", "").replace(",", ".").strip()
    return float(s) if s else None


@case("double", "string", returns="double", rows=[(100.0, "USD"), (1.0, "XXX"), (2.5, None)])
def to_euro(amount, currency):
    if currency not in RATES:
        return None
    return round(amount * RATES[currency], 2)


@case("string", rows=["$5", "5 €", "£ 7", "9"])
def currency_of(text):
    for sign, code in SYMBOLS.items():
        if sign in text:
            return code
    return "???"


@case(
    "decimal(10,2)",
    "string",
    returns="decimal(12,2)",
    rows=[(Decimal("10.00"), "DE"), (Decimal("0.05"), "FR"), (Decimal("1.00"), "US")],
)
def gross(net, country):
    if net is None:
        return None
    rate = VAT.get(country, Decimal(0))
    return (net * (1 + rate)).quantize(CENT, rounding=ROUND_HALF_UP)


@case("string", returns="decimal(10,2)", rows=["12.345", "abc", "1e3", "", "99999999999"])
def parse_amount(s):
    try:
        d = Decimal(s)
    except (InvalidOperation, TypeError):
        return None
    if not d.is_finite() or abs(d) >= 10**8:
        return None
    return d.quantize(CENT)


@case("decimal(18,4)", "int", returns="decimal(18,4)", rows=[(Decimal("100.0000"), 3)])
def discounted(price, percent):
    percent = min(max(percent, 0), 100)
    return price - price * percent / 100


@case("double", rows=[1234.5, -0.5, 1e9, 0.0])
def format_dollars(x):
    if x is None:
        return "n/a"
    sign = "-" if x < 0 else ""
    return f"{sign}${abs(x):,.2f}"


@case(
    "double",
    "double",
    "int",
    returns="double",
    rows=[(1000.0, 5.0, 12), (1000.0, 0.0, 12)],
    tolerance=1e-12,
)
def monthly_payment(principal, yearly_rate, months):
    months = months % 600
    rate = yearly_rate / 100 / 12
    if rate == 0:
        return principal / months
    return principal * rate / (1 - (1 + rate) ** -months)


@case("bigint", rows=[0, 5, 123456, -7])
def cents_to_text(cents):
    sign = "-" if cents < 0 else ""
    cents = abs(cents)
    return "%s%d.%02d" % (sign, cents // 100, cents % 100)


@case("double", "string", returns="string")
def price_band(price, tier="basic"):
    if price != price:
        return "nan"
    bands = [(10, "low"), (100, "mid"), (1000, "high")]
    name = next((n for limit, n in bands if price < limit), "luxury")
    return f"{tier}:{name}"


@case("decimal(20,6)", "decimal(20,6)", returns="string")
def decimal_facts(a, b):
    return f"{a + b} {a - b} {a * b} {max(a, b)} {a == b} {a < b} {int(a)} {float(b)!r}"


@case("array<decimal(8,2)>", returns="decimal(12,2)")
def invoice_total(lines):
    total = Decimal("0.00")
    for line in lines or []:
        if line is not None:
            total += line
    return total


@case("string", returns="string", rows=["1000", "1.5k", "2M", "3x"])
def short_to_full(s):
    s = s.strip().lower()
    if s and s[-1] in "km":
        factor = 1000 if s[-1] == "k" else 1000000
        s = s[:-1]
    else:
        factor = 1
    return "{:,}".format(int(float(s) * factor))
