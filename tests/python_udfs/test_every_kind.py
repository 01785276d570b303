# SPDX-License-Identifier: Apache-2.0

"""Operators and builtins with operands of every type: the same compiled as in Python, also
for exceptions."""

from __future__ import annotations

import pytest

from harness.session import COMPILED_TRANSPORTS, IS_MAIN
from python_udfs import every_kind
from python_udfs.in_process import InProcessRuns
from rapids_udfs.errors import NotCompiledError
from rapids_udfs.testing.python_udfs.check import compare
from rapids_udfs.testing.python_udfs.subject import Subject

TYPES = [field.split()[1] for field in every_kind.SCHEMA.split(", ")]
KINDS = [*every_kind.KINDS.values(), *every_kind.WITHOUT_COLUMNS.values()]
COUNT = 300 if IS_MAIN else 60


@pytest.mark.parametrize("sort", every_kind.TEMPLATES)
def test_same_as_python(spark, tmp_path, sort):
    chosen = every_kind.expressions(every_kind.TEMPLATES[sort], COUNT, len(sort), KINDS)
    runs, subjects = InProcessRuns(spark), []
    for at, (expression, function) in enumerate(every_kind.texts(tmp_path, f"of_{sort}", chosen)):
        transport = COMPILED_TRANSPORTS[at % len(COMPILED_TRANSPORTS)]
        subject = Subject(function, TYPES, "string", transport=transport)
        subject.rows = every_kind.rows(12)
        try:
            runs.check_compiled(subject)
            subjects.append((expression, subject))
        except NotCompiledError:
            continue
    wrong, rows = [], 0
    for at in range(0, len(subjects), 40):
        batch = subjects[at : at + 40]
        reports = compare(runs, [subject for _, subject in batch], shrink=False)
        for (expression, _), report in zip(batch, reports, strict=True):
            rows += report.rows
            if not report.ok and report.rows:
                wrong.append(f"{expression}: {report}")
    assert not wrong, "\n\n".join(wrong)
    assert len(subjects) > COUNT // 2
    assert rows > len(subjects) * 9
