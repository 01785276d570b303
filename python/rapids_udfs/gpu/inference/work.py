# SPDX-License-Identifier: Apache-2.0

"""The work of a Python worker on the batches of a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from rapids_udfs.gpu.inference import inputs
from rapids_udfs.gpu.inference.errors import ModelInputError
from rapids_udfs.gpu.inference.inputs import OnNan, Shapes
from rapids_udfs.gpu.inference.models import Source, current, predictor
from rapids_udfs.gpu.metrics import Meter

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

Batch = Any
"""A pandas Series, a tuple of them, or the DataFrame of a struct."""


@dataclass(frozen=True)
class Work:
    """A model with the settings of its inputs and predictions; it is sent to the workers."""

    source: Source
    kind: DataType
    by_spark: Callable[[Iterator[Batch]], Iterator[Batch]]
    """The body of ``predict_batch_udf``: splits the rows, and makes columns of the predictions."""
    shapes: Shapes
    batch_size: int
    on_nan: OnNan
    meter: Meter

    def predictions(self, data: Iterator[Batch]) -> Iterator[Batch]:
        """The predictions for each of Spark's batches, in pieces."""
        for batch in data:
            if isinstance(batch, tuple) and not batch:
                raise ModelInputError(self.source.name, "it was given no column")
            for first, part in inputs.in_parts(batch, self.shapes, self.batch_size):
                yield from self._of_part(part, first)

    def _of_part(self, part: Batch, first: int) -> Iterator[Batch]:
        import pandas as pd

        try:
            rows = inputs.prepare(part, self.shapes, self.on_nan, first)
            if not rows.size:
                yield _with_nulls([], rows.kept, self.kind)
                return
            model, loaded = predictor(self.source)
            if loaded:
                self.meter.add(model.device, loads=1)
            arrays = rows.inputs(model.inputs(len(rows.arrays)), self.shapes)
        except inputs.WrongInputError as e:
            raise ModelInputError(self.source.name, str(e)) from None
        seconds: list[float] = []

        def predict(places: Any) -> Any:
            began = perf_counter()
            of = slice(int(places[0]), int(places[-1]) + 1)
            found = model.predict(tuple(array[of] for array in arrays), self.kind, self.source)
            seconds.append(perf_counter() - began)
            return found

        current().predict = predict
        # A DataFrame already, so that Spark need not make one.
        places = iter([pd.DataFrame(np.arange(rows.size)[:, None])])
        try:
            if rows.kept.all():
                yield from self.by_spark(places)
            else:
                yield _with_nulls(list(self.by_spark(places)), rows.kept, self.kind)
        finally:
            current().predict = None
        self.meter.add(model.device, batches=len(seconds), rows=rows.size, seconds=sum(seconds))


def _with_nulls(pieces: list[Batch], kept: Any, kind: DataType) -> Batch:
    """The predictions for the rows that were kept, and null for the others."""
    import pandas as pd
    from pyspark.sql.types import StructType

    def spread(column: Any) -> Any:
        # None explicitly, since pandas would fill in NaN.
        cells = np.empty(len(kept), dtype=object)
        if column is not None:
            cells[kept] = column.to_numpy(dtype=object)
        return pd.Series(cells)

    found = pd.concat(pieces, ignore_index=True) if pieces else None
    if not isinstance(kind, StructType):
        return spread(found)
    return pd.DataFrame({n: spread(None if found is None else found[n]) for n in kind.names})
