# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import urllib.error
import zipfile
from pathlib import Path

import pytest

from devtools import matrix
from devtools.links import check, spark_jars
from devtools.links.check import ClassPath, Missing, Verdict
from devtools.links.exemptions import EXEMPTIONS, Exemption
from devtools.process import DevError
from harness import compiled
from rapids_udfs.errors import DownloadError

MAIN = matrix.load().main


def built(folder: Path, name: str, sources: dict[str, str], *class_path: Path) -> Path:
    """Build a jar of Java classes."""
    source = folder / "sources" / name
    source.mkdir(parents=True)
    for file, text in sources.items():
        (source / f"{file}.java").write_text(text, encoding="utf-8")
    return compiled.jar(source, folder, class_path)


BUILT_WITH = {
    "Base": "public class Base { public int given() { return 1; } protected int kept; }",
    "Gone": "public class Gone { public static class Nested { } }",
    "Face": "public interface Face { int asked(); default int more() { return 1; } }",
    "Api": """public class Api extends Base {
        public Api() { } public Api(int number) { }
        public static int fixed() { return 1; }
        public int open() { return 1; }
        public String named;
        public int shut() { return 1; }
        public void taken(Gone one) { }
    }""",
}
RUN_ON = {
    "Base": """public class Base {
        protected int kept; public final int wanted() { return 1; } public int given() { return 1; }
    }""",
    "Face": "public interface Face { int asked(); int more(); int added(); }",
    "Api": """public class Api extends Base {
        public Api() { }
        public int fixed() { return 1; }
        public int open() { return 1; }
        public CharSequence named;
        private int shut() { return 1; }
    }""",
}
USER = """import java.util.function.Function;
public class User extends Base implements Face {
    public int asked() { return kept; }
    public int wanted() { return 1; }
    int fine(Api api) { return api.open() + api.given() + api.hashCode() + new int[1].clone()[0]; }
    int fixed() { return Api.fixed(); }
    int shut(Api api) { return api.shut(); }
    Object field(Api api) { return api.named; }
    Object made() { return new Api(1); }
    Object nested() { return new Gone.Nested(); }
    Function<Api, Integer> handle() { return Api::shut; }
}
"""


@pytest.mark.jvm
def test_every_kind_of_break_is_found_with_its_place(tmp_path: Path) -> None:
    old = built(tmp_path, "old", BUILT_WITH)
    new = built(tmp_path, "new", RUN_ON)
    user = built(tmp_path, "user", {"User": USER}, old)
    results = check.resolve([ClassPath("old", [user], [old]), ClassPath("new", [user], [new])])
    assert results["old"] == (results["new"][0], [])
    assert results["new"][1] == [
        Missing("Api.<init>(I)V", "no such member", "User.made (User.java:9)"),
        Missing("Api.fixed()I", "it is not static", "User.fixed (User.java:6)"),
        Missing("Api.named:Ljava/lang/String;", "no such member", "User.field (User.java:8)"),
        Missing("Api.shut()I", "it is not accessible", "User.handle (User.java:11)"),
        Missing("Api.shut()I", "it is not accessible", "User.shut (User.java:7)"),
        Missing("Gone$Nested", "no such class", "User.nested (User.java:10)"),
        Missing("Gone$Nested.<init>()V", "no such class", "User.nested (User.java:10)"),
        Missing("User", "it does not implement Face.added()I", "User"),
        Missing("User", "it does not implement Face.more()I", "User"),
        Missing("User", "it overrides the final Base.wanted()I", "User"),
    ]


@pytest.mark.jvm
def test_classes_in_a_folder_of_a_jar(tmp_path: Path) -> None:
    api = built(tmp_path, "api", {"Api": "public class Api { }"})
    user = built(tmp_path, "user", {"User": "class User { Api api; }"}, api)
    shims = tmp_path / "shims.jar"
    with zipfile.ZipFile(api) as source, zipfile.ZipFile(shims, "w") as archive:
        archive.writestr("spark413/Api.class", source.read("Api.class"))
    paths = [
        ClassPath("4.1.3", [user], [shims, f"{shims}!spark413/"]),
        ClassPath("4.1.2", [user], [shims, f"{shims}!spark412/"]),
    ]
    missing = {name: broken for name, (_, broken) in check.resolve(paths).items()}
    assert missing == {"4.1.3": [], "4.1.2": [Missing("Api", "no such class", "User")]}


@pytest.mark.jvm
def test_a_case_class_that_changed_between_two_sparks(tmp_path: Path) -> None:
    expressions = "org.apache.spark.sql.catalyst.expressions"
    text = (
        f"class User {{ Object of({expressions}.Add e) {{ return e.evalContext().evalMode(); }} }}"
    )
    sparks = {}
    for spark in (next(v for v in MAIN.spark if v.startswith("4.0.")), MAIN.main):
        sparks[spark] = spark_jars.from_maven(MAIN.scala, spark)
        assert sparks[spark], f"the Maven repository lacks Spark {spark}"
    old, new = sparks
    user = built(tmp_path, "user", {"User": text}, *sparks[new])
    results = check.resolve(ClassPath(spark, [user], path) for spark, path in sparks.items())
    assert results[new][1] == []
    names = [one.reference.partition("()")[0] for one in results[old][1]]
    folder = expressions.replace(".", "/")
    assert names == [f"{folder}/Add.evalContext", f"{folder}/NumericEvalContext.evalMode"]
    assert {one.place for one in results[old][1]} == {"User.of (User.java:1)"}


def verdict(spark: str, *missing: Missing) -> Verdict:
    return Verdict(spark, "2.13", True, 7, list(missing))


LOST = Missing("a/B.c()V", "no such member", "d/E.f (E.java:3)")


def test_missing_references_are_reported_with_versions_and_place() -> None:
    with pytest.raises(DevError) as raised:
        check.fail([verdict("4.0.0", LOST), verdict("4.0.1", LOST), verdict("4.1.3")], [])
    message = (
        "a/B.c()V\n  no such member\n  on Spark 4.0.0, 4.0.1\n  at d/E.f (E.java:3)\nUse a member "
    )
    assert str(raised.value).startswith(message)
    assert "tools/devtools/links/exemptions.py" in str(raised.value)


def test_an_exemption_covers_its_references_places_and_versions_only() -> None:
    exemption = Exemption("a/B.", "d/E", ("4.0.",), "a reason")
    elsewhere = LOST._replace(place="d/F.f (F.java:3)")
    verdicts = [verdict("4.0.1", LOST, elsewhere), verdict("4.1.3", LOST)]
    assert check.exempt(verdicts, [exemption]) == []
    assert [(v.exempted, v.missing) for v in verdicts] == [(1, [elsewhere]), (0, [LOST])]


def test_an_unneeded_exemption_fails() -> None:
    exemption = Exemption("a/B.", "", ("4.0.",), "a reason")
    # It does not count if none of its versions is checked.
    assert check.exempt([verdict("4.1.3")], [exemption]) == []
    idle = check.exempt([verdict("4.0.1")], [exemption])
    with pytest.raises(DevError, match=r"the exemption of a/B\. is not needed any more"):
        check.fail([], idle)


def test_every_exemption_has_a_reason() -> None:
    assert [e for e in EXEMPTIONS if not e.reason] == []


def test_a_version_that_the_repository_lacks(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fetch(what: object, *_: object) -> Path:
        asked.append(str(what))
        code = 404 if "9.9.8" in str(what) else 503
        error = urllib.error.HTTPError("url", code, "no", {}, None)  # type: ignore[arg-type]
        raise DownloadError(str(what), cache, "no") from error

    monkeypatch.setattr(spark_jars.download, "fetch", fetch)
    assert spark_jars.from_maven("2.13", "9.9.8") is None
    assert asked
    asked.clear()
    assert spark_jars.from_maven("2.13", "9.9.8") is None
    assert asked == []
    with pytest.raises(DownloadError):
        spark_jars.from_maven("2.13", "9.9.9")


def test_jars_of_pysparks_wheel(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("spark-sql_2.13-9.9.9.jar", "slf4j-api-2.0.17.jar", "spark-sql-kafka_2.13-9.9.9.jar")
    with zipfile.ZipFile(tmp_path / "pyspark-9.9.9-py2.py3-none-any.whl", "w") as wheel:
        for name in names:
            wheel.writestr(f"pyspark/jars/{name}", name)
    monkeypatch.setattr(spark_jars.pyspark_wheel, "folder", lambda _: tmp_path)
    paths = spark_jars.from_pyspark("2.13", "9.9.9")
    assert sorted(jar.name for jar in paths) == ["slf4j-api-2.0.17.jar", "spark-sql_2.13-9.9.9.jar"]
    assert [jar.read_text() for jar in paths] == [jar.name for jar in paths]
