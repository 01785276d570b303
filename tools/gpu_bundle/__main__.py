# SPDX-License-Identifier: Apache-2.0

"""The command line of the bundle's builder: ``python tools/gpu_bundle --help``."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

# Python puts this folder on the path, but the package can be imported only from the folder above.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from gpu_bundle import build  # noqa: E402 (the path comes first)
from rapids_udfs.errors import RapidsUdfsError  # noqa: E402

_DESCRIPTION = (
    "Pack a bundle for a machine that has a GPU and Python, but no Java, Spark or network. It "
    "contains a Java runtime made from this machine's JDK, the plugin's classes, its native "
    "libraries with the code for one GPU architecture, and this package. It is split into parts "
    "with hashes. Copy the folder to that machine and run: python3 run.py"
)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    # Exit normally, so that gigabytes of partial output are removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        parts = build.build(
            options.out,
            architecture=options.arch,
            part_bytes=options.part_size,
            plugin_jar=options.plugin_jar,
            with_spark=options.spark,
            say=lambda line: print(line, file=sys.stderr, flush=True),
        )
    except (RapidsUdfsError, OSError) as e:
        print(f"error: {e}", file=sys.stderr)
        return 1
    total = sum(part.size for part in parts)
    print(f"{options.out}: {len(parts)} parts, {total / 1e6:.0f} MB, and {build.RUNNER}")
    print(f"copy the folder to the GPU machine, then run there: python3 {build.RUNNER}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="gpu_bundle", description=_DESCRIPTION)
    add = parser.add_argument
    text = "the folder to write, empty or with an earlier bundle (default: gpu-bundle)"
    add("--out", type=Path, default=Path("gpu-bundle"), metavar="FOLDER", help=text)
    text = "the GPU's architecture: sm_90 for H100 and H200, sm_80 for A100 (default: sm_90)"
    add("--arch", default=build.DEFAULT_ARCHITECTURE, metavar="SM", help=text)
    text = "the maximum size of a part, for example 60M or 1G (default: 60M)"
    add("--part-size", type=_size, default=build.DEFAULT_PART, metavar="SIZE", help=text)
    text = "the plugin's jar (default: in the cache)"
    add("--plugin-jar", type=Path, metavar="JAR", help=text)
    text = "also pack Spark and PySpark, and run all functions through SQL on the plugin"
    add("--spark", action="store_true", help=text)
    return parser


def _size(text: str) -> int:
    match = re.fullmatch(r"(\d+)([KMG]?)", text.upper())
    if match is None or int(match[1]) == 0:
        raise ValueError(text)
    return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2]]


_size.__name__ = "size"  # argparse shows this name for a wrong value

if __name__ == "__main__":
    sys.exit(main())
