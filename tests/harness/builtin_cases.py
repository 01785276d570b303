"""The builtins that have columnar bodies: their calls, and columns of their arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Case:
    """Calls of a builtin over the columns of :func:`table`.

    Attributes:
        name: the builtin.
        calls: SQL expressions, each with one call of it.
        where: the rows that the builtin does not refuse.
    """

    name: str
    calls: tuple[str, ...]
    where: str = "true"


@dataclass(frozen=True)
class Refusal:
    """A call that the builtin refuses for some of the rows.

    Attributes:
        name: the builtin.
        call: the SQL expression.
        error: Spark's error class, in its message.
        ansi: whether it refuses them in ANSI mode only.
    """

    name: str
    call: str
    error: str
    ansi: bool = False


CASES = (
    Case("bit_get", ("bit_get(i, abs(k % 32))", "bit_get(l, 63)", "bit_get(t, 0)")),
    Case("date_from_unix_date", ("date_from_unix_date(i)",)),
    Case("next_day", ("next_day(d, 'MO')", "next_day(d, 'sunday')", "next_day(d, 'Wed')")),
    Case("unix_date", ("unix_date(d)",)),
)

REFUSALS = (Refusal("bit_get", "bit_get(t, k)", "BIT_POSITION_RANGE|bit position"),)

# Each column: its edges, then what a random long ``{r}`` gives.
_COLUMNS = {
    "t": (("0", "-128", "127", "NULL"), "CAST({r} % 128 AS TINYINT)"),
    "i": (("0", "-1", "1", "2147483647", "-2147483648", "NULL"), "CAST({r} % 2147483648 AS INT)"),
    "k": (("0", "1", "-1", "7", "NULL"), "CAST({r} % 100 AS INT)"),
    "l": (("0", "-1", "9223372036854775807", "-9223372036854775807 - 1", "NULL"), "{r}"),
    "d": (
        (
            "DATE'1970-01-01'",
            "DATE'1969-12-31'",
            "DATE'0001-01-01'",
            "DATE'9999-12-31'",
            "DATE'2024-02-29'",
            "NULL",
        ),
        "date_add(DATE'1970-01-01', CAST({r} % 100000 AS INT))",
    ),
}
_TYPES = {"t": "TINYINT", "i": "INT", "k": "INT", "l": "BIGINT", "d": "DATE"}


def table(spark: SparkSession, rows: int) -> DataFrame:
    """A row for each combination of an edge with others, then random ones, a tenth null."""
    edges = max(len(edge) for edge, _ in _COLUMNS.values())
    columns = []
    for salt, (name, (edge, random)) in enumerate(_COLUMNS.items()):
        listed = ", ".join(f"CAST({value} AS {_TYPES[name]})" for value in edge)
        # Strides that have no common factor with the number of edges: all pairs meet.
        at = f"CAST((id DIV {edges} * {salt} + id) % {len(edge)} AS INT)"
        drawn = random.format(r=f"xxhash64(id, {salt})")
        columns.append(
            f"CASE WHEN id < {edges**2} THEN element_at(array({listed}), {at} + 1) "
            f"WHEN xxhash64({salt}, id) % 10 = 0 THEN NULL ELSE {drawn} END AS {name}"
        )
    frame = spark.range(rows + edges**2).selectExpr("id", *columns)
    return frame
