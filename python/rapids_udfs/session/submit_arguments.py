# SPDX-License-Identifier: Apache-2.0

"""The settings in PYSPARK_SUBMIT_ARGS, and the same arguments with changed ones."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rapids_udfs.errors import ConfigurationError

SUBMIT_ARGS: Final = "PYSPARK_SUBMIT_ARGS"
# Options of spark-submit that stand for a setting, and override it.
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
_CONF: Final = ("--conf", "-c")
_FILE: Final = "--properties-file"


class SubmitArguments:
    """The arguments with which PySpark starts ``spark-submit``.

    Attributes:
        settings: those of ``--conf``, and of options such as ``--jars``.
        properties_file: the file of ``--properties-file``; None without it.

    Raises:
        ConfigurationError: their quotes are not closed.
    """

    def __init__(self) -> None:
        text = os.environ.get(SUBMIT_ARGS, "")
        try:
            self._words = shlex.split(text)
        except ValueError as e:
            raise ConfigurationError(
                f"{SUBMIT_ARGS} cannot be read ({e}): {text}\nClose its quotes, or unset it."
            ) from e
        self.settings: dict[str, str] = {}
        self.properties_file: Path | None = None
        # For each setting: its key, the index of the word with its value, and that word's prefix.
        self._places: list[tuple[str, int, str]] = []
        words = enumerate(self._words)
        for at, word in words:
            option, equals, value = word.partition("=")
            if option not in (*_CONF, _FILE, *_OPTIONS):
                continue
            before = f"{option}=" if equals else ""
            if not equals:
                at, value = next(words, (at, ""))
            if option == _FILE:
                self.properties_file = Path(value)
                continue
            key = _OPTIONS.get(option, "")
            if not key:
                key, _, value = value.partition("=")
                before += f"{key}="
            self.settings[key.strip()] = value.strip()
            self._places.append((key.strip(), at, before))

    def changed(self, changes: Mapping[str, str]) -> dict[str, str]:
        """The variable with the changed values of its own settings; empty if none changed."""
        words = list(self._words)
        for key, at, before in self._places:
            if key in changes:
                words[at] = before + changes[key]
        return {} if words == self._words else {SUBMIT_ARGS: shlex.join(words)}
