# SPDX-License-Identifier: Apache-2.0

"""The Spark settings a session would start with, and changes to them that overwrite nothing."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

from rapids_udfs.errors import ConflictingSettingError, SubmitArgumentsError
from rapids_udfs.session.java_properties import read_properties

# Options of spark-submit that are short for a setting, and override it.
_OPTIONS = {
    "--master": "spark.master",
    "--jars": "spark.jars",
    "--packages": "spark.jars.packages",
    "--files": "spark.files",
    "--py-files": "spark.submit.pyFiles",
    "--executor-cores": "spark.executor.cores",
    "--driver-class-path": "spark.driver.extraClassPath",
    "--driver-java-options": "spark.driver.extraJavaOptions",
}
_BUILDER = "set on the builder"
_SUBMIT_ARGS = "in PYSPARK_SUBMIT_ARGS"
_DRIVER = "in the driver's JVM"
RUNNING = "in the running session"
"""The origin of settings that can no longer change."""


class SparkSettings:
    """Settings with their sources, the strongest first, and the changes to make.

    Args:
        sources: pairs of an origin, in words, and its settings. Only what the builder sets can be
            changed: a stronger source that lacks what is needed is a conflict.
    """

    def __init__(self, *sources: tuple[str, Mapping[str, str]]) -> None:
        self._sources = sources
        self.changes: dict[str, str] = {}

    @classmethod
    def of_builder(cls, options: Mapping[str, str], spark_home: Path) -> SparkSettings:
        """The settings that a builder with these options would start with, in this environment."""
        submitted, properties_file = _submit_arguments()
        folder = os.environ.get("SPARK_CONF_DIR") or spark_home / "conf"
        defaults = properties_file or Path(folder) / "spark-defaults.conf"
        master = os.environ.get("MASTER")
        return cls(
            (_SUBMIT_ARGS, submitted),
            (_BUILDER, options),
            (f"in {defaults}", read_properties(defaults)),
            ("in the environment variable MASTER", {"spark.master": master} if master else {}),
        )

    @classmethod
    def of_driver(
        cls, options: Mapping[str, str], started_with: Mapping[str, str]
    ) -> SparkSettings:
        """The settings that a builder with these options would use in a running driver's JVM."""
        return cls((_BUILDER, options), (_DRIVER, started_with))

    def get(self, key: str) -> str | None:
        """The value with the changes so far; None if the setting is nowhere."""
        if key in self.changes:
            return self.changes[key]
        return next((values[key] for _, values in self._sources if key in values), None)

    def items(self, key: str, separator: str = ",") -> list[str]:
        """The value as a list; empty if the setting is nowhere."""
        return [item.strip() for item in (self.get(key) or "").split(separator) if item.strip()]

    def append(self, key: str, item: str, separator: str = ",", fix: str = "") -> None:
        """Append an item to a list setting, unless it is there."""
        existing = self.items(key, separator)
        if not any(same_place(item, other) for other in existing):
            self._change(key, separator.join([*existing, item]), fix)

    def append_option(self, key: str, option: str, unless: str | None = None) -> None:
        """Append a command-line option without blanks, unless it or one that begins so is there."""
        existing = self.get(key) or ""
        words = existing.split()
        if option not in words and not any(unless and word.startswith(unless) for word in words):
            # The existing value stays as it is: blanks within quotes count.
            self._change(key, f"{existing} {option}".lstrip(), "")

    def put(self, key: str, value: str, fix: str = "") -> None:
        """Set a setting that no source has yet."""
        found = self.get(key)
        if found is None:
            self._change(key, value, fix)
        elif not same_place(found, value):
            raise ConflictingSettingError(key, found, self.origin(key), value, fix)

    def put_default(self, key: str, value: str) -> None:
        """Set a setting unless the user has set it."""
        if self.get(key) is None:
            self._change(key, value, "")

    def origin(self, key: str) -> str:
        """The source of a setting, in words."""
        for origin, values in self._sources:
            if key in values:
                return origin
        return "set by this call"

    def _change(self, key: str, value: str, fix: str) -> None:
        origin, strongest = self._sources[0]
        if origin == _SUBMIT_ARGS and key in strongest:
            fix = fix or f"Put it there, or move the setting from there to the builder: {key}."
            raise ConflictingSettingError(key, strongest[key], origin, value, fix)
        self.changes[key] = value


def same_place(one: str, other: str) -> bool:
    """Return whether two values are the same; a path and its URIs are."""
    return plain_path(one) == plain_path(other)


def plain_path(value: str) -> str:
    """The path in a ``file:`` or ``local:`` URI; anything else as it is."""
    return re.sub(r"^(file|local):/+", "/", value)


def _submit_arguments() -> tuple[dict[str, str], Path | None]:
    settings: dict[str, str] = {}
    properties: list[Path] = []

    def conf(value: str) -> None:
        key, _, setting = value.partition("=")
        settings[key.strip()] = setting.strip()

    takers: dict[str, Callable[[str], None]] = {
        "--conf": conf,
        "-c": conf,
        "--properties-file": lambda value: properties.append(Path(value)),
    }
    arguments = os.environ.get("PYSPARK_SUBMIT_ARGS", "")
    try:
        words = iter(shlex.split(arguments))
    except ValueError as e:
        raise SubmitArgumentsError(arguments, str(e)) from e
    for word in words:
        name, equals, value = word.partition("=")
        if name in takers:
            takers[name](value if equals else next(words, ""))
        elif name in _OPTIONS:
            settings[_OPTIONS[name]] = value if equals else next(words, "")
    return settings, properties[-1] if properties else None
