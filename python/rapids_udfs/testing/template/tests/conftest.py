"""The session of the tests, with this project's jar: the fixtures come from rapids-udfs."""

import pytest

import @MODULE@


@pytest.fixture(scope="session")
def rapids_udfs_builder(rapids_udfs_builder):
    if not @MODULE@.JAR.is_file():
        pytest.fail(f"{@MODULE@.JAR} is missing; build it with: sbt package")
    return rapids_udfs_builder.config("spark.jars", str(@MODULE@.JAR))
