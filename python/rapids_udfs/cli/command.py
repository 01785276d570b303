# SPDX-License-Identifier: Apache-2.0

"""A command of the command line: its parser, its errors, and options that several have."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from rapids_udfs.errors import ConfigurationError

Option = Callable[..., argparse.Action]
"""Adds an option or argument: see ``Command.add_to``."""
Work = Callable[[argparse.Namespace], int | None]
"""Does the work of the parsed options; returns the exit status, None for 0."""


class UsageError(Exception):
    """Invalid options that argparse accepts; ``main`` exits with status 2."""


class Command(NamedTuple):
    """A command: its texts in the help, its options, and the function that does the work."""

    name: str
    summary: str  # in the list of commands
    add_options: Callable[[Option], None]
    work: Work
    description: str = ""
    epilog: str = ""
    error_status: int = 1

    def add_to(self, commands: Any) -> None:
        """Add the command to the subparsers of argparse.

        An option is its flags, then its metavar (``"-o --output FILE"``), its help, and argparse's
        other arguments. Without a metavar, choices or an action it is true if present.
        """
        parser = commands.add_parser(
            self.name,
            help=self.summary,
            description=self.description,
            epilog=self.epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.set_defaults(work=self.work, parser=parser, error_status=self.error_status)

        def option(names: str, text: str, **settings: Any) -> argparse.Action:
            words = names.split()
            flags = [word for word in words if word.startswith("-")]
            if flags and len(words) > len(flags):
                settings["metavar"] = words[-1]
            elif flags and not settings.keys() & {"action", "choices"}:
                settings["action"] = "store_true"
            action: argparse.Action = parser.add_argument(*(flags or words), help=text, **settings)
            return action

        self.add_options(option)


def command(
    name: str, summary: str, add_options: Callable[[Option], None], **settings: Any
) -> Callable[[Work], Command]:
    """Make a function a ``Command``, which its docstring describes."""
    return lambda work: Command(
        name, summary, add_options, work, inspect.getdoc(work) or "", **settings
    )


def number(
    convert: Callable[[str], Any], name: str, allowed: Callable[[Any], bool]
) -> Callable[[str], Any]:
    """Return an argparse type: a number of an allowed range, with a name for its errors."""

    def parse(text: str) -> Any:
        value = convert(text)
        if not allowed(value):
            raise ValueError(text)
        return value

    parse.__name__ = name
    return parse


def settings_of(options: argparse.Namespace) -> dict[str, str]:
    """The settings of ``--properties-file`` and ``--conf``; else UsageError."""
    from rapids_udfs.session.java_properties import read_properties

    file = options.properties_file
    if file is not None and not file.is_file():
        raise UsageError(f"--properties-file: there is no file {file}")
    try:
        settings = read_properties(file) if file is not None else {}
    except ConfigurationError as e:
        raise UsageError(f"--properties-file: {e}") from e
    for text in options.conf:
        key, equals, value = text.partition("=")
        if not (equals and key.strip()):
            raise UsageError(f"--conf takes KEY=VALUE, not {text!r}")
        settings[key.strip()] = value.strip()
    return settings
