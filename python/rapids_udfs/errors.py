# SPDX-License-Identifier: Apache-2.0

"""Every error that this package raises for a user to act on, by what the user would do about it.

Each message says what was found, what is supported and the command that fixes it.
"""

from __future__ import annotations

from pathlib import Path


class RapidsUdfsError(RuntimeError):
    """The base class of the errors this package raises for a user to act on."""


class ArgumentTypeError(RapidsUdfsError, TypeError):
    """An argument that is not what the call takes."""

    def __init__(self, call: str, found: object, wanted: str) -> None:
        super().__init__(f"{call} takes {wanted}, not {type(found).__name__}: {found!r:.80}")


class ArgumentValueError(RapidsUdfsError, ValueError):
    """An argument of the right type with a value that the call cannot take."""


class UnknownFunctionError(RapidsUdfsError, KeyError):
    """A name that no function of the catalogue, or of the counters, has."""

    __str__ = Exception.__str__


class InstallationError(RapidsUdfsError):
    """Something on this machine is missing, damaged or of a wrong version.

    It is Spark, Java, a file of this package or another one, or the cache folder.
    """


class MissingModuleError(InstallationError, ModuleNotFoundError):
    """A Python package that the call needs is not installed."""


class DownloadError(InstallationError):
    """A file could not be downloaded; the message says how to install it by hand.

    Attributes:
        why: the reason alone.
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
    """The cuDF plugin's jar is not there, or not one for this Spark."""


class ConfigurationError(RapidsUdfsError, ValueError):
    """Settings that a session cannot have, or that conflict with each other."""


class SessionError(RapidsUdfsError):
    """There is no session as the call needs it: none runs, or it was started differently.

    Start another one. ``configure`` raises it where one is running already.
    """


class UnsupportedError(RapidsUdfsError):
    """A version, a type, a query or a call of Spark Connect for which there is no support."""


class RegistrationError(RapidsUdfsError):
    """Functions that cannot be registered or unregistered by these names; nothing was changed."""


class QueryError(RapidsUdfsError):
    """A query that Spark refused or could not finish; the message is Spark's, without its trace."""


class GpuNotFoundError(RapidsUdfsError):
    """A GPU is required, and this machine or worker has none that can be used."""


class ModelError(RapidsUdfsError):
    """A model in a worker that cannot be loaded, or whose inputs or outputs do not fit."""

    def __init__(self, model: str, what: str) -> None:
        super().__init__(f"model {model!r}: {what}")


class TritonError(RapidsUdfsError):
    """A Triton server that does not start or end as it should, or a batch that it refused."""


class ConformanceError(RapidsUdfsError):
    """A UDF that could not be tested; one that fails its test raises ``AssertionError``."""


class NotCompiledError(ConformanceError):
    """A Python UDF that is not compiled, so there is nothing to compare.

    Attributes:
        line: the line of the user's file, 0 if it is not known.
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
        "otherwise install the package anew: pip install --force-reinstall rapids-udfs"
    )


def other_version(part: str, found: str, package: str) -> InstallationError:
    """The error for a part of this library that has another version than this package."""
    return InstallationError(
        f"{part} is of version {found}, the Python package of version {package}. "
        f"Use one version of both: pip install rapids-udfs=={found} here, or replace the "
        f"other by version {package} (in a checkout: make jars generate)"
    )
