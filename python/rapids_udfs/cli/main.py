# SPDX-License-Identifier: Apache-2.0

"""The command line's parser and its exit statuses."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module, util

from rapids_udfs._versions import __version__
from rapids_udfs.cli import commands
from rapids_udfs.cli.command import UsageError
from rapids_udfs.cli.conf_command import conf
from rapids_udfs.cli.conform_command import CONFORM
from rapids_udfs.console.terminal import encode_anything, interrupted
from rapids_udfs.errors import RapidsUdfsError

_EPILOG = """\
exit status:
  0    done
  1    an error; standard error has the reason and the fix
  2    the command line is wrong
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; return the exit status."""
    encode_anything()
    # Py4J logs what it raises, too: without a handler, tracebacks would precede the message.
    logging.getLogger("py4j").addHandler(logging.NullHandler())
    parser = _parser()
    if util.find_spec("argcomplete") is not None:
        import_module("argcomplete").autocomplete(parser)
    options = parser.parse_args(arguments)
    command: argparse.ArgumentParser = options.parser
    error_status: int = options.error_status
    try:
        status: int = options.work(options) or 0
        sys.stdout.flush()
        return status
    except UsageError as e:
        command.error(str(e))
    except BrokenPipeError:
        # The reader (head, less) has closed the pipe. Write nothing at exit either.
        _discard_output()
        return 0
    except (Exception, KeyboardInterrupt) as e:
        # An interrupted start makes Spark and Py4J fail with errors of their own.
        if interrupted(e):
            print("interrupted", file=sys.stderr)
            return 130
        if isinstance(e, RapidsUdfsError):
            print(f"error: {e}", file=sys.stderr)
        elif isinstance(e, OSError) and (e.filename or e.errno == errno.ENOSPC):
            if e.errno == errno.ENOSPC:
                _discard_output()
            print(f"error: {e.strerror}{f': {e.filename}' if e.filename else ''}", file=sys.stderr)
        else:
            traceback.print_exc()
        return error_status


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="rapids-udfs",
        description="Dual CPU/GPU functions for Spark with the cuDF plugin.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rapids-udfs {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (
        *(commands.demo, commands.list_, commands.show, commands.fetch_plugin, CONFORM),
        *(commands.doctor, conf, commands.new, commands.jar, commands.survey),
    ):
        command.add_to(subparsers)
    return parser
