"""The command ``rapids-udfs golden``: record cuDF's answers on a GPU, and replay them elsewhere."""

from __future__ import annotations

import argparse
from pathlib import Path

_DESCRIPTION = (
    "A golden file holds what cuDF answered to several hundred operations at their edges, a JSON "
    "object a line: the inputs, the operation, the outputs. Recorded on a GPU, it tells whether "
    "the host back-end answers as a GPU does."
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command and its two parts."""
    golden = commands.add_parser(
        "golden",
        help="record cuDF's answers on a GPU, compare the host back-end with them",
        description=_DESCRIPTION,
    )
    parts = golden.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_record(parts)
    _add_replay(parts)


def _add_record(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    record = parts.add_parser(
        "record",
        help="run the operations on this machine's GPU and write the answers",
        description=f"{_DESCRIPTION} Needs a GPU, the plugin's jar and PySpark, and no session.",
    )
    record.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write")
    record.add_argument(
        "--on-host",
        action="store_true",
        help="record the host back-end, not a GPU; the file says so and proves nothing about one",
    )
    _add_plugin_jar(record)
    record.set_defaults(work=_record)


def _add_replay(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    replay = parts.add_parser(
        "replay",
        help="run them on the host back-end and print each answer that differs",
        description=(
            "Runs the operations on the host back-end and prints each answer that differs from "
            "the file's: bit for bit, but for the tolerance of those that have one. What the "
            "back-end does not emulate is listed and is no difference. Exit status 1 where there "
            "is a difference, or where the file is of another plugin or format."
        ),
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a golden file")
    replay.add_argument(
        "--on-gpu", action="store_true", help="compare this machine's GPU instead of the host"
    )
    _add_plugin_jar(replay)
    replay.set_defaults(work=_replay)


def _add_plugin_jar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plugin-jar", type=Path, metavar="JAR", help="the plugin's jar (default: in the cache)"
    )


def _record(options: argparse.Namespace) -> int:
    from rapids_udfs import golden

    return golden.record(options.out, on_host=options.on_host, plugin_jar=options.plugin_jar)


def _replay(options: argparse.Namespace) -> int:
    from rapids_udfs import golden

    return golden.replay(options.file, on_gpu=options.on_gpu, plugin_jar=options.plugin_jar)
