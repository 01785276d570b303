# SPDX-License-Identifier: Apache-2.0

"""The command line's parser, its commands and its exit statuses."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module, util
from pathlib import Path

from rapids_udfs._versions import LINES, __version__
from rapids_udfs.cli import (
    catalogue_text,
    conf_command,
    conform_command,
    doctor_command,
    new_command,
)
from rapids_udfs.console.terminal import encode_anything, interrupted, say
from rapids_udfs.errors import RapidsUdfsError

EXIT_STATUSES = """\
exit status:
  0    done
  1    something went wrong; standard error says what, and how to fix it
  2    the command line is wrong
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; return the exit status."""
    encode_anything()
    parser = make_parser()
    _complete(parser)
    options = parser.parse_args(arguments)
    error_status: int = getattr(options, "error_status", 1)
    try:
        status: int = options.work(options) or 0
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _interrupted()
    except RapidsUdfsError as e:
        if interrupted(e):
            return _interrupted()
        print(f"error: {e}", file=sys.stderr)
        return error_status
    except BrokenPipeError:
        # The reader (head, less) has closed the pipe. Write nothing at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as e:
        if e.errno == errno.ENOSPC:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        elif not e.filename:
            raise
        print(f"error: {e.strerror}{f': {e.filename}' if e.filename else ''}", file=sys.stderr)
        return error_status
    except Exception as e:
        # An interrupted start makes Spark and Py4J fail with errors of their own.
        if not interrupted(e):
            raise
        return _interrupted()


def _interrupted() -> int:
    print("interrupted", file=sys.stderr)
    return 130


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="rapids-udfs",
        description="Dual CPU/GPU functions for Spark with the RAPIDS Accelerator.",
        epilog=EXIT_STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rapids-udfs {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_demo(commands)
    _add_list(commands)
    _add_show(commands)
    _add_fetch(commands)
    conform_command.add(commands)
    doctor_command.add(commands)
    conf_command.add(commands)
    new_command.add(commands)
    return parser


def _add_demo(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    demo = commands.add_parser(
        "demo",
        help="run SQL over real data and show where each function ran",
        description=(
            "Runs SQL over real data, or your own SQL over your own file, shows the results, and "
            "for each function of the catalogue where it ran and what the plugin says of it."
        ),
    )
    demo.add_argument(
        "--data", type=Path, metavar="FILE", help="a Parquet, CSV or JSON file: the view 'data'"
    )
    demo.add_argument("--sql", help="the query to run instead of the demonstration's own")
    demo.add_argument(
        "--mode",
        choices=("auto", "gpu", "emulate", "explain", "cpu"),
        default="auto",
        help="auto: gpu where there is one, else explain (default: auto); emulate: the columnar "
        "bodies on the CPU",
    )
    demo.add_argument(
        "--no-plugin",
        action="store_true",
        help="do without the plugin's jar and its verdict: the same as --mode cpu",
    )
    demo.add_argument(
        "--explain", action="store_true", help="print the plugin's full explanation of each plan"
    )
    demo.add_argument(
        "--rows", type=_positive, default=20, metavar="N", help="rows shown at most (default: 20)"
    )
    demo.set_defaults(work=_demo)


def _add_list(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listing = commands.add_parser("list", help="list the functions by category")
    listing.add_argument("category", nargs="?", help="only this category")
    listing.set_defaults(work=_list)


def _add_show(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    show = commands.add_parser("show", help="show everything about a function")
    name = show.add_argument("name", nargs="+", metavar="NAME", help="a function's name")
    # Read by argcomplete, if installed.
    name.completer = lambda **_: catalogue_text.names()  # type: ignore[attr-defined]
    show.set_defaults(work=_show)


def _add_fetch(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    fetch = commands.add_parser(
        "fetch-plugin", help="fetch the RAPIDS Accelerator's jar (about 1 GB) into the cache"
    )
    fetch.add_argument(
        "--scala",
        choices=[line.scala for line in LINES],
        help="for Spark built with this Scala version (default: that of the installed PySpark)",
    )
    fetch.set_defaults(work=_fetch)


def _demo(options: argparse.Namespace) -> int:
    from rapids_udfs.demo import command

    return command.main(
        command.Options(
            data=options.data,
            sql=options.sql,
            mode="cpu" if options.no_plugin else options.mode,
            explain=options.explain,
            rows=options.rows,
        )
    )


def _list(options: argparse.Namespace) -> None:
    say(catalogue_text.listing(options.category))


def _show(options: argparse.Namespace) -> None:
    say("\n\n".join([catalogue_text.page(name) for name in options.name]))


def _fetch(options: argparse.Namespace) -> None:
    from rapids_udfs.console.progress import ProgressLine
    from rapids_udfs.runtime import plugin
    from rapids_udfs.runtime.lines import default_scala

    scala = options.scala or default_scala()
    say(str(plugin.fetch(scala, progress=ProgressLine("fetching the plugin"))))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


_positive.__name__ = "positive number"  # what argparse calls a wrong value


def _complete(parser: argparse.ArgumentParser) -> None:
    """Offer completions to the shell if the package argcomplete is installed."""
    if util.find_spec("argcomplete") is not None:
        import_module("argcomplete").autocomplete(parser)
