# SPDX-License-Identifier: Apache-2.0

"""The functions of the category geo."""

from __future__ import annotations

import math

EARTH_RADIUS_KM = 6371.0088


def haversine_km(
    lat1: float | None, lon1: float | None, lat2: float | None, lon2: float | None
) -> float | None:
    if lat1 is None or lon1 is None or lat2 is None or lon2 is None:
        return None
    return _great_circle(lat1, lon1, lat2, lon2)


def _great_circle(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    # Without nulls, so that Numba can compile it in the benchmark.
    phi1, phi2 = math.radians(lat1), math.radians(lat2)
    north, east = math.sin((phi2 - phi1) / 2), math.sin(math.radians(lon2 - lon1) / 2)
    h = north * north + math.cos(phi1) * math.cos(phi2) * east * east
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(h))


def geo_cell(latitude: float | None, longitude: float | None, level: int | None) -> int | None:
    if latitude is None or longitude is None or level is None or not 0 <= level <= 31:
        return None
    if latitude != latitude or longitude != longitude:
        return None
    north, east = _part(latitude, 180, level), _part(longitude, 360, level)
    return sum(((north >> i & 1) | (east >> i & 1) << 1) << 2 * i for i in range(level))


def _part(degrees: float, span: float, level: int) -> int:
    share = (degrees + span / 2) / span
    return math.floor(max(0.0, min(share * 2**level, 2**level - 1)))
