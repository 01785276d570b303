"""The functions as pandas UDFs: whole columns at once wherever pandas or NumPy can, else a map.

A function that is not here has nothing vectorised to offer; its Python body is mapped.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rowbench import python_bodies
from rowbench.python_bodies import ASCII_LOWER, EARTH_RADIUS_KM


def identity(x: pd.Series) -> pd.Series:
    return x


def ascii_lower(text: pd.Series) -> pd.Series:
    return text.str.translate(ASCII_LOWER)


def text_normalize(text: pd.Series) -> pd.Series:
    lower = text.str.translate(ASCII_LOWER)
    return lower.str.replace("[\x00-\x20]+", " ", regex=True).str.strip(" ")


def strip_html(html: pd.Series) -> pd.Series:
    return html.str.replace("<[^>]*>", "", regex=True)


def word_count(text: pd.Series) -> pd.Series:
    return text.str.count("[^\x00-\x20]+").astype("Int32")


def fiscal_year(day: pd.Series, first_month: pd.Series) -> pd.Series:
    days = pd.to_datetime(day)
    later = (first_month > 1) & (days.dt.month >= first_month)
    return (days.dt.year + later).astype("Int16")


def ts_floor(moment: pd.Series, minutes: pd.Series) -> pd.Series:
    width = minutes.to_numpy("int64") * 60_000_000_000
    nanos = moment.astype("int64").to_numpy()
    floored = pd.Series(pd.to_datetime(nanos - nanos % width))
    return floored.where(moment.notna())


def business_days(start: pd.Series, end: pd.Series) -> pd.Series:
    known = start.notna() & end.notna()
    days = pd.Series(pd.NA, index=start.index, dtype="Int32")
    first = pd.to_datetime(start[known]).to_numpy("datetime64[D]")
    last = pd.to_datetime(end[known]).to_numpy("datetime64[D]")
    # NumPy counts a reversed interval from the other end, so turn it round first.
    low, high = np.minimum(first, last), np.maximum(first, last)
    days[known] = np.where(first > last, -1, 1) * np.busday_count(low, high)
    return days


def long_to_ipv4(number: pd.Series) -> pd.Series:
    # A column with nulls comes as floats.
    return number.map(lambda n: python_bodies.long_to_ipv4(int(n)), na_action="ignore")


def array_cosine(a: pd.Series, b: pd.Series) -> pd.Series:
    return pd.Series([_cosine(x, y) for x, y in zip(a, b, strict=True)], dtype="float64")


def _cosine(x: np.ndarray | None, y: np.ndarray | None) -> float | None:
    if x is None or y is None or len(x) != len(y):
        return None
    norms = np.sqrt(x.dot(x)) * np.sqrt(y.dot(y))
    return float(x.dot(y) / norms) if norms else None


def haversine_km(lat1: pd.Series, lon1: pd.Series, lat2: pd.Series, lon2: pd.Series) -> pd.Series:
    phi1, phi2 = np.radians(lat1), np.radians(lat2)
    h = (
        np.sin((phi2 - phi1) / 2) ** 2
        + np.cos(phi1) * np.cos(phi2) * np.sin(np.radians(lon2 - lon1) / 2) ** 2
    )
    return pd.Series(2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(h)))


def count_nulls(a: pd.Series, b: pd.Series, c: pd.Series, d: pd.Series) -> pd.Series:
    total = a.isna().astype("int32")
    for column in (b, c, d):
        total += column.isna()
    return total


def bytes_len(data: pd.Series) -> pd.Series:
    return data.str.len().astype("Int32")


def add_business_days(day: pd.Series, days: pd.Series) -> pd.Series:
    known = day.notna() & days.notna()
    start = pd.to_datetime(day[known]).to_numpy("datetime64[D]")
    moved = np.busday_offset(start, days[known].to_numpy("int64"), roll="forward")
    result = pd.Series(None, index=day.index, dtype="object")
    result[known] = moved.astype(object)
    return result


def add_months_safe(day: pd.Series, months: pd.Series) -> pd.Series:
    # A column of numbers with nulls comes as floats.
    pairs = zip(day, months.astype("Int64").astype("object"), strict=True)
    moved = [python_bodies.add_months_safe(d, None if m is pd.NA else m) for d, m in pairs]
    return pd.Series(moved, dtype="object")


def epoch_ms_to_ts(millis: pd.Series) -> pd.Series:
    return pd.to_datetime(millis, unit="ms")


def hhmm(minute: pd.Series) -> pd.Series:
    return minute.map(lambda m: python_bodies.hhmm(int(m)), na_action="ignore")


def bit_flags(a: pd.Series, b: pd.Series, c: pd.Series, d: pd.Series) -> pd.Series:
    return sum((flag.eq(True).astype("int8") * 2**i for i, flag in enumerate((a, b, c, d))))


def c_to_f(celsius: pd.Series) -> pd.Series:
    return celsius * np.float32(1.8) + np.float32(32)


def sat_add(a: pd.Series, b: pd.Series) -> pd.Series:
    return (a.astype("Int64") + b.astype("Int64")).clip(-128, 127).astype("Int8")


def geo_cell(latitude: pd.Series, longitude: pd.Series, level: pd.Series) -> pd.Series:
    known = latitude.notna() & longitude.notna() & level.between(0, 31)
    cells = np.zeros(int(known.sum()), dtype="int64")
    levels = level[known].to_numpy("int64")
    for shift, degrees, span in ((0, latitude, 180.0), (1, longitude, 360.0)):
        share = (degrees[known].to_numpy() + span / 2) / span
        part = np.clip(np.floor(share * 2.0**levels), 0, 2.0**levels - 1).astype("int64")
        for i in range(31):
            cells |= (part >> i & 1) << (2 * i + shift)
    result = pd.Series(pd.NA, index=latitude.index, dtype="Int64")
    result[known] = cells
    return result


def bucket_label(value: pd.Series, buckets: pd.DataFrame) -> pd.Series:
    rows = zip(value, buckets["edges"], buckets["labels"], strict=True)
    return pd.Series([_label(*row) for row in rows], dtype="object")


def _label(value: float, edges: np.ndarray | None, labels: np.ndarray | None) -> str | None:
    if edges is None or labels is None or np.isnan(value):
        return None
    at = int(np.argmax(edges > value)) if (edges > value).any() else len(edges)
    return labels[at] if at < len(labels) else None


def semver_cmp(a: pd.DataFrame, b: pd.DataFrame) -> pd.Series:
    order = pd.Series(0, index=a.index, dtype="int64")
    for part in ("major", "minor", "patch"):
        order = order.where(order != 0, np.sign(a[part] - b[part]))
    return order.where(a.notna().all(axis=1) & b.notna().all(axis=1)).astype("Int32")
