"""Arrays: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def array_cosine(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Cosine of the angle between two vectors.

    Sums run from the first element to the last, in double precision, so that every engine gives
    the same bits. Null where the sizes differ, an element is null, or a norm is zero (as that
    of an empty array is, and that of elements so small that their squares are zero). NaN and
    infinities spread as in any sum. In columns the number of kernel launches grows with the
    longest array of a batch: meant for up to some hundred elements.

    Args:
        a: array<double>.
        b: array<double>.

    Returns:
        double; null where any argument is null.

    Where CPU and GPU differ:
        - Where LIBCUDF_JIT_ENABLED=1 is set (it is not by default), cuDF compiles the sums at
          run time and may round a product and its addition once instead of twice.

    Example, in SQL::

        array_cosine(array(1D, 0D), array(2D, 0D))  gives  1.0
        array_cosine(array(1D, 2D), array(2D))  gives  NULL
    """
    return call("array_cosine", a, b)
