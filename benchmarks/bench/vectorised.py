# SPDX-License-Identifier: Apache-2.0

"""Functions on whole columns for which pandas or NumPy have something better than a loop.

The pandas UDFs of other functions call their references for every value.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from references.geo import EARTH_RADIUS_KM
from references.text import ASCII_LOWER


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
    # NumPy counts a reversed interval from the other end, so reverse it first.
    low, high = np.minimum(first, last), np.maximum(first, last)
    days[known] = np.where(first > last, -1, 1) * np.busday_count(low, high)
    return days


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
