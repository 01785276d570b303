# SPDX-License-Identifier: Apache-2.0

"""Writes the functions that the jars declare as JSON; ``--check`` only compares.

The catalogue's functions go into the Python package, those of the test kit into the test harness.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from devtools import matrix
from devtools.generated.files import write_or_check
from devtools.generated.source import CATALOGUE_JSON, from_jars
from devtools.paths import ROOT

_OF_TESTS_JSON = ROOT / "tests" / "harness" / "conformance_functions.json"


def text(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    catalogue = from_jars("registry.CatalogueJson")["functions"]
    of_tests = from_jars("testkit.functions.ConformanceFunctions")["functions"]
    files = {
        CATALOGUE_JSON: text({"version": matrix.load().version, "functions": catalogue}),
        _OF_TESTS_JSON: text({"functions": of_tests}),
    }
    sys.exit(write_or_check(files, sys.argv[1:]))
