# SPDX-License-Identifier: Apache-2.0

"""Every error that a user of this package can meet.

Each message says what was found, what is supported and the command that fixes it. The classes take
the facts and build the message, so that one situation reads the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class RapidsUdfsError(RuntimeError):
    """The base class of the errors this package raises for a user to act on."""


class UnsupportedSparkError(RapidsUdfsError):
    """A Spark or Scala version for which there is no build of this package."""

    def __init__(self, what: str, found: str, supported: Sequence[str]) -> None:
        every = ", with every patch of each" if what == "Spark" else ""
        super().__init__(
            f"{what} {found} is not supported; supported: {', '.join(supported)}{every}"
        )


class PluginNotFoundError(RapidsUdfsError):
    """The jar of the cuDF plugin is neither given nor in the cache."""

    def __init__(self, name: str, looked_in: Path, scala: str) -> None:
        super().__init__(
            f"the cuDF plugin's jar {name} is not at {looked_in}. "
            f"Fetch it with: rapids-udfs fetch-plugin --scala {scala} "
            "(or name a copy of your own in RAPIDS_UDFS_PLUGIN_JAR)"
        )


class PluginJarError(RapidsUdfsError):
    """A plugin jar that was named cannot be used."""

    def __init__(self, path: Path, named_by: str, why: str) -> None:
        super().__init__(f"{named_by} names {path}, {why}. Give the path of a rapids-4-spark jar.")


class IcebergError(RapidsUdfsError):
    """Iceberg where the plugin does not see it, or in a version that it does not know."""

    def __init__(self, found: str, fails: str, fix: str) -> None:
        self.found, self.fails, self.fix = found, fails, fix
        super().__init__(f"{found}: {fails} fails. {fix}.")


class MetricsOffError(RapidsUdfsError):
    """The work of functions was requested from an application that does not count it."""

    def __init__(self) -> None:
        super().__init__(
            "this application does not count what functions do. Start it with "
            "rapids_udfs.configure(builder, metrics=True), or a server with "
            "--conf spark.plugins=io.github.rapidsudfs.RapidsUdfsPlugin and this library's jar "
            "(rapids_udfs.track(spark) needs neither in a classic session)"
        )


class NotCountedError(RapidsUdfsError, KeyError):
    """The counts of a name were requested that no function counts under."""

    def __init__(self, name: object) -> None:
        super().__init__(
            f"no function {name!r} is counted: functions count under their names in the catalogue "
            "(rapids-udfs list), without a prefix, once rapids_udfs.register(spark) has registered "
            "them; compiled Python UDFs, and UDFs that Spark's own API registered, once they have "
            "been called"
        )

    __str__ = Exception.__str__


class NotEmulatedError(RapidsUdfsError):
    """Costs or leaks were requested from a session without the emulator."""

    def __init__(self) -> None:
        super().__init__(
            "this session does not run on the emulator. Start one with "
            "rapids_udfs.configure(builder, mode='emulate')"
        )


class FetchError(RapidsUdfsError):
    """A file could not be fetched; the message says how to install it by hand."""

    def __init__(self, coordinates: str, destination: Path, why: str) -> None:
        self.why = why
        super().__init__(
            f"could not fetch {coordinates}: {why}.\n"
            f"Check the network (a mirror of Maven Central: set RAPIDS_UDFS_MAVEN to its URL; "
            f"a proxy: set https_proxy) and run the command again, "
            f"or copy the jar with these Maven coordinates from another machine to\n"
            f"  {destination}"
        )


class CacheError(RapidsUdfsError):
    """The cache folder cannot be written."""

    def __init__(self, folder: Path, why: str) -> None:
        super().__init__(
            f"cannot write to the cache folder {folder}: {why}. "
            "Set RAPIDS_UDFS_CACHE to a folder that you may write to (it takes a few GB)."
        )


class JavaNotFoundError(RapidsUdfsError):
    """No suitable Java; the message lists what was found and how to install one."""

    def __init__(self, version: int, compiler: bool, found: Sequence[str]) -> None:
        kind = "JDK (with javac)" if compiler else "Java"
        package = (
            f"openjdk-{version}-jdk-headless" if compiler else f"openjdk-{version}-jre-headless"
        )
        seen = "none was found" if not found else "found only:\n  " + "\n  ".join(found)
        super().__init__(
            f"{kind} {version} is needed; {seen}\n"
            "Install it with one of\n"
            f"  apt-get install {package}            (Debian, Ubuntu)\n"
            f"  dnf install java-{version}-openjdk-devel         (Fedora, RHEL)\n"
            f"  brew install openjdk@{version}                   (macOS)\n"
            "or set JAVA_HOME to the folder of one."
        )


class UnknownFunctionError(RapidsUdfsError):
    """A function that the catalogue does not have; the message lists the closest ones."""

    def __init__(self, name: str, close: Sequence[str]) -> None:
        near = f"; did you mean {' or '.join(close)}?" if close else "."
        super().__init__(
            f"there is no function {name!r} in the catalogue{near} List them: rapids-udfs list"
        )


class ArgumentTypeError(RapidsUdfsError, TypeError):
    """An argument that is not what the call takes."""

    def __init__(self, call: str, found: object, wanted: str) -> None:
        super().__init__(f"{call} takes {wanted}, not {type(found).__name__}: {found!r:.80}")


class ModeError(RapidsUdfsError):
    """A mode or another argument of ``configure`` that does not exist."""

    def __init__(self, argument: str, found: object, supported: Sequence[str]) -> None:
        super().__init__(f"{argument}={found!r} is not supported; use {' or '.join(supported)}")


class DeviceBytesError(RapidsUdfsError):
    """The size of the emulator's device is not a number, or the plugin could not start on it."""

    def __init__(self, variable: str, found: str, least: int) -> None:
        super().__init__(
            f"{variable} is {found!r}, but must be a number of bytes greater than {least}, what "
            "spark.rapids.memory.gpu.reserve sets aside. Set both, or unset the variable."
        )


class ConflictingSettingError(RapidsUdfsError):
    """A user's Spark setting that conflicts with one that is needed."""

    def __init__(self, key: str, found: str, origin: str, wanted: str, fix: str = "") -> None:
        super().__init__(
            f"{key} is {found!r} ({origin}), but {wanted!r} is needed. "
            + (fix or f"Remove one of the two: unset {key}, or set it to {wanted!r}.")
        )


class SubmitArgumentsError(RapidsUdfsError):
    """PYSPARK_SUBMIT_ARGS cannot be read; PySpark could not start with it either."""

    def __init__(self, found: str, why: str) -> None:
        super().__init__(
            f"PYSPARK_SUBMIT_ARGS cannot be read ({why}): {found}\nClose its quotes, or unset it."
        )


class SettingsFileError(RapidsUdfsError):
    """A file of settings that is not text."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} is not a text file of settings: it has zero bytes. Give a file with lines "
            "such as 'spark.master yarn', in UTF-8"
        )


class SparkNotFoundError(RapidsUdfsError):
    """No installed Spark with jars, which a local session needs."""

    def __init__(self, looked_in: Sequence[Path], version: str) -> None:
        places = ", ".join(str(path) for path in looked_in) or "no pyspark package, no SPARK_HOME"
        super().__init__(
            f"no Spark with jars was found ({places}). Install one: pip install pyspark=={version} "
            "(pyspark-client has no jars: with it, configure the server and use register)"
        )


class PySparkMissingError(RapidsUdfsError, ModuleNotFoundError):
    """PySpark is missing, whose columns ``rapids_udfs.functions`` builds."""

    def __init__(self) -> None:
        super().__init__(
            "rapids_udfs.functions needs PySpark, which is not installed: pip install pyspark "
            "in the cluster's version, or pyspark-client for Spark Connect"
        )


class WrongJavaError(RapidsUdfsError):
    """The Java that Spark would start is not the one that Spark and the plugin support."""

    def __init__(self, found: str, wanted: int, better: Path | None) -> None:
        fix = (
            f"One is at {better}: export JAVA_HOME={better}"
            if better
            else f"Install one (apt-get install openjdk-{wanted}-jre-headless) and set JAVA_HOME"
        )
        super().__init__(f"Spark would start with {found}; Java {wanted} is needed. {fix}")


class JarMissingError(RapidsUdfsError):
    """A jar or file of this package is missing or damaged."""

    def __init__(self, jar: Path, why: str = "is missing") -> None:
        super().__init__(
            f"{jar} {why}. In a checkout, build it with: make jars; "
            "otherwise install the package anew: pip install --force-reinstall rapids-udfs"
        )


class NamesMissingError(RapidsUdfsError):
    """A library jar whose classes see neither the plugin nor the names of its types."""

    def __init__(self, settings: str) -> None:
        super().__init__(
            "the session has this library's jar, whose classes see neither the cuDF plugin nor "
            f"cudf-names.jar, so that no function loads. Add to {settings}, where the session is "
            "started: $(rapids-udfs jar names)"
        )


class NothingToSurveyError(RapidsUdfsError):
    """A path to survey that is not there."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"there is no {path}. Give Python files, or folders with some in them.")


class NoSuchJarError(RapidsUdfsError):
    """A jar that was named for a session does not exist."""

    def __init__(self, jar: Path) -> None:
        super().__init__(
            f"{jar}, one of jars, is not a file. Build it (in its project: sbt package), or "
            "install the package that holds it"
        )


class VersionMismatchError(RapidsUdfsError):
    """Parts of this library have different versions."""

    def __init__(self, part: str, found: str, package: str) -> None:
        super().__init__(
            f"{part} is of version {found}, the Python package of version {package}. "
            f"Use one version of both: pip install rapids-udfs=={found} here, or replace the "
            f"other by version {package} (in a checkout: make jars generate)"
        )


class PluginMismatchError(RapidsUdfsError):
    """A plugin jar for another Scala, of an unsupported release, or without the session's Spark."""

    def __init__(self, jar: Path, found: str, wanted: str, fix: str) -> None:
        super().__init__(f"the plugin jar {jar} is {found}; {wanted} is needed. {fix}")


class SparkRunningError(RapidsUdfsError):
    """Spark is already running, and the settings of ``configure`` take effect only at its start."""

    def __init__(self, what: str, settings: Sequence[tuple[str, str]], fix: str) -> None:
        lines = "".join(f"\n  --conf {key}={value}" for key, value in settings)
        these = f"these settings count only where it starts:{lines}\n"
        compiles = any(key.startswith("spark.rapidsUdfs.pythonUdfs") for key, _ in settings)
        super().__init__(
            f"{what}, and {these if settings else 'settings count only where that starts. '}{fix} "
            "Or leave it as it is and call rapids_udfs.register(spark), which needs no settings"
            f"{' and compiles no Python UDFs' if compiles else ''}."
        )


class ClusterResourceError(RapidsUdfsError):
    """A GPU amount or discovery script that cannot work on the cluster."""


class GpuAmountError(ClusterResourceError):
    """An amount of GPUs that the plugin does not support."""

    def __init__(self, what: str, found: object, supported: str) -> None:
        super().__init__(f"{what}={found!r} is not supported; use {supported}")


class DiscoveryScriptError(ClusterResourceError):
    """No discovery script where the cluster manager needs one."""

    def __init__(self, master: str) -> None:
        super().__init__(
            f"on {master} executors find their GPU by a script in their image. Give its path "
            "there: configure(..., discovery_script='/opt/spark/getGpusResources.sh')"
        )


class ClusterConfError(RapidsUdfsError, ValueError):
    """Settings that the given cluster or server cannot have."""


class PrefixError(RapidsUdfsError):
    """A prefix that cannot begin a SQL name."""

    def __init__(self, prefix: str) -> None:
        super().__init__(
            f"prefix={prefix!r} cannot begin the name of a SQL function; use letters, digits and "
            "underscores, not beginning with a digit, for example prefix='udf_'"
        )


class NameClashError(RapidsUdfsError):
    """Names that other functions already have. Nothing was registered."""

    def __init__(self, builtin: Sequence[str], others: Sequence[str]) -> None:
        parts = []
        if builtin:
            parts.append(
                f"{', '.join(builtin)}: a Spark builtin has this name; register with a prefix "
                "(prefix='udf_'), or hide the builtin with override_builtin=True"
            )
        if others:
            parts.append(
                f"{', '.join(others)}: the session has another function of this name; register "
                "with a prefix (prefix='udf_'), or replace it with replace=True"
            )
        super().__init__("nothing was registered. " + ". ".join(parts))


class RegistrationError(RapidsUdfsError):
    """Spark refused a function. Those registered before it were removed again."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            f"Spark refused {name!r}: {why}\n"
            "Nothing is registered: the functions before it were taken back."
        )


class NotOnConnectError(RapidsUdfsError):
    """Functions or calls that are not available to a Spark Connect client."""

    def __init__(self, what: str, reason: str, fix: str) -> None:
        super().__init__(f"{what} is not available over Spark Connect: {reason}. {fix}")


class UdafError(RapidsUdfsError, TypeError):
    """``rapids_udfs.udaf`` without its types, or its result where PySpark takes a UDF."""


class NotExtendedError(RapidsUdfsError):
    """A call that needs this library's extension in a session that was started without it."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} needs this library's extension, which a session has from its start: "
            "rapids_udfs.configure(SparkSession.builder).getOrCreate(), or "
            "spark.sql.extensions=io.github.rapidsudfs.RapidsUdfsExtensions and this package's jars"
        )


class NoSessionError(RapidsUdfsError):
    """A call that needs a JVM, without an active session."""

    def __init__(self, call: str) -> None:
        super().__init__(
            f"{call} asks the JVM, and there is no active Spark session. Start one "
            "(SparkSession.builder.getOrCreate()) or pass it: spark=..."
        )


class SessionStoppedError(RapidsUdfsError):
    """A session that has been stopped."""

    def __init__(self, call: str) -> None:
        super().__init__(
            f"{call} needs a session that runs, and this one has been stopped. Start another: "
            "SparkSession.builder.getOrCreate()"
        )


class StreamingQueryError(RapidsUdfsError):
    """A streaming query, which the plugin does not explain."""

    def __init__(self) -> None:
        super().__init__(
            "the plugin explains no streaming query. Explain the same query over a table instead: "
            "spark.read in the place of spark.readStream"
        )


class PluginNotLoadedError(RapidsUdfsError):
    """The plugin's classes are not in the session, and ``explain`` needs them."""

    def __init__(self, scala: str) -> None:
        super().__init__(
            "the cuDF plugin's classes are not in this session. Start the session with\n"
            "  rapids_udfs.configure(SparkSession.builder, mode='explain').getOrCreate()\n"
            f"(the jar comes with: rapids-udfs fetch-plugin --scala {scala}).\n"
            "Plain Python UDFs are explained without the plugin where they are to be compiled: "
            "configure(..., python_udfs='compile'), which sets spark.rapidsUdfs.pythonUdfs"
        )


class UnsupportedTypeError(RapidsUdfsError):
    """A string that is not a Spark type, or a type that the GPU cannot take."""


class QueryError(RapidsUdfsError):
    """A query that Spark refused or could not finish; the message is Spark's, without its trace."""


class GpuNotFoundError(RapidsUdfsError):
    """A command of mode ``gpu`` on a machine without a usable GPU."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"mode gpu needs a GPU: {why}. Without one --mode emulate runs the columnar bodies on "
            "this machine's CPU"
        )


class SparkStartError(RapidsUdfsError):
    """Spark did not start."""

    def __init__(self, why: str, log: Path, tail: str) -> None:
        super().__init__(
            f"Spark did not start: {why}\nThe last lines of its log ({log}):\n{tail or '  (empty)'}"
        )
