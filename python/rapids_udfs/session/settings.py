# SPDX-License-Identifier: Apache-2.0

"""The Spark settings a session would start with, and changes to them that overwrite nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.java_properties import read_properties
from rapids_udfs.session.submit_arguments import SUBMIT_ARGS, SubmitArguments

BUILDER = "set on the builder"
_SUBMIT_ARGS = f"in {SUBMIT_ARGS}"
SUBMITTED = "given to spark-submit"
ENDED = "in the driver's JVM, of a session that has ended"
"""The origin of settings that stay until the process ends."""
RUNNING = "in the running session"
"""The origin of settings that can no longer change."""
DRIVER: Final = "spark.driver.extraClassPath"
EXECUTOR: Final = "spark.executor.extraClassPath"
CLASS_PATHS: Final = f"{DRIVER} and {EXECUTOR}"
NO_PATTERN: Final = re.compile(r"[][?{}]")
"""Characters of patterns that ``spark.jars`` does not take."""


def conflict(key: str, found: str, origin: str, wanted: str, fix: str = "") -> ConfigurationError:
    """The error for a user's setting that conflicts with one that is needed."""
    return ConfigurationError(
        f"{key} is {found!r} ({origin}), but {wanted!r} is needed. "
        + (fix or f"Remove one of the two: unset {key}, or set it to {wanted!r}.")
    )


def not_supported(what: str, found: object, supported: str) -> ConfigurationError:
    """The error for an argument or a setting with a value that it cannot have."""
    return ConfigurationError(f"{what}={found!r} is not supported; use {supported}")


class SparkSettings:
    """Settings with their sources, the strongest first, and the changes to make.

    Args:
        sources: pairs of an origin, in words, and its settings.
        submitted: the arguments that are the first source, if they are.
    """

    def __init__(
        self, *sources: tuple[str, Mapping[str, str]], submitted: SubmitArguments | None = None
    ) -> None:
        self._sources = sources
        self._submitted = submitted
        self.changes: dict[str, str] = {}

    @classmethod
    def of_builder(cls, options: Mapping[str, str], spark_home: Path) -> SparkSettings:
        """The settings that a builder with these options would start with, in this environment."""
        submitted = SubmitArguments()
        folder = os.environ.get("SPARK_CONF_DIR") or spark_home / "conf"
        defaults = submitted.properties_file or Path(folder) / "spark-defaults.conf"
        master = os.environ.get("MASTER")
        return cls(
            (_SUBMIT_ARGS, submitted.settings),
            (BUILDER, options),
            (f"in {defaults}", read_properties(defaults)),
            ("in the environment variable MASTER", {"spark.master": master} if master else {}),
            submitted=submitted,
        )

    @classmethod
    def of_driver(
        cls, options: Mapping[str, str], started_with: Mapping[str, str], origin: str = ENDED
    ) -> SparkSettings:
        """The settings that a builder with these options would use in a running driver's JVM."""
        return cls((BUILDER, options), (origin, started_with))

    def get(self, key: str) -> str | None:
        """The value with the changes so far; None if the setting is nowhere."""
        if key in self.changes:
            return self.changes[key]
        return next((values[key] for _, values in self._sources if key in values), None)

    def keys(self, prefix: str) -> set[str]:
        """The names of settings that begin so."""
        every = (self.changes, *(values for _, values in self._sources))
        return {key for values in every for key in values if key.startswith(prefix)}

    def items(self, key: str, separator: str = ",") -> list[str]:
        """The value as a list; empty if the setting is nowhere."""
        return [item.strip() for item in (self.get(key) or "").split(separator) if item.strip()]

    def jars(self, key: str) -> list[str]:
        """The jars of ``spark.jars`` or a class path, patterns expanded as Spark and the JVM do.

        A pattern of which nothing is here stays as it is.
        """
        if key == "spark.jars":
            return [jar for item in self.items(key) for jar in _matching(item) or [item]]
        items = self.items(key, os.pathsep)
        return [jar for item in items for jar in _jars_of_folder(item) or [item]]

    def append(self, key: str, item: str, separator: str = ",") -> None:
        """Append an item to a list setting, unless it is there."""
        existing = self.items(key, separator)
        if not any(same_place(item, other) for other in existing):
            self._change(key, separator.join([*existing, item]))

    def append_option(self, key: str, option: str, unless: str | None = None) -> None:
        """Append a command-line option without blanks, unless it or one that begins so is there."""
        existing = self.get(key) or ""
        words = existing.split()
        if option not in words and not any(unless and word.startswith(unless) for word in words):
            # The existing value stays as it is: blanks within quotes count.
            self._change(key, f"{existing} {option}".lstrip())

    def put(self, key: str, value: str, fix: str = "") -> None:
        """Set a setting that no source has yet."""
        found = self.get(key)
        if found is None:
            self._change(key, value)
        elif not same_place(found, value):
            raise conflict(key, found, self.origin(key), value, fix)

    def put_default(self, key: str, value: str) -> None:
        """Set a setting unless the user has set it."""
        if self.get(key) is None:
            self._change(key, value)

    def origin(self, key: str) -> str:
        """The source of a setting, in words."""
        for origin, values in self._sources:
            if key in values:
                return origin
        return "set by this call"

    def environment(self) -> dict[str, str]:
        """The environment variable with the changes to settings in it; empty without any."""
        return self._submitted.changed(self.changes) if self._submitted else {}

    def _change(self, key: str, value: str) -> None:
        given = [(origin, values[key]) for origin, values in self._sources if key in values]
        twice = [origin for origin, _ in given[:2]] == [_SUBMIT_ARGS, BUILDER]
        if twice and given[0][1] != given[1][1]:
            # Spark takes the one for its class path and the other for the session.
            fix = f"{key} is {given[1][1]!r} on the builder, too: leave one of the two out."
            raise conflict(key, given[0][1], _SUBMIT_ARGS, value, fix)
        self.changes[key] = value


def _matching(item: str) -> list[str]:
    """The files that an item of ``spark.jars`` names by ``*``, the only pattern there.

    Spark takes the item as a URI, in which ``?`` ends the path and brackets are not allowed.
    """
    path = Path(plain_path(item))
    other = item.startswith("local:") or is_remote(item) or NO_PATTERN.search(item)
    if other or "*" not in item:
        return []
    return sorted(map(str, Path(path.anchor).glob(str(path.relative_to(path.anchor)))))


def _jars_of_folder(item: str) -> list[str]:
    """The jars that an item of a class path names by ``folder/*``, the only pattern there."""
    if Path(item).name != "*":
        return []
    return sorted(str(jar) for jar in Path(item).parent.glob("*.[jJ][aA][rR]"))


def same_place(one: str, other: str) -> bool:
    """Return whether two values are the same; a path and its URIs are."""
    return plain_path(one) == plain_path(other)


def is_remote(jar: str) -> bool:
    """Return whether an address is on another file system, of which this machine knows nothing."""
    return bool(re.match(r"\w[\w+.-]+:/", plain_path(jar)))


def plain_path(value: str) -> str:
    """The path in a ``file:`` or ``local:`` URI; anything else as it is."""
    return re.sub(r"^(file|local):/+", "/", value)
