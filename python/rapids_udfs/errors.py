# SPDX-License-Identifier: Apache-2.0

"""The errors of this package for users to act on, one class for each kind of action.

Each message has the actual value, the supported ones and the command that fixes the problem.
"""

from __future__ import annotations

from pathlib import Path


class RapidsUdfsError(RuntimeError):
    """The base class of this package's errors for users to act on."""


class ArgumentTypeError(RapidsUdfsError, TypeError):
    """An argument of a wrong type."""

    def __init__(self, call: str, value: object, supported: str) -> None:
        super().__init__(f"{call} takes {supported}, not {type(value).__name__}: {value!r:.80}")


class ArgumentValueError(RapidsUdfsError, ValueError):
    """An argument of the right type with an invalid value."""


class UnknownFunctionError(RapidsUdfsError, KeyError):
    """A name that neither the catalogue nor the counters have."""

    __str__ = Exception.__str__


class InstallationError(RapidsUdfsError):
    """Spark, Java, a file or the cache folder is missing, damaged or of a wrong version."""


class MissingModuleError(InstallationError, ModuleNotFoundError):
    """A Python package that a call needs is not installed."""


class DownloadError(InstallationError):
    """A file could not be downloaded; the message has the steps to install it by hand.

    Attributes:
        why: the reason, without those steps.
    """

    def __init__(self, coordinates: str, destination: Path, why: str) -> None:
        self.why = why
        super().__init__(
            f"could not fetch {coordinates}: {why}.\n"
            f"Check the network (a mirror of Maven Central: set RAPIDS_UDFS_MAVEN to its URL; "
            f"a proxy: set https_proxy) and run the command again, "
            f"or copy the jar with these Maven coordinates from another machine to\n"
            f"  {destination}"
        )


class PluginError(RapidsUdfsError):
    """The cuDF plugin's jar is missing, or is not for this Spark."""


class ConfigurationError(RapidsUdfsError, ValueError):
    """Invalid settings, or settings that conflict with each other."""


class SessionError(RapidsUdfsError):
    """No session runs, or it lacks what the call needs: start another one.

    ``configure`` raises it if a session is running already.
    """


class UnsupportedError(RapidsUdfsError):
    """An unsupported version, type, query or call over Spark Connect."""


class RegistrationError(RapidsUdfsError):
    """Functions that cannot be registered or unregistered; nothing was changed."""


class QueryError(RapidsUdfsError):
    """A query that failed; the message is Spark's, without its trace."""


class GpuNotFoundError(RapidsUdfsError):
    """A GPU is required, and this machine or worker has no usable one."""


class ModelError(RapidsUdfsError):
    """A model in a worker that cannot be loaded, or whose inputs or outputs do not fit."""

    def __init__(self, model: str, reason: str) -> None:
        super().__init__(f"model {model!r}: {reason}")


class TritonError(RapidsUdfsError):
    """A Triton server that does not start or stop, or that rejected a batch."""


class ConformanceError(RapidsUdfsError):
    """A UDF that cannot be tested; a failed test raises ``AssertionError``."""


class NotCompiledError(ConformanceError):
    """A Python UDF that is not compiled, so there is nothing to compare.

    Attributes:
        line: the line of the user's file, 0 if unknown.
        reason: the construct that is not compiled.
    """

    def __init__(self, name: str, file: str, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        place = f"{file}:{line}" if line else file
        super().__init__(
            f"{name} ({place}) is not compiled: {reason}. It runs in Python workers, as without "
            "this library; there is nothing to compare"
        )


def damaged(file: Path, why: str = "is damaged") -> InstallationError:
    """The error for a file of this package that is missing or damaged."""
    return InstallationError(
        f"{file} {why}. In a checkout, build it with: make jars; "
        "otherwise reinstall the package: pip install --force-reinstall rapids-udfs"
    )


def other_version(part: str, version: str, package: str) -> InstallationError:
    """The error for a part of this library whose version differs from the Python package's."""
    return InstallationError(
        f"{part} is of version {version}, the Python package of version {package}. "
        f"Use one version of both: pip install rapids-udfs=={version} here, or replace the "
        f"other by version {package} (in a checkout: make jars generate)"
    )
