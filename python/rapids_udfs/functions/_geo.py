"""Geography: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal


def geo_cell(latitude: ColumnOrName, longitude: ColumnOrName, level: ColumnOrLiteral) -> Column:
    """The number of the grid cell that a point in degrees lies in, at a level from 0 to 31.

    At level n the latitudes from -90 to 90 and the longitudes from -180 to 180 are cut into 2^n
    equal parts each. A part holds its lower end, the last one its upper end too; what lies
    outside is moved to the nearest end, infinities too. The parts' numbers, floor((latitude +
    90) / 180 * 2^n) and floor((longitude + 180) / 360 * 2^n) in doubles, are interleaved bit by
    bit, latitude in the lowest place: the 2n bits of the point's geohash. shiftright(cell, 2)
    is the cell around it, one level up. NaN or another level gives null.

    Args:
        latitude: double.
        longitude: double.
        level: int, a literal.

    Returns:
        bigint; null where any argument is null.

    Example, in SQL::

        geo_cell(52.5200, 13.4050, 10)  gives  855148
        geo_cell(-90, -180, 31)  gives  0
        geo_cell(0, 0, 32)  gives  NULL
    """
    return call("geo_cell", latitude, longitude, literal(level))


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
