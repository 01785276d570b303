# SPDX-License-Identifier: Apache-2.0

"""The documentation: links have targets, and every error is explained."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rapids_udfs
from devtools import table_formats
from harness.documents import DOCS, FOLLOWED, PAGES, ROOT, Block, of
from rapids_udfs import RapidsUdfsError


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    plain = (re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)
    return set(plain)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_have_targets(page: Path) -> None:
    # Scala's type arguments look like links.
    text = re.sub(r"(?ms)^ *```scala$.*?^ *```$", "", page.read_text(encoding="utf-8"))
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"(?m)^\[[^]]+\]: (\S+)", text)
    for target in targets:
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path) if path else page
        assert file.exists(), target
        # The site has only the folder.
        assert DOCS not in page.parents or DOCS in file.resolve().parents, target
        assert not anchor or anchor in anchors(file), target


@pytest.mark.parametrize(
    "block", [b for b in of("java") if b.page not in FOLLOWED], ids=lambda block: block.where
)
def test_java_blocks_are_in_an_example_or_the_library(block: Block) -> None:
    folders = (ROOT / "examples", ROOT / "jvm" / "src" / "main" / "java")
    files = (file for folder in folders for file in folder.rglob("*.java"))
    examples = [file.read_text(encoding="utf-8") for file in files]
    assert any(" ".join(block.code.split()) in " ".join(text.split()) for text in examples)


def errors(of: type[RapidsUdfsError]) -> Iterator[type[RapidsUdfsError]]:
    for error in of.__subclasses__():
        yield error
        yield from errors(error)


def test_every_error_is_explained() -> None:
    text = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    for module in pkgutil.walk_packages(rapids_udfs.__path__, "rapids_udfs."):
        importlib.import_module(module.name)
    names = {e.__name__ for e in errors(RapidsUdfsError) if e.__module__.startswith("rapids_udfs.")}
    assert 10 < len(names) < 20
    assert sorted(name for name in names if f"`{name}" not in text) == []


def test_the_versions_are_the_supported_ones() -> None:
    versions = json.loads((ROOT / "project" / "versions.json").read_text(encoding="utf-8"))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for line in versions["lines"]:
        row = next(r for r in text.splitlines() if r.startswith(f"| {line['spark'][0]}"[:5]))
        assert line["scala"] in row
        assert f"| {versions['plugin']} |" in row
        minors = {v.rpartition(".")[0] for v in line["spark"]}
        for minor in minors:
            patches = sorted(
                int(v.rpartition(".")[2]) for v in line["spark"] if v.startswith(minor)
            )
            first, last = f"{minor}.{patches[0]}", f"{minor}.{patches[-1]}"
            assert (f"{first} to {last}" if first != last else first) in row
        for python in line["python"]:
            assert python in row or line["python"][0] < python < line["python"][-1]
        without = ", ".join(line["withoutPlugin"])
        assert not without or f"| {without} | {line['scala']} | none: " in text


def test_the_table_formats_are_the_tested_ones() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"\[Delta and Iceberg tables\]\(docs/table-formats\.md\)([^)]*\))", text)
    page = (ROOT / "docs" / "table-formats.md").read_text(encoding="utf-8")
    _, spark = table_formats.spark()
    assert f" Spark {spark} " in said
    tested = json.loads((ROOT / "project" / "table-formats.json").read_text(encoding="utf-8"))
    for name, jars in tested["formats"].items():
        version = jars[0]["version"]
        assert f"{name.title()} {version}" in said
        assert f"| [{name.title()}](#{name}) | {spark} | {version} |" in page


def test_the_demo_names_every_package_and_licence() -> None:
    from rapids_udfs.demo.tables import SOURCES

    text = (ROOT / "docs" / "demo-data.md").read_text(encoding="utf-8")
    pins = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name, (licence, _) in SOURCES.items():
        version = re.search(rf'"{name}==([\w.]+)"', pins)
        assert version is not None
        row = next(r for r in text.splitlines() if f"/project/{name}/" in r)
        assert f" {version[1]} | {licence} |" in row


def test_the_package_has_every_extra() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.findall(r"(?m)^(\w+) = \[", text.partition("optional-dependencies]")[2])
    for page in PAGES:
        named = re.findall(r"rapids-udfs\[(\w+)\]", page.read_text(encoding="utf-8"))
        assert set(named) <= set(declared), page.name


def test_the_spark_extra_installs_the_main_version() -> None:
    pins = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    versions = json.loads((ROOT / "project" / "versions.json").read_text(encoding="utf-8"))
    assert f'"pyspark[sql]=={versions["lines"][0]["main"]}"' in pins


def test_every_page_is_in_the_sites_navigation() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in PAGES:
        if page.is_relative_to(DOCS):
            assert f": {page.relative_to(DOCS)}\n" in text


def test_every_public_name_is_in_the_api_page() -> None:
    text = (DOCS / "api" / "python.md").read_text(encoding="utf-8")
    names = [path.rpartition(".")[2] for path in re.findall(r"(?m)^::: ([\w.]+)$", text)]
    # Functions and the other submodules have separate pages.
    elsewhere = ["__version__", "errors", "functions", "gpu", "testing"]
    assert sorted([*names, *elsewhere]) == sorted(rapids_udfs.__all__)
