# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs survey``: which Python UDFs of files compile."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from rapids_udfs.console.terminal import line_width, say
from rapids_udfs.console.text_table import render

_DESCRIPTION = """\
Reads Python files, without running them and without Spark, finds the functions that are made UDFs
(@udf, udf(...), spark.udf.register), and says for each whether it can be compiled, so that no
Python worker runs it, and what stands in the way. "perhaps" is one that uses a value or a function
that only a run of the program can name. The argument types of a query may still stand in the way.
The exit status is 1 where no file could be read.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    survey = commands.add_parser(
        "survey",
        help="say which Python UDFs of files can be compiled",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    survey.add_argument("path", nargs="+", type=Path, metavar="PATH", help="a file or a folder")
    survey.add_argument("--json", action="store_true", help="print JSON")
    survey.set_defaults(work=_survey)


def _survey(options: argparse.Namespace) -> int:
    from rapids_udfs.survey.udfs import survey

    found = survey(options.path)
    unlocks = found.unlocks()
    status = 1 if found.unreadable and not found.files else 0
    if options.json:
        udfs = [asdict(udf) | {"compiles": udf.compiles} for udf in found.udfs]
        reasons = [dict(zip(("reason", "alone", "udfs"), each, strict=True)) for each in unlocks]
        made = {"udfs": udfs, "unlocks": reasons, "unreadable": found.unreadable}
        say(json.dumps(made, indent=2, ensure_ascii=False))
        return status
    rows = []
    for udf in found.udfs:
        ways = [f"{o.reason} (line {o.line})" for o in udf.obstacles] or [""]
        rows.append([f"{udf.file}:{udf.line}", udf.name, udf.compiles, ways[0]])
        rows += [["", "", "", way] for way in ways[1:]]
    if rows:
        headers = ["UDF", "name", "compiles", "what stands in the way"]
        say(render(headers, rows, line=line_width()))
    if unlocks:
        say("")
        say(render(["what stands in the way", "alone", "in all"], unlocks, line=line_width()))
    for file, why in found.unreadable.items():
        say(f"\n{file} was not read: {why}")
    counts = [sum(u.compiles == kind for u in found.udfs) for kind in ("yes", "perhaps", "no")]
    verbs = "compiles" if counts[0] == 1 else "compile", "does" if counts[2] == 1 else "do"
    say(
        f"\n{len(found.udfs)} UDF{'' if len(found.udfs) == 1 else 's'}: {counts[0]} {verbs[0]}, "
        f"{counts[1]} perhaps, {counts[2]} {verbs[1]} not"
    )
    return status
