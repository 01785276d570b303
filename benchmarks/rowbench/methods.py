"""The ways to compute a case, each as an SQL expression over the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from pyspark.sql.functions import pandas_udf, udf  # type: ignore[attr-defined]

from rowbench import pandas_bodies, python_bodies
from rowbench.case import Case

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import SparkSession

LABELS = {
    "scan": "reading alone",
    "ours": "rapids-udfs",
    "builtin": "Spark builtin",
    "arrow": "Arrow Python UDF",
    "pandas": "pandas UDF",
    "python": "Python UDF",
}
"""The methods, in the order of the report."""


class Method(NamedTuple):
    """One way: its name in LABELS, and the columns to select."""

    name: str
    columns: tuple[str, ...]

    @property
    def in_python(self) -> bool:
        """Whether rows go through a Python worker."""
        return self.name in ("arrow", "pandas", "python")


def methods(spark: SparkSession, case: Case) -> list[Method]:
    """The ways that there are for a case; registers its Python functions with the session."""
    arguments = ", ".join(case.arguments)
    found = [Method("scan", case.columns), Method("ours", (case.call,))]
    if case.builtin:
        found.append(Method("builtin", (case.builtin,)))
    for name, function in _python_udfs(case).items():
        registered = f"{name}_{case.function}"
        spark.udf.register(registered, function)
        found.append(Method(name, (f"{registered}({arguments})",)))
    return found


def _python_udfs(case: Case) -> dict[str, Any]:
    body = getattr(python_bodies, case.function)
    found = {
        "arrow": udf(body, case.returns, useArrow=True),
        "python": udf(body, case.returns, useArrow=False),
    }
    # A pandas UDF returns a struct as a DataFrame, in which no row can be null.
    if not case.returns.startswith("struct"):
        vectorised = getattr(pandas_bodies, case.function, None) or _mapped(body)
        found["pandas"] = pandas_udf(vectorised, case.returns)
    return found


def _mapped(body: Callable[..., object]) -> Callable[..., pd.Series]:
    """A pandas function that calls the body for each value."""
    import pandas as pd

    def one(a: pd.Series) -> pd.Series:
        return pd.Series([body(x) for x in a], dtype="object")

    def two(a: pd.Series, b: pd.Series) -> pd.Series:
        return pd.Series([body(x, y) for x, y in zip(a, b, strict=True)], dtype="object")

    def three(a: pd.Series, b: pd.Series, c: pd.Series) -> pd.Series:
        rows = zip(a, b, c, strict=True)
        return pd.Series([body(x, y, z) for x, y, z in rows], dtype="object")

    count = body.__code__.co_argcount
    chosen: Any = {1: one, 2: two, 3: three}[count]
    # pandas_udf resolves annotations in the module's names, where pandas is not.
    chosen.__annotations__ = dict.fromkeys((*("a", "b", "c")[:count], "return"), pd.Series)
    mapped: Callable[..., pd.Series] = chosen
    return mapped
