# SPDX-License-Identifier: Apache-2.0

"""Counts of a test run's results, read from its JUnit XML files."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Counts:
    """The number of tests that passed and that failed, and of skipped tests by reason."""

    passed: int = 0
    failed: int = 0
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.passed + self.failed + self.skipped.total()

    def add(self, other: Counts) -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped.update(other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped.total()} skipped"


def read(files: Iterable[Path]) -> Counts:
    """Count the test cases in the files; a file that cannot be read counts as a failure."""
    counts = Counts()
    for file in files:
        try:
            root = ET.parse(file).getroot()
        except (OSError, ET.ParseError):
            counts.failed += 1  # the run died while it wrote its report
            continue
        for case in root.iter("testcase"):
            skip = case.find("skipped")
            if case.find("failure") is not None or case.find("error") is not None:
                counts.failed += 1
            elif skip is not None:
                counts.skipped[_reason(case, skip)] += 1
            else:
                counts.passed += 1
    return counts


def _reason(case: ET.Element, skip: ET.Element) -> str:
    text = skip.get("message") or (skip.text or "").strip()
    # sbt's reports lack the reason: show the test's name instead.
    text = text or f"{case.get('classname')} / {case.get('name')} (its report gives no reason)"
    return text.splitlines()[0]
