# SPDX-License-Identifier: Apache-2.0

"""Settings are added to, and never overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.settings import BUILDER, ENDED, SparkSettings


@pytest.fixture
def of_builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Settings of a builder with options, in an environment without any but those given."""
    for name in ("PYSPARK_SUBMIT_ARGS", "SPARK_CONF_DIR", "MASTER"):
        monkeypatch.delenv(name, raising=False)

    def make(options: dict[str, str] | None = None, submit: str = "", defaults: str = ""):
        if submit:
            monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", submit)
        (tmp_path / "conf").mkdir(exist_ok=True)
        (tmp_path / "conf/spark-defaults.conf").write_text(defaults, encoding="utf-8")
        return SparkSettings.of_builder(options or {}, tmp_path)

    return make


def test_append_keeps_existing_items(of_builder) -> None:
    settings = of_builder({"spark.jars": "/a.jar, /b.jar"})
    settings.append("spark.jars", "/c.jar")
    assert settings.changes == {"spark.jars": "/a.jar,/b.jar,/c.jar"}
    settings.append("spark.jars", "/c.jar")
    assert settings.get("spark.jars") == "/a.jar,/b.jar,/c.jar"


@pytest.mark.parametrize("there", ["/b.jar", "file:/b.jar", "file:///b.jar"])
def test_append_adds_nothing_twice(of_builder, there: str) -> None:
    settings = of_builder({"spark.jars": f"/a.jar,{there}"})
    settings.append("spark.jars", "/b.jar")
    assert settings.changes == {}


def test_patterns_of_jars(of_builder, tmp_path: Path) -> None:
    """Spark expands ``*`` in ``spark.jars``, the JVM ``folder/*`` on a class path, and no other."""
    one, two, text = (tmp_path / name for name in ("a1.jar", "a2.JAR", "a3.txt"))
    for file in (one, two, text):
        file.touch()
    driver = "spark.driver.extraClassPath"
    # In a URI ? begins a query, and [ is no character.
    other = [f"{tmp_path}/{pattern}" for pattern in ("a?.jar", "a[13]*", "{a}*")]
    kept = ["local:/*.jar", "s3a://b/*.jar", "hdfs:/*", "/no/*.jar", str(two), *other]
    options = {"spark.jars": f"file:{tmp_path}/a1*,file:{tmp_path}/a*t,{','.join(kept)}"}
    settings = of_builder({**options, driver: f"/no/*:{tmp_path}/*:{tmp_path}/a*.jar"})
    assert settings.jars("spark.jars") == [str(one), str(text), *kept]
    assert settings.jars(driver) == ["/no/*", str(one), str(two), f"{tmp_path}/a*.jar"]


def test_defaults_file_is_added_to(of_builder) -> None:
    text = "# mine\nspark.jars /a.jar\nspark.plugins=org.example.P\n\nspark.x   1 2\n"
    settings = of_builder(defaults=text)
    settings.append("spark.jars", "/b.jar")
    settings.append("spark.plugins", "com.nvidia.spark.SQLPlugin")
    assert settings.changes == {
        "spark.jars": "/a.jar,/b.jar",
        "spark.plugins": "org.example.P,com.nvidia.spark.SQLPlugin",
    }
    assert settings.get("spark.x") == "1 2"
    assert settings.origin("spark.jars").endswith("conf/spark-defaults.conf")


def test_builder_beats_defaults(of_builder) -> None:
    settings = of_builder({"spark.jars": "/b.jar"}, defaults="spark.jars /a.jar")
    assert settings.items("spark.jars") == ["/b.jar"]
    assert settings.origin("spark.jars") == "set on the builder"


def test_put(of_builder) -> None:
    settings = of_builder({"spark.a": "1"})
    settings.put("spark.a", "1")
    settings.put("spark.b", "2")
    settings.put_default("spark.a", "3")
    settings.put_default("spark.c", "4")
    assert settings.changes == {"spark.b": "2", "spark.c": "4"}
    assert settings.origin("spark.b") == "set by this call"


def test_put_conflict_names_both(of_builder) -> None:
    settings = of_builder({"spark.a": "1"})
    with pytest.raises(ConfigurationError) as e:
        settings.put("spark.a", "2")
    assert str(e.value) == (
        "spark.a is '1' (set on the builder), but '2' is needed. "
        "Remove one of the two: unset spark.a, or set it to '2'."
    )


@pytest.mark.parametrize(
    "submit",
    [
        "--conf spark.jars=/a.jar pyspark-shell",
        "--conf=spark.jars=/a.jar pyspark-shell",
        "-c spark.jars=/a.jar pyspark-shell",
        "--jars /a.jar pyspark-shell",
        "--master local[2] --jars=/a.jar pyspark-shell",
    ],
)
def test_submit_arguments_beat_the_builder(of_builder, submit: str) -> None:
    settings = of_builder({"spark.jars": "/b.jar"}, submit=submit)
    settings.append("spark.jars", "/a.jar")
    assert settings.changes == {}
    with pytest.raises(ConfigurationError) as e:
        settings.append("spark.jars", "/b.jar")
    assert "spark.jars is '/a.jar' (in PYSPARK_SUBMIT_ARGS)" in str(e.value)
    assert "'/a.jar,/b.jar' is needed" in str(e.value)
    assert "spark.jars is '/b.jar' on the builder, too: leave one of the two out" in str(e.value)


@pytest.mark.parametrize(
    ("submit", "changed"),
    [
        ("-c spark.jars=/a.jar pyspark-shell", "--conf spark.jars=/a.jar,/b.jar pyspark-shell"),
        ("--conf=spark.jars=/a.jar app", "--conf spark.jars=/a.jar,/b.jar app"),
        ("--jars '/a.jar, /c.jar' app", "--conf spark.jars=/a.jar,/c.jar,/b.jar app"),
        ("--jars=/a.jar --name 'x y' app", "--conf spark.jars=/a.jar,/b.jar --name 'x y' app"),
        (
            "--conf spark.jars=/x.jar --master yarn --jars /a.jar app",
            "--conf spark.jars=/a.jar,/b.jar --conf spark.master=yarn app",
        ),
    ],
)
def test_submit_arguments_are_added_to(of_builder, submit: str, changed: str) -> None:
    settings = of_builder(submit=submit)
    settings.append("spark.jars", "/b.jar")
    settings.put("spark.a", "1")
    assert settings.environment() == {"PYSPARK_SUBMIT_ARGS": changed}
    assert of_builder(settings.changes, submit=changed).get("spark.jars") == settings.get(
        "spark.jars"
    )


@pytest.mark.parametrize(
    ("option", "key"),
    [
        ("--executor-cores", "spark.executor.cores"),
        ("--py-files", "spark.submit.pyFiles"),
        ("--files", "spark.files"),
    ],
)
def test_options_that_stand_for_a_setting(of_builder, option: str, key: str) -> None:
    settings = of_builder({key: "1"}, submit=f"{option} 8 pyspark-shell")
    assert settings.get(key) == "8"
    assert settings.origin(key) == "in PYSPARK_SUBMIT_ARGS"


def test_a_running_driver_is_added_to_and_beaten_by_the_builder() -> None:
    started_with = {"spark.jars": "/a.jar", "spark.sql.extensions": "a.B"}
    settings = SparkSettings((BUILDER, {"spark.sql.extensions": "c.D"}), (ENDED, started_with))
    settings.append("spark.jars", "/b.jar")
    settings.append("spark.sql.extensions", "e.F")
    assert settings.changes == {"spark.jars": "/a.jar,/b.jar", "spark.sql.extensions": "c.D,e.F"}
    with pytest.raises(ConfigurationError, match=r"in the driver's JVM"):
        SparkSettings((ENDED, {"spark.a": "1"})).put("spark.a", "2")


def test_master(of_builder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASTER", "local[7]")
    assert of_builder().get("spark.master") == "local[7]"
    assert of_builder(submit="--master yarn").get("spark.master") == "yarn"


def test_properties_file_of_the_arguments(of_builder, tmp_path: Path) -> None:
    file = tmp_path / "mine.conf"
    file.write_text("spark.jars /m.jar", encoding="utf-8")
    settings = of_builder(submit=f"--properties-file {file}", defaults="spark.jars /d.jar")
    assert settings.get("spark.jars") == "/m.jar"


def test_defaults_over_two_lines_are_added_to(of_builder) -> None:
    settings = of_builder(defaults="spark.sql.extensions a.B,\\\n  c.D\n")
    settings.append("spark.sql.extensions", "e.F")
    assert settings.changes == {"spark.sql.extensions": "a.B,c.D,e.F"}


def test_submit_arguments_that_cannot_be_read(of_builder) -> None:
    with pytest.raises(ConfigurationError, match=r"No closing quotation.*: --conf 'a=b"):
        of_builder(submit="--conf 'a=b pyspark-shell")


def test_java_options_of_spark_submit_are_a_setting(of_builder) -> None:
    settings = of_builder(submit='--driver-java-options "-Dx=y -Xss4m" pyspark-shell')
    assert settings.get("spark.driver.extraJavaOptions") == "-Dx=y -Xss4m"
    settings.append_option("spark.driver.extraJavaOptions", "-Da=b")
    options = "--conf 'spark.driver.extraJavaOptions=-Dx=y -Xss4m -Da=b' pyspark-shell"
    assert settings.environment() == {"PYSPARK_SUBMIT_ARGS": options}
