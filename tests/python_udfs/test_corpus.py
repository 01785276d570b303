# SPDX-License-Identifier: Apache-2.0

"""UDFs as data engineers write them: the same compiled and in Python, on both transports."""

from __future__ import annotations

import pytest

from harness.session import COMPILED_TRANSPORTS, IS_MAIN, SPARK
from python_udfs.corpus import CASES as WHOLE
from python_udfs.corpus.cases import Case
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing.python_udfs.check import compare
from rapids_udfs.testing.python_udfs.report import SameAsPython
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject

CASES = WHOLE if IS_MAIN else WHOLE[::4]
"""Complete on the main Spark; only the conversion of values depends on the version."""
EXAMPLES = 60
BATCH = 24
REFUSED: dict[str, str] = {
    "json_.json_kind": "dict as a value",
}
"""UDFs that are not compiled, with a part of the reason."""
if SPARK.version < "4.1":
    BINARY = (case.name for case in CASES if any("binary" in of for of in case.types))
    REFUSED |= dict.fromkeys(BINARY, "BINARY arguments are bytearray objects")
NAMES = {case.name for case in CASES}
COMPILED = [case for case in CASES if case.name not in REFUSED]


@pytest.fixture(scope="module")
def subjects(spark) -> dict[str, Subject | NotCompiledError]:
    runs, by_name = SparkRuns(spark), {}
    for case in CASES:
        subject = Subject(
            *(case.function, case.types, case.returns),
            transport=next(t for t in COMPILED_TRANSPORTS if t in case.transports),
            tolerance=case.tolerance,
        )
        try:
            runs.check_compiled(subject)
        except NotCompiledError as e:
            by_name[case.name] = e
            continue
        subject.find_rows(spark, case.rows, EXAMPLES, 0)
        by_name[case.name] = subject
    return by_name


@pytest.fixture(scope="module")
def reports(spark, subjects) -> dict[tuple[str, str], SameAsPython]:
    """Compare many UDFs in one query, because a query takes a second."""
    runs, by_case = SparkRuns(spark), {}
    for transport in COMPILED_TRANSPORTS:
        todo = [
            (case.name, subjects[case.name].by(transport))
            for case in COMPILED
            if transport in case.transports and isinstance(subjects[case.name], Subject)
        ]
        for at in range(0, len(todo), BATCH):
            part = todo[at : at + BATCH]
            results = compare(runs, [subject for _, subject in part])
            by_case |= {(n, transport): r for (n, _), r in zip(part, results, strict=True)}
    return by_case


def test_names_are_unique():
    assert len({case.name for case in WHOLE}) == len(WHOLE)


@pytest.mark.parametrize("case", COMPILED, ids=lambda case: case.name)
def test_same_as_python(case: Case, subjects, reports):
    subject = subjects[case.name]
    if isinstance(subject, NotCompiledError):
        raise subject
    for transport in set(case.transports) & set(COMPILED_TRANSPORTS):
        report = reports[case.name, transport]
        assert report.ok, str(report)
        assert report.rows > report.errors, f"no row has a value\n{report}"


@pytest.mark.parametrize("name", [name for name in REFUSED if name in NAMES])
def test_not_compiled(name: str, subjects):
    refusal = subjects[name]
    assert isinstance(refusal, NotCompiledError), f"{name} is compiled now"
    assert REFUSED[name] in refusal.reason
