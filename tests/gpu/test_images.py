# SPDX-License-Identifier: Apache-2.0

"""Registration of images, against scikit-image and through Spark."""

from __future__ import annotations

import math
import tracemalloc
from typing import Any

import array_api_compat.numpy as xp
import numpy as np
import pyarrow as pa
import pytest
from pyspark.sql import functions as F
from scipy.ndimage import fourier_shift, gaussian_filter
from skimage.registration import phase_cross_correlation

from rapids_udfs.errors import ArgumentTypeError, ArgumentValueError
from rapids_udfs.gpu import images, phase

SHIFTS = [(0, 0), (3, -2), (-5, 7), (8, 8), (-1, 0), (0, 6)]


def pairs(rows: int, columns: int, seed: int = 5) -> tuple[Any, Any]:
    """Windows of one smooth picture: each moving one, shifted by SHIFTS, lies on its reference."""
    picture = gaussian_filter(
        np.random.default_rng(seed).normal(size=(rows + 20, columns + 20)), 1.5
    )
    reference = picture[10 : 10 + rows, 10 : 10 + columns]
    moving = [picture[10 + y : 10 + y + rows, 10 + x : 10 + x + columns] for y, x in SHIFTS]
    return np.stack([reference] * len(SHIFTS)), np.stack(moving)


def weighted(image: Any) -> Any:
    rows, columns = (np.hanning(n + 2)[1:-1] for n in image.shape)
    return (image - image.mean()) * np.outer(rows, columns)


class TestAgainstScikitImage:
    @pytest.mark.parametrize("shape", [(64, 64), (33, 48), (50, 31)])
    @pytest.mark.parametrize("upsample", [1, 10, 100])
    def test_shifts(self, shape: tuple[int, int], upsample: int) -> None:
        reference, moving = pairs(*shape)
        y, x, error = phase.register(xp, reference, moving, "hann", upsample)
        expected = [
            phase_cross_correlation(weighted(one), weighted(other), upsample_factor=upsample)[0]
            for one, other in zip(reference, moving, strict=True)
        ]
        # Where the peak is flat, the nearest step may be another one.
        tolerance = 1e-9 if upsample < 100 else 1.001 / upsample
        np.testing.assert_allclose(np.stack([y, x], axis=1), expected, atol=tolerance)
        if upsample == 1:
            assert list(zip(y, x, strict=True)) == SHIFTS
        assert ((error >= 0) & (error <= 1)).all()
        assert error[0] == pytest.approx(0, abs=1e-6)

    def test_a_part_of_a_pixel(self) -> None:
        picture = gaussian_filter(np.random.default_rng(3).normal(size=(128, 128)), 1.5)
        moved = np.fft.ifft2(fourier_shift(np.fft.fft2(picture), (1.3, -0.7))).real
        cut = (slice(30, 94), slice(30, 94))
        y, x, _ = phase.register(xp, picture[cut][None], moved[cut][None], "hann", 10)
        assert (y[0], x[0]) == (pytest.approx(-1.3, abs=0.11), pytest.approx(0.7, abs=0.11))

    @pytest.mark.parametrize("scale", [1e-300, 1e-10, 1, 1e10, 1e160])
    @pytest.mark.parametrize("upsample", [1, 10])
    def test_the_unit_of_the_pixels_does_not_count(self, scale: float, upsample: int) -> None:
        reference, moving = pairs(64, 64)
        scaled = (reference * scale, moving * scale)
        result = phase.register(xp, *scaled, "hann", upsample)
        expected = phase.register(xp, reference, moving, "hann", upsample)
        np.testing.assert_allclose(np.stack(result), np.stack(expected), atol=1e-6)

    @pytest.mark.parametrize("value", [3.0, 0.1, 0.7, 1e-3, -1e300, 0.0])
    def test_images_without_contrast(self, value: float) -> None:
        flat = np.full((2, 8, 8), value)
        y, x, error = phase.register(xp, flat, flat, "hann", 10)
        assert y.tolist() == x.tolist() == [0, 0]
        assert np.isnan(error).all()

    def test_single_pixels(self) -> None:
        y, x, error = phase.register(xp, np.ones((1, 1, 1)), np.ones((1, 1, 1)), "hann", 1)
        assert (y[0], x[0]) == (0, 0)
        assert math.isnan(error[0])


@pytest.mark.parametrize(("shape", "upsample"), [((8, 8), 1), ((8, 8), 100), ((64, 32), 10)])
def test_memory_stays_within_what_is_asked(shape: tuple[int, int], upsample: int) -> None:
    count, limit = 400, 16 << 20
    pictures = np.random.default_rng(1).normal(size=(2, count, *shape)).tolist()
    pair = tuple(pa.array(pixels, pa.list_(pa.list_(pa.float64()))) for pixels in pictures)
    before = images._pairs_by_size(*pair, "raise")  # what the pairs themselves take
    held = sum(one.nbytes + other.nbytes for of in before.values() for _, one, other in of)
    tracemalloc.start()
    result = images._pairs_by_size(*pair, "raise")
    images._register(xp, count, result, "hann", upsample, limit)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.25 * limit + 3 * held


IMAGE = "array<array<{}>>"


@pytest.fixture(scope="module")
def rows() -> list[tuple[int, Any, Any]]:
    """Images of two sizes, and a null one."""
    result = []
    for size in ((48, 56), (56, 48)):
        reference, moving = pairs(*size)
        for one, other in zip(reference, moving, strict=True):
            result.append((len(result), one.tolist(), other.tolist()))
    return [*result, (len(result), None, result[0][1]), (len(result) + 1, result[0][1], None)]


GOOD = ((1.0, 2.0), (3.0, 5.0))
BAD = {
    "two sizes": ([[1.0, 2.0]], r"images of two sizes, \(2, 2\) and \(1, 2\)"),
    "ragged": ([[1.0, 2.0], [3.0]], r"rows of \[1, 2\] pixels"),
    "empty": ([], "rows of no pixels"),
    "empty rows": ([[], []], r"rows of \[0\] pixels"),
    "NaN": ([[1.0, math.nan], [3.0, 4.0]], "a pixel that is NaN or infinite"),
    "infinite": ([[1.0, -math.inf], [3.0, 4.0]], "a pixel that is NaN or infinite"),
    "overflow": ([[1e308, -1e308], [3.0, 4.0]], "differ by more than a double can hold"),
    "null pixel": ([[1.0, None], [3.0, 4.0]], "a null pixel"),
    "null row": ([[1.0, 2.0], None], "a null row"),
}


class TestThroughSpark:
    @pytest.mark.parametrize("batch_bytes", [1, 512 << 20])
    @pytest.mark.parametrize("pixel", ["float", "double"])
    def test_sizes_and_nulls(self, spark, rows, pixel: str, batch_bytes: int) -> None:
        schema = f"id int, a {IMAGE.format(pixel)}, b {IMAGE.format(pixel)}"
        frame = spark.createDataFrame(rows, schema).repartition(3)
        result = images.register(frame, "a", "b", batch_bytes=batch_bytes).drop("a", "b")
        assert result.columns == ["id", "shift_y", "shift_x", "error"]
        by_id = {row.id: row for row in result.collect()}
        assert len(by_id) == len(rows)
        for i, shift in enumerate(SHIFTS * 2):
            assert (by_id[i].shift_y, by_id[i].shift_x) == shift
            assert 0 <= by_id[i].error < 1
        for i in (len(SHIFTS) * 2, len(SHIFTS) * 2 + 1):
            assert by_id[i][1:] == (None, None, None)
        assert images.register(frame.where("false"), "a", "b").collect() == []

    def test_images_that_cannot_be_registered(self, spark) -> None:
        rows = [(name, GOOD, bad) for name, (bad, _) in BAD.items()]
        rows.append(("good", GOOD, GOOD))
        frame = spark.createDataFrame(
            rows, f"name string, a {IMAGE}, b {IMAGE}".format(*["double"] * 2)
        )
        result = images.register(frame, "a", "b", on_error="null").drop("a", "b").collect()
        nulls = {row.name for row in result if row.shift_y is None and row.error is None}
        assert nulls == set(BAD)

    @pytest.mark.parametrize("name", ["two sizes", "NaN"])
    def test_they_end_the_job_by_default(self, spark, name: str) -> None:
        bad, error = BAD[name]
        schema = f"a {IMAGE.format('double')}, b {IMAGE.format('double')}"
        frame = spark.createDataFrame([(GOOD, bad)], schema)
        with pytest.raises(Exception, match=f"row 0 of the batch has.*{error}"):
            images.register(frame, "a", "b").collect()

    @pytest.mark.parametrize("name", BAD)
    def test_the_text_of_each(self, name: str) -> None:
        import pyarrow as pa

        bad, error = BAD[name]
        kind = pa.list_(pa.list_(pa.float64()))
        with pytest.raises(ArgumentValueError, match=error):
            images._pairs_by_size(pa.array([GOOD], kind), pa.array([bad], kind), "raise")

    @pytest.mark.parametrize(
        ("columns", "options", "error"),
        [
            (("a", "c"), {}, "there is no column 'c'; there are a, b, n"),
            (("a", "n"), {}, "the column 'n' is of type bigint; an image is an array<array<float"),
            (("a", "b"), {"window": "boxcar"}, "window='boxcar'; it is 'hann' or None"),
            (("a", "b"), {"upsample": 0}, "upsample=0; it is a whole number of at least 1"),
            (("a", "b"), {"upsample": 1.5}, "upsample=1.5"),
            (("a", "b"), {"on_error": "ignore"}, "on_error='ignore'; it is 'raise' or 'null'"),
            (("a", "b"), {"upsample": "2"}, "upsample='2'"),
            (("a", "b"), {"upsample": math.nan}, "upsample=nan"),
            (
                ("a", "b"),
                {"upsample": 1001},
                "upsample=1001; it is a whole number of at least 1 and at most 1000",
            ),
            (("a", "b"), {"batch_bytes": 0}, "batch_bytes=0"),
            (("a", "b"), {"batch_bytes": None}, "batch_bytes=None"),
            (("a", "b"), {"use_gpu": "yes"}, "use_gpu='yes'; it is True, False or 'auto'"),
        ],
    )
    def test_wrong_arguments(self, spark, columns, options: dict[str, Any], error: str) -> None:
        schema = f"a {IMAGE.format('double')}, b {IMAGE.format('double')}, n bigint"
        frame = spark.createDataFrame([], schema)
        with pytest.raises(ValueError, match=error):
            images.register(frame, *columns, **options)

    @pytest.mark.parametrize("name", ["error", "Shift_Y"])
    def test_a_column_that_is_there(self, spark, name: str) -> None:
        schema = f"a {IMAGE.format('double')}, b {IMAGE.format('double')}, {name} int"
        with pytest.raises(ValueError, match=f"has a column '{name}' already: drop or rename it"):
            images.register(spark.createDataFrame([], schema), "a", "b")

    def test_invalid_frames_and_names(self, spark) -> None:
        with pytest.raises(ArgumentTypeError, match=r"images\.register takes a DataFrame of Spark"):
            images.register(None, "a", "b")  # type: ignore[arg-type]
        with pytest.raises(ArgumentTypeError, match="the columns' names as strings, not Column"):
            images.register(spark.range(1), F.col("id"), "id")  # type: ignore[arg-type]

    def test_names_that_spark_cannot_say(self, spark, rows) -> None:
        schema = f"`a.b` {IMAGE.format('double')}, `c``d` {IMAGE.format('double')}, id int, id int"
        one_row = [(one, other, i, -i) for i, one, other in rows[1:2]]
        frame = spark.createDataFrame(one_row, schema)
        result = images.register(frame, "a.b", "c`d")
        assert result.columns == ["a.b", "c`d", "id", "id", "shift_y", "shift_x", "error"]
        assert tuple(result.collect()[0])[2:6] == (1, -1, *SHIFTS[1])
        twice = frame.toDF("a", "b", "b", "c")
        with pytest.raises(ValueError, match="there are several columns 'b'"):
            images.register(twice, "a", "b")
