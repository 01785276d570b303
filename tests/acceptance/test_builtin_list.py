# SPDX-License-Identifier: Apache-2.0

"""The list of Spark's builtins, and where each runs, is as committed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyspark

from harness import builtin_list
from rapids_udfs._version_text import minor_of

FILE = Path(__file__).parent / f"builtins-{minor_of(pyspark.__version__)}.json"
RENEW = "RAPIDS_UDFS_RENEW_BUILTINS"
SOME = slice(None, None, 12)


def test_the_list_is_as_committed(spark, tmp_path) -> None:
    """Of each twelfth builtin, and of all of them where the list is renewed."""
    every = builtin_list.names(spark)
    if os.environ.get(RENEW):
        FILE.write_text(_text(builtin_list.verdicts(spark, tmp_path, every)), encoding="utf-8")
    # Another minor version of Spark has no list yet.
    committed = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    assert committed.keys() <= set(every)
    some = every[SOME]
    verdicts = builtin_list.verdicts(spark, tmp_path / "some", some)
    assert verdicts == {name: committed[name] for name in some if name in committed}, (
        "if that is meant, renew it: make builtins"
    )


def _text(verdicts: dict[str, dict[str, str]]) -> str:
    lines = [
        f"  {json.dumps(name)}: {json.dumps(calls)}" for name, calls in sorted(verdicts.items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"
