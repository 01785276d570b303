# SPDX-License-Identifier: Apache-2.0

"""The pytest plugin of this package: sessions, a marker, an option and a report.

A JVM has one mode, so a run of pytest has one: ``--rapids-udfs-mode``, by default ``emulate``.
pytest loads this in every run where the package is installed, so this is a package of its own:
nothing of ``rapids_udfs`` or Spark is loaded until a test asks for a fixture or has the marker.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MODES = ("emulate", "gpu", "cpu")
_OPTION = "--rapids-udfs-mode"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that chooses the mode."""
    group = parser.getgroup("rapids-udfs", "tests of RAPIDS UDFs")
    group.addoption(
        _OPTION,
        choices=MODES,
        default="emulate",
        help="what runs columnar bodies: 'emulate' this machine's CPU, 'gpu' its GPU, 'cpu' "
        "nothing, so that only row-wise bodies run (default: emulate)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker; fail if a GPU was requested and there is none."""
    config.addinivalue_line(
        "markers",
        "gpu: needs a GPU; a test with a fixture of rapids-udfs is skipped without one, and in a "
        f"run without {_OPTION}=gpu",
    )
    if config.getoption(_OPTION) == "gpu" and (why := _no_gpu()):
        raise pytest.UsageError(f"{_OPTION}=gpu: {why}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests with the marker ``gpu`` that cannot run."""
    # The marker's name is a common one: leave alone tests without our fixtures.
    is_ours = any(name.startswith("rapids_udfs_") for name in getattr(item, "fixturenames", ()))
    if item.get_closest_marker("gpu") is None or not is_ours:
        return
    if why := _no_gpu():
        pytest.skip(why)
    if item.config.getoption(_OPTION) != "gpu":
        pytest.skip(f"this run does not have {_OPTION}=gpu")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Report each UDF that was checked."""
    loaded = sys.modules.get("rapids_udfs.testing.report")
    reports = loaded.REPORTS if loaded else []
    if not reports:
        return
    mode = terminalreporter.config.getoption(_OPTION)
    terminalreporter.section(f"RAPIDS UDFs, mode {mode}")
    for report in reports:
        mark = "ok" if report.ok else "FAILED"
        terminalreporter.line(f"{mark:<7}{report.kind} {report.title}: {report.summary()}")


@pytest.fixture(scope="session")
def rapids_udfs_mode(pytestconfig: pytest.Config) -> str:
    """The mode of this run: ``emulate``, ``gpu`` or ``cpu``."""
    return str(pytestconfig.getoption(_OPTION))


@pytest.fixture(scope="session")
def rapids_udfs_builder() -> SparkSession.Builder:
    """The builder of the session, to override: put your jar into ``spark.jars`` there."""
    from rapids_udfs.session.local import local_builder

    return local_builder("rapids-udfs tests").config("spark.sql.shuffle.partitions", "2")


@pytest.fixture(scope="session")
def rapids_udfs_spark(
    rapids_udfs_builder: SparkSession.Builder, rapids_udfs_mode: Any
) -> Iterator[SparkSession]:
    """A session in the mode of this run, for all its tests."""
    import rapids_udfs

    spark = rapids_udfs.configure(rapids_udfs_builder, mode=rapids_udfs_mode).getOrCreate()
    yield spark
    spark.stop()


def _fixture(name: str, mode: str) -> Any:
    def session(request: pytest.FixtureRequest, rapids_udfs_mode: str) -> SparkSession:
        if rapids_udfs_mode != mode:
            pytest.skip(f"this run has {_OPTION}={rapids_udfs_mode}, and a JVM has one mode")
        spark: SparkSession = request.getfixturevalue("rapids_udfs_spark")
        return spark

    session.__doc__ = f"The session of mode ``{mode}``; in a run of another mode, skip the test."
    return pytest.fixture(session, scope="session", name=name)


rapids_udfs_emulator = _fixture("rapids_udfs_emulator", "emulate")
rapids_udfs_gpu = _fixture("rapids_udfs_gpu", "gpu")
rapids_udfs_cpu = _fixture("rapids_udfs_cpu", "cpu")


def _no_gpu() -> str:
    """The reason why there is no usable GPU; empty if there is one."""
    from rapids_udfs.session.devices import find_gpu

    gpu = find_gpu()
    return "" if gpu.usable else gpu.reason
