# SPDX-License-Identifier: Apache-2.0

"""Runs the catalogue's examples in a separate session: ``python -m harness.examples MODE``.

Prints JSON: the results, and whether the plugin's classes are present.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from harness import cases, catalogue, outcomes
from harness.session import Setup, start

PLUGIN_CLASS = "com.nvidia.spark.SQLPlugin"


def main(mode: str) -> None:
    """Print the report of a session of the mode."""
    examples = [e for f in catalogue.functions().values() for e in cases.examples(f)]
    with tempfile.TemporaryDirectory() as work:
        spark = start(Setup(Path(work), mode=mode, hive=False))
        results = outcomes.run(spark, [e.sql for e in examples], fold=False)
        loader = spark._jvm.java.lang.ClassLoader.getSystemClassLoader()
        resource = PLUGIN_CLASS.replace(".", "/") + ".class"
        report = {
            "plugin": loader.getResource(resource) is not None,
            "counters": sorted(spark._jvm.io.github.rapidsudfs.RapidsUdfs.counters()),
            "outcomes": {
                f"{e.function} {e.where}": asdict(o) for e, o in zip(examples, results, strict=True)
            },
        }
        spark.stop()
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1])
