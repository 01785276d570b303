"""The session of the tests, with this project's jar: the fixtures are of rapids-udfs."""

from pathlib import Path

import pytest

JAR = Path(__file__).parents[1] / "target" / "@NAME@-0.1.0.jar"


@pytest.fixture(scope="session")
def rapids_udfs_builder(rapids_udfs_builder):
    if not JAR.is_file():
        pytest.fail(f"{JAR} is missing; build it with: sbt package")
    return rapids_udfs_builder.config("spark.jars", str(JAR))
