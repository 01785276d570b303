# SPDX-License-Identifier: Apache-2.0

"""The Spark settings that a session would start with, and additions to them."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.java_properties import read_properties

_VARIABLE: Final = "PYSPARK_SUBMIT_ARGS"
# Options of spark-submit that set a setting.
_OPTIONS: Final = {
    "--master": "spark.master",
    "--jars": "spark.jars",
    "--packages": "spark.jars.packages",
    "--files": "spark.files",
    "--py-files": "spark.submit.pyFiles",
    "--executor-cores": "spark.executor.cores",
    "--driver-class-path": "spark.driver.extraClassPath",
    "--driver-java-options": "spark.driver.extraJavaOptions",
}

BUILDER = "set on the builder"
_SUBMIT_ARGS = f"in {_VARIABLE}"
SUBMITTED = "given to spark-submit"
# Settings with these origins stay until the process ends, and can no longer change.
ENDED = "in the driver's JVM, of a session that has ended"
RUNNING = "in the running session"
DRIVER: Final = "spark.driver.extraClassPath"
EXECUTOR: Final = "spark.executor.extraClassPath"
CLASS_PATHS: Final = f"{DRIVER} and {EXECUTOR}"
NO_PATTERN: Final = re.compile(r"[][?{}]")  # characters that ``spark.jars`` does not support


def conflict(key: str, value: str, origin: str, needed: str, fix: str = "") -> ConfigurationError:
    """The error for a user's setting that conflicts with a required one."""
    fix = fix or f"Remove one of the two: unset {key}, or set it to {needed!r}."
    return ConfigurationError(f"{key} is {value!r} ({origin}), but {needed!r} is needed. {fix}")


def not_supported(name: str, value: object, supported: str) -> ConfigurationError:
    """The error for an argument or a setting with an invalid value."""
    return ConfigurationError(f"{name}={value!r} is not supported; use {supported}")


class SubmitArguments:
    """The arguments with which PySpark starts ``spark-submit``: settings and a properties file."""

    def __init__(self) -> None:
        text = os.environ.get(_VARIABLE, "")
        try:
            words = iter(shlex.split(text))
        except ValueError as e:
            raise ConfigurationError(
                f"{_VARIABLE} cannot be read ({e}): {text}\nClose its quotes, or unset it."
            ) from e
        self.settings: dict[str, str] = {}
        self.properties_file: Path | None = None
        self._others: list[str] = []
        for word in words:
            option, equals, value = word.partition("=")
            if option not in ("--conf", "-c", "--properties-file", *_OPTIONS):
                self._others.append(word)
                continue
            value = value if equals else next(words, "")
            if option == "--properties-file":
                self.properties_file = Path(value)
                self._others += [option, value]
                continue
            key = _OPTIONS.get(option)
            if key is None:
                key, _, value = value.partition("=")
            self.settings[key.strip()] = value.strip()

    def changed(self, changes: Mapping[str, str]) -> dict[str, str]:
        """The variable with the changed values of its own settings; empty if none changed."""
        if self.settings.keys().isdisjoint(changes):
            return {}
        settings = {key: changes.get(key, value) for key, value in self.settings.items()}
        options = [word for pair in settings.items() for word in ("--conf", "=".join(pair))]
        return {_VARIABLE: shlex.join([*options, *self._others])}


class SparkSettings:
    """Settings with their sources, and changes that overwrite none of them.

    A source is an origin, in words, and its settings; the strongest is first.
    """

    def __init__(
        self, *sources: tuple[str, Mapping[str, str]], submitted: SubmitArguments | None = None
    ) -> None:
        self._sources = sources
        self._submitted = submitted
        self.changes: dict[str, str] = {}

    @classmethod
    def of_builder(cls, options: Mapping[str, str], spark_home: Path) -> SparkSettings:
        """The settings of a session started now by a builder with these options."""
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

    def get(self, key: str) -> str | None:
        """The value, changes included; None without one."""
        if key in self.changes:
            return self.changes[key]
        return next((values[key] for _, values in self._sources if key in values), None)

    def keys(self, prefix: str) -> set[str]:
        """The names of the settings with a prefix."""
        every = (self.changes, *(values for _, values in self._sources))
        return {key for values in every for key in values if key.startswith(prefix)}

    def items(self, key: str, separator: str = ",") -> list[str]:
        """The value as a list; empty without one."""
        return [item.strip() for item in (self.get(key) or "").split(separator) if item.strip()]

    def jars(self, key: str) -> list[str]:
        """The jars of ``spark.jars`` or a class path, patterns expanded as Spark and the JVM do.

        A pattern that matches no file here is kept.
        """
        separator, expand = (
            (",", _matching) if key == "spark.jars" else (os.pathsep, _jars_of_folder)
        )
        return [jar for item in self.items(key, separator) for jar in expand(item) or [item]]

    def append(self, key: str, item: str, separator: str = ",") -> None:
        """Append an item to a list setting, unless the list has it."""
        existing = self.items(key, separator)
        if not any(same_place(item, other) for other in existing):
            self._change(key, separator.join([*existing, item]))

    def append_option(self, key: str, option: str, unless: str | None = None) -> None:
        """Append a command-line option, unless it or one that begins with ``unless`` is there."""
        existing = self.get(key) or ""
        words = existing.split()
        if option not in words and not any(unless and word.startswith(unless) for word in words):
            # The existing value stays as it is: blanks within quotes count.
            self._change(key, f"{existing} {option}".lstrip())

    def put(self, key: str, value: str, fix: str = "") -> None:
        """Set a setting; ConfigurationError if the user has set another value."""
        present = self.get(key)
        if present is None:
            self._change(key, value)
        elif not same_place(present, value):
            raise conflict(key, present, self.origin(key), value, fix)

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
        """PYSPARK_SUBMIT_ARGS with the changed settings, as a dict; empty if it needs no change."""
        return self._submitted.changed(self.changes) if self._submitted else {}

    def _change(self, key: str, value: str) -> None:
        by_origin = {origin: values[key] for origin, values in self._sources if key in values}
        submitted, built = by_origin.get(_SUBMIT_ARGS), by_origin.get(BUILDER)
        if submitted is not None and built not in (None, submitted):
            # Spark would use one for its class path and the other for the session.
            fix = f"{key} is {built!r} on the builder, too: leave one of the two out."
            raise conflict(key, submitted, _SUBMIT_ARGS, value, fix)
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
    """Return whether two values are equal; a path equals its URIs."""
    return plain_path(one) == plain_path(other)


def is_remote(jar: str) -> bool:
    """Return whether an address is on another file system than this machine's."""
    return bool(re.match(r"\w[\w+.-]+:/", plain_path(jar)))


def plain_path(value: str) -> str:
    """The path of a ``file:`` or ``local:`` URI; any other value unchanged."""
    return re.sub(r"^(file|local):/+", "/", value)
