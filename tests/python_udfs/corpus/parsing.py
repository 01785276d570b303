# SPDX-License-Identifier: Apache-2.0

"""Parsing what people and machines wrote."""

import re

from python_udfs.corpus.cases import case

DURATION = re.compile(r"(?:(\d+)h)?\s*(?:(\d+)m)?\s*(?:(\d+)s)?$")
SIZE = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*$", re.IGNORECASE)
ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
TRUE_WORDS = frozenset(["y", "yes", "true", "t", "1", "on"])
FALSE_WORDS = frozenset(["n", "no", "false", "f", "0", "off"])
STREET = {"st": "Street", "ave": "Avenue", "rd": "Road", "blvd": "Boulevard"}


@case("string", rows=["(555) 123-4567", "1-800-555-0199", "+44 20 7946 0958", "123"])
def clean_phone(raw):
    digits = "".join(c for c in raw if c.isdigit())
    if len(digits) == 11 and digits.startswith("1"):
        digits = digits[1:]
    if len(digits) != 10:
        return None
    return f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"


@case("string", returns="int", rows=["1h 30m", "45s", "2h", "", "1h30m15s", "abc"])
def duration_seconds(text):
    m = DURATION.match(text.strip().lower())
    if not m:
        return None
    h, mi, s = m.groups()
    return int(h or 0) * 3600 + int(mi or 0) * 60 + int(s or 0)


@case("string", returns="bigint", transport="pickled", rows=["10kb", "1.5 GiB", "7", "x"])
def size_in_bytes(text):
    m = SIZE.match(text)
    if m is None:
        raise ValueError("bad size: %r" % text)
    factor = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}[m.group(2).lower()]
    return int(float(m.group(1)) * 1024**factor)


@case("string", returns="int", rows=["MCMXCIV", "iv", "IIX", "", "ABC"])
def from_roman(s):
    total = 0
    last = 0
    for c in reversed(s.upper()):
        try:
            v = ROMAN[c]
        except KeyError:
            return -1
        if v < last:
            total -= v
        else:
            total += v
            last = v
    return total


@case("string", returns="boolean", rows=["Yes", " no ", "maybe", None, "1"])
def to_bool(s):
    if s is None:
        return None
    s = s.strip().lower()
    if s in TRUE_WORDS:
        return True
    if s in FALSE_WORDS:
        return False
    raise ValueError(f"neither true nor false: {s!r}")


@case("string", returns="map<string,string>", rows=["a=1;b=2", "x", "a=1=2;;b= 3 "])
def parse_pairs(s):
    result = {}
    for pair in s.split(";"):
        if "=" not in pair:
            continue
        k, v = pair.split("=", 1)
        result[k.strip()] = v.strip()
    return result


@case("string", returns="array<string>", rows=['a,"b,c",d', '"x', ",,"])
def split_csv_line(line):
    fields, current, quoted = [], "", False
    for c in line:
        if c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            fields.append(current)
            current = ""
        else:
            current += c
    fields.append(current)
    return fields


@case(
    "string",
    "string",
    returns="int",
    rows=[("1.10.0", "1.9"), ("2.0", "2.0.0"), ("1.a", "1.0"), ("3", "2.9.9")],
)
def compare_versions(a, b):
    def parse(v):
        parts = [int(p) for p in v.split(".")]
        while parts and parts[-1] == 0:
            parts.pop()
        return parts

    x, y = parse(a), parse(b)
    return (x > y) - (x < y)


@case("string", returns="string", rows=["12 Main st", "5 Park Ave.", "no number"])
def expand_street(address):
    words = address.split()
    out = []
    for w in words:
        bare = w.lower().rstrip(".,")
        out.append(STREET.get(bare, w))
    return " ".join(out)


@case(
    "string",
    returns="struct<street:string,city:string,state:string,zip:string>",
    rows=["12 Main St, Springfield, IL 62704", "x, y", "a, b, c"],
)
def split_address(a):
    parts = [p.strip() for p in a.split(",")]
    if len(parts) < 3:
        return None
    tail = parts[-1].split()
    return {
        "street": parts[0],
        "city": parts[-2],
        "state": tail[0] if tail else None,
        "zip": tail[1] if len(tail) > 1 else None,
    }


@case("string", returns="int", rows=["3 bds", "1,450 sqft", "Studio", "10"])
def leading_number(s):
    n = 0
    seen = False
    for c in s:
        if "0" <= c <= "9":
            n = n * 10 + int(c)
            seen = True
            if n > 2000000:
                break
        elif c == ",":
            continue
        else:
            break
    return n if seen else None


@case("string", returns="double", rows=["12.5%", "0.3", "50 %", "abc", "%"])
def parse_percent(s):
    s = s.strip()
    if s.endswith("%"):
        return float(s[:-1]) / 100
    return float(s)


@case("string", returns="array<int>", rows=["1-3,7", "5", "9-8", "a"])
def expand_ranges(spec):
    out = []
    for part in spec.split(","):
        if "-" in part:
            lo, hi = part.split("-")
            lo, hi = int(lo), int(hi)
            if hi - lo > 50 or abs(lo) > 10**9 or abs(hi) > 10**9:
                raise ValueError("range too long")
            out.extend(range(lo, hi + 1))
        else:
            n = int(part)
            if abs(n) > 10**9:
                continue
            out.append(n)
    return out


@case("string", returns="string", rows=["lat=52.5 lon=13.4", "lat=x"])
def coordinates(s):
    m = re.search(r"lat=(-?\d+\.\d+)\s+lon=(-?\d+\.\d+)", s)
    if m:
        return "%.3f,%.3f" % (float(m.group(1)), float(m.group(2)))
    return ""


@case("string", returns="double", rows=["5'11\"", "6'", "180cm", ""])
def height_cm(s):
    try:
        if s.endswith("cm"):
            return float(s[:-2])
        feet, inches = s.split("'")
        inches = inches.rstrip('"') or "0"
        return round(int(feet) * 30.48 + float(inches) * 2.54, 1)
    except (ValueError, AttributeError):
        return None
    finally:
        pass


@case("string", returns="int", rows=["12", "x", "", " 7 ", "1_0", "-0"])
def int_or_default(s, default=-1):
    try:
        value = int(s)
    except (TypeError, ValueError):
        value = default
    else:
        if value > 1000000 or value < -1000000:
            value = 0
    return value


@case("string", returns="string", rows=["AB-123-XY", "ab 123 xy", "A"])
def license_plate(s):
    s = re.sub(r"[\s-]+", "", s or "").upper()
    if re.fullmatch(r"[A-Z]{1,3}\d{1,4}[A-Z]{0,2}", s):
        return s
    return None
