"""Identity: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def identity(value: ColumnOrName) -> Column:
    """Returns its argument, of whatever type.

    It shows what crosses between Spark and cuDF, and what that costs.

    Args:
        value: any.

    Returns:
        the type of value; null where any argument is null.

    Example, in SQL::

        identity(CAST(1.50 AS DECIMAL(21,3)))  gives  1.500
    """
    return call("identity", value)


def identity_array(value: ColumnOrName) -> Column:
    """Returns its argument, of type array<string>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: array<string>.

    Returns:
        array<string>; null where any argument is null.

    Example, in SQL::

        identity_array(array('a', NULL, ''))  gives  [a, null, ]
    """
    return call("identity_array", value)


def identity_array_array(value: ColumnOrName) -> Column:
    """Returns its argument, of type array<array<double>>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: array<array<double>>.

    Returns:
        array<array<double>>; null where any argument is null.

    Example, in SQL::

        identity_array_array(array(array(1.5D), array(), NULL))  gives  [[1.5], [], null]
    """
    return call("identity_array_array", value)


def identity_array_int(value: ColumnOrName) -> Column:
    """Returns its argument, of type array<int>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: array<int>.

    Returns:
        array<int>; null where any argument is null.

    Example, in SQL::

        identity_array_int(array(1, NULL))  gives  [1, null]
    """
    return call("identity_array_int", value)


def identity_array_of_maps(value: ColumnOrName) -> Column:
    """Returns its argument, of type array<map<string,int>>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: array<map<string,int>>.

    Returns:
        array<map<string,int>>; null where any argument is null.

    Example, in SQL::

        identity_array_of_maps(array(map('a', 1), map()))  gives  [{a -> 1}, {}]
    """
    return call("identity_array_of_maps", value)


def identity_bigint(value: ColumnOrName) -> Column:
    """Returns its argument, of type bigint.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: bigint.

    Returns:
        bigint; null where any argument is null.

    Example, in SQL::

        identity_bigint(9223372036854775807)  gives  9223372036854775807
    """
    return call("identity_bigint", value)


def identity_binary(value: ColumnOrName) -> Column:
    """Returns its argument, of type binary.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: binary.

    Returns:
        binary; null where any argument is null.

    Example, in SQL::

        hex(identity_binary(X'00FF'))  gives  00FF
    """
    return call("identity_binary", value)


def identity_boolean(value: ColumnOrName) -> Column:
    """Returns its argument, of type boolean.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: boolean.

    Returns:
        boolean; null where any argument is null.

    Example, in SQL::

        identity_boolean(true)  gives  true
    """
    return call("identity_boolean", value)


def identity_date(value: ColumnOrName) -> Column:
    """Returns its argument, of type date.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: date.

    Returns:
        date; null where any argument is null.

    Example, in SQL::

        identity_date(DATE '2024-02-29')  gives  2024-02-29
    """
    return call("identity_date", value)


def identity_decimal128(value: ColumnOrName) -> Column:
    """Returns its argument, of type decimal(38,10).

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: decimal(38,10).

    Returns:
        decimal(38,10); null where any argument is null.

    Example, in SQL::

        identity_decimal128(9999999999999999999999999999.9999999999)  gives  9999999999999999999999999999.9999999999
    """
    return call("identity_decimal128", value)


def identity_decimal32(value: ColumnOrName) -> Column:
    """Returns its argument, of type decimal(9,2).

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: decimal(9,2).

    Returns:
        decimal(9,2); null where any argument is null.

    Example, in SQL::

        identity_decimal32(9999999.99)  gives  9999999.99
    """
    return call("identity_decimal32", value)


def identity_decimal64(value: ColumnOrName) -> Column:
    """Returns its argument, of type decimal(18,4).

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: decimal(18,4).

    Returns:
        decimal(18,4); null where any argument is null.

    Example, in SQL::

        identity_decimal64(-99999999999999.9999)  gives  -99999999999999.9999
    """
    return call("identity_decimal64", value)


def identity_double(value: ColumnOrName) -> Column:
    """Returns its argument, of type double.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: double.

    Returns:
        double; null where any argument is null.

    Example, in SQL::

        identity_double(CAST('NaN' AS DOUBLE))  gives  NaN
    """
    return call("identity_double", value)


def identity_float(value: ColumnOrName) -> Column:
    """Returns its argument, of type float.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: float.

    Returns:
        float; null where any argument is null.

    Example, in SQL::

        identity_float(CAST('-0.0' AS FLOAT))  gives  -0.0
    """
    return call("identity_float", value)


def identity_int(value: ColumnOrName) -> Column:
    """Returns its argument, of type int.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: int.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        identity_int(2147483647)  gives  2147483647
    """
    return call("identity_int", value)


def identity_map(value: ColumnOrName) -> Column:
    """Returns its argument, of type map<string,bigint>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: map<string,bigint>.

    Returns:
        map<string,bigint>; null where any argument is null.

    Example, in SQL::

        identity_map(map('a', 1L, 'b', NULL))  gives  {a -> 1, b -> null}
    """
    return call("identity_map", value)


def identity_map_of_structs(value: ColumnOrName) -> Column:
    """Returns its argument, of type map<string,array<struct<day:date,at:timestamp,amount:decimal(20,3)>>>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: map<string,array<struct<day:date,at:timestamp,amount:decimal(20,3)>>>.

    Returns:
        map<string,array<struct<day:date,at:timestamp,amount:decimal(20,3)>>>; null where any
        argument is null.

    Example, in SQL::

        identity_map_of_structs(map('k', array(named_struct('day', DATE '2024-02-29', 'at', TIMESTAMP '2024-02-29 01:02:03', 'amount', CAST(1.25 AS DECIMAL(20,3))))))  gives  {k -> [{2024-02-29, 2024-02-29 01:02:03, 1.250}]}
    """
    return call("identity_map_of_structs", value)


def identity_smallint(value: ColumnOrName) -> Column:
    """Returns its argument, of type smallint.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: smallint.

    Returns:
        smallint; null where any argument is null.

    Example, in SQL::

        identity_smallint(-32768S)  gives  -32768
    """
    return call("identity_smallint", value)


def identity_string(value: ColumnOrName) -> Column:
    """Returns its argument, of type string.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: string.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        identity_string('Grüße, 世界')  gives  Grüße, 世界
    """
    return call("identity_string", value)


def identity_struct(value: ColumnOrName) -> Column:
    """Returns its argument, of type struct<a:int,b:string>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: struct<a:int,b:string>.

    Returns:
        struct<a:int,b:string>; null where any argument is null.

    Example, in SQL::

        identity_struct(named_struct('a', 1, 'b', 'x'))  gives  {1, x}
    """
    return call("identity_struct", value)


def identity_struct_of_arrays(value: ColumnOrName) -> Column:
    """Returns its argument, of type struct<ids:array<int>,names:array<string>>.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: struct<ids:array<int>,names:array<string>>.

    Returns:
        struct<ids:array<int>,names:array<string>>; null where any argument is null.

    Example, in SQL::

        identity_struct_of_arrays(named_struct('ids', array(1, 2), 'names', array('x')))  gives  {[1, 2], [x]}
    """
    return call("identity_struct_of_arrays", value)


def identity_timestamp(value: ColumnOrName) -> Column:
    """Returns its argument, of type timestamp.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: timestamp.

    Returns:
        timestamp; null where any argument is null.

    Example, in SQL::

        identity_timestamp(TIMESTAMP '2024-02-29 12:34:56.789012')  gives  2024-02-29 12:34:56.789012
    """
    return call("identity_timestamp", value)


def identity_tinyint(value: ColumnOrName) -> Column:
    """Returns its argument, of type tinyint.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: tinyint.

    Returns:
        tinyint; null where any argument is null.

    Example, in SQL::

        identity_tinyint(-128Y)  gives  -128
    """
    return call("identity_tinyint", value)


def identity_void(value: ColumnOrName) -> Column:
    """Returns its argument, of type void.

    It shows what crosses between Spark and cuDF for this type, and what that costs.

    Args:
        value: void.

    Returns:
        void; null where any argument is null.

    Example, in SQL::

        identity_void(NULL)  gives  NULL
    """
    return call("identity_void", value)
