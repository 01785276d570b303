# SPDX-License-Identifier: Apache-2.0

"""Datetimes with an offset from UTC, as ``fromisoformat`` creates them."""

from __future__ import annotations

import datetime as dt
from datetime import timedelta

import pytest

import rapids_udfs
from harness.session import COMPILED_TRANSPORTS
from rapids_udfs.testing import assert_same_as_python

NAIVE = dt.datetime(2024, 2, 29, 12)
TEXTS = ["2024-02-29T12:34:56Z", "2024-02-29T12:34:56+00:00", "2024-02-29T23:59:59.123456-05:30"]
TEXTS += ["2024-02-29 00:00+14:00", "20240229T120000+0530", "2024-02-29T12+05", "2024-02-29T12Z"]
TEXTS += [
    "2024-02-29-05:00",
    "2024-02-29T12:00z",
    "2024-02-29T12:00Z ",
    "2024-02-29TZ",
    "2024-02-29Z",
]
TEXTS += ["2024-02-29T12:00:00.5Z", "2024-02-29T25:00Z", "1969-12-31T23:00:00-01:00", "nonsense"]


def described(s):
    d = dt.datetime.fromisoformat(s)
    parts = (d.year, d.hour, d.microsecond, d.weekday(), d.date(), d.time(), d.isoformat(" "))
    return f"{d} {d!r} {parts} {d:%Y-%m-%d %H:%M} {d.isoformat(timespec='hours')}"


def usual(s):
    return dt.datetime.fromisoformat(s.replace("Z", "+00:00")).replace(tzinfo=None)


def shifted(s):
    d = dt.datetime.fromisoformat(s)
    later = d + timedelta(hours=3)
    return str((later, later - d, d - timedelta(days=1), d.replace(hour=1), later > d, later == d))


def compared(s):
    d = dt.datetime.fromisoformat(s)
    other = dt.datetime.fromisoformat("2024-02-29T12:00:00+02:00")
    found = [d == NAIVE, d != NAIVE, d in {NAIVE: 1}]
    for f in (lambda: d - NAIVE, lambda: d > NAIVE, lambda: d >= other, lambda: other - d):
        try:
            found.append(f())
        except TypeError as e:
            found.append(str(e))
    return str(found)


def distinct(s):
    d = dt.datetime.fromisoformat(s)
    return len({d, d + timedelta(0), dt.datetime.fromisoformat("2024-02-29T12:34:56+00:00")})


def as_timestamp(s):
    return dt.datetime.fromisoformat(s)


CASES = [(described, "string"), (usual, "timestamp"), (shifted, "string"), (compared, "string")]
CASES += [(distinct, "int"), (as_timestamp, "timestamp")]


@pytest.mark.parametrize("transport", COMPILED_TRANSPORTS)
@pytest.mark.parametrize(("function", "returns"), CASES, ids=lambda x: getattr(x, "__name__", ""))
def test_same_as_python(spark, function, returns, transport):
    report = assert_same_as_python(
        *(function, ["string"], returns),
        spark=spark,
        rows=[(text,) for text in TEXTS],
        examples=0,
        transport=transport,
    )
    assert report.rows - report.errors >= 4, str(report)


UNDECIDED = {
    "of a result without zone": (lambda s: dt.datetime.fromisoformat(s), "timestamp_ntz"),
    "strftime with %z": (lambda s: dt.datetime.fromisoformat(s).strftime("%H%z"), "string"),
    "the time 12:00xZ": (lambda s: str(dt.datetime.fromisoformat(s[:10] + "T12:00xZ")), "string"),
    "with the zone": (lambda s: str(dt.datetime.fromisoformat(s[:-1] + "+01:00:30")), "string"),
}


@pytest.mark.parametrize("what", UNDECIDED)
def test_undecided_rows(spark, what):
    function, returns = UNDECIDED[what]
    at = rapids_udfs.udf(function, returns, useArrow=COMPILED_TRANSPORTS[-1] == "arrow")
    reason = what.replace("of a result without zone", "a result of type datetime")
    if reason == what or COMPILED_TRANSPORTS[-1] == "arrow":
        # PySpark 3.5 has no class for it.
        with pytest.raises(Exception, match=f"UNDECIDED.*{reason}"):
            spark.createDataFrame([("2024-02-29T12:34:56Z",)], "s string").select(at("s")).collect()
