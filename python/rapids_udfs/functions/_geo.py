"""Geography: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def haversine_km(
    latitude1: ColumnOrName,
    longitude1: ColumnOrName,
    latitude2: ColumnOrName,
    longitude2: ColumnOrName,
) -> Column:
    """Great-circle distance in kilometres between two points given in degrees.

    On a sphere of the mean radius 6371.0088 km. Degrees may lie outside ±90 and ±180 and are
    taken as the angles that they are; NaN or an infinity gives NaN.

    Args:
        latitude1: double.
        longitude1: double.
        latitude2: double.
        longitude2: double.

    Returns:
        double; null where any argument is null.

    CPU and GPU may differ by 1e-12, relative.

    Example, in SQL::

        round(haversine_km(52.5200, 13.4050, 48.8566, 2.3522), 3)  gives  877.465
    """
    return call("haversine_km", latitude1, longitude1, latitude2, longitude2)
