# SPDX-License-Identifier: Apache-2.0

"""The modules' READMEs and the pages for contributors name only things that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.documents import DOCS, ROOT
from harness.followed_pages import inserted, steps

COMPILER = ROOT / "jvm/src/main/java/io/github/rapidsudfs/python"
BUILD = (ROOT / "build.sbt").read_text("utf-8")
# The root project's sources are jvm/src.
MODULES = [
    ROOT / ("jvm/src" if folder == "." else folder)
    for folder in re.findall(r'project in file\("([^"]+)"\)', BUILD)
]
OF_MODULES = [folder / "README.md" for folder in (*MODULES, COMPILER)]
OF_PYTHON = [ROOT / folder / "README.md" for folder in ("benchmarks", "python", "tests", "tools")]
READMES = [*OF_MODULES, *OF_PYTHON]
PAGES = [
    DOCS / f"adding-a-{what}.md"
    for what in ("builtin", "native", "type", "spark-version", "plugin-version")
]
TYPES = "java|scala|py|properties|tsv|md|sql|json|sbt"
FOLDERS = ("", "docs/", "project/", "jvm/**/src/**/", "python/**/", "tests/**/", "tools/**/")
FILES = {file.name for folder in FOLDERS for file in ROOT.glob(f"{folder}*.*")}
HEADINGS = ["What belongs here", "Dependencies", "Packages", "Add to it", "Tests"]
OPTIONAL = "Use it elsewhere"
LONGEST = 60
# The page that names it adds it.
ABSENT = ("BitLength.java", "MapSort.java", "MapSortTest.java", "MapSortTest")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def code(page: Path) -> list[str]:
    """Return the strings in backticks in the prose of a page."""
    prose = re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8"))
    return [" ".join(text.split()) for text in re.findall(r"`([^`]+)`", prose)]


def test_there_are_modules() -> None:
    assert {name(folder) for folder in MODULES} == {
        f"jvm/{folder.name}" for folder in (ROOT / "jvm").iterdir() if folder.is_dir()
    }


@pytest.mark.parametrize("page", READMES, ids=name)
def test_a_module_has_a_page_of_one_screen(page: Path) -> None:
    text = page.read_text("utf-8")
    headings = re.findall(r"(?m)^## (.+)$", text)
    assert [heading for heading in headings if heading != OPTIONAL] == HEADINGS
    assert len(text.splitlines()) <= LONGEST
    prose = [line for line in text.splitlines() if not line.startswith("|")]
    assert max(map(len, prose)) <= 120


@pytest.mark.parametrize("page", READMES, ids=name)
def test_its_links_have_targets(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [*READMES, *PAGES], ids=name)
def test_its_files_exist(page: Path) -> None:
    named = [text for text in code(page) if re.fullmatch(r"[\w.*-]+(/[\w.*-]+)+/?", text)]
    named += [text for text in code(page) if re.fullmatch(rf"[\w-]+\.({TYPES})", text)]
    for path in named:
        exists = path in FILES or any(
            True for root in (ROOT, page.parent) for _ in root.glob(path.rstrip("/"))
        )
        assert exists or path.endswith(ABSENT), path


@pytest.mark.parametrize("page", [*READMES, *PAGES], ids=name)
def test_its_commands_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"(?m)^#: make (\S+)", makefile))
    assert set(re.findall(r"\bmake ([a-z-]+)(?=[ `\n])", text)) <= targets
    projects = set(re.findall(r"(?m)^lazy val (\w+) = \(project", BUILD))
    assert set(re.findall(r'ARGS="(\w+)/', text)) <= projects
    suites = {file.stem for file in (ROOT / "jvm").glob("**/src/test/**/*.*")}
    named = set(re.findall(r"\b([A-Z]\w+(?:Suite|Test))\b", text))
    assert named - suites <= {*ABSENT}


@pytest.mark.parametrize("page", OF_MODULES, ids=name)
def test_its_packages_are_those_of_its_sources(page: Path) -> None:
    text = page.read_text("utf-8")
    (table,) = re.findall(r"(?ms)^## Packages\n(.*?)^## ", text)
    base = "".join(re.findall(r"All below `([\w.]+)`", table))
    rows = re.findall(r"(?m)^\| `([\w.]+)` \| (.*) \|$", table)
    listed = {p if p.startswith(base) else f"{base}.{p}" for p, _ in rows}
    generated = {p for p, contents in rows if contents.startswith("generated")}
    module = page.parent if page.parent != COMPILER else ROOT / "jvm" / "src"
    sources = [f for f in module.glob("**/main/**/*.*") if f.suffix in (".java", ".scala")]
    clauses = (re.findall(r"(?m)^package ([\w.]+)", file.read_text("utf-8")) for file in sources)
    existing = {".".join(parts) for parts in clauses if parts}
    assert listed - generated <= existing | {p.rpartition(".")[0] for p in existing}
    if module == page.parent:
        assert {p for p in existing if not p.startswith(tuple(f"{q}." for q in listed))} <= listed


@pytest.mark.parametrize("page", OF_PYTHON, ids=name)
def test_its_folders_are_those_beside_it(page: Path) -> None:
    (table,) = re.findall(r"(?ms)^## Packages\n(.*?)^## ", page.read_text("utf-8"))
    listed = set(re.findall(r"`([\w./]+)`(?=[^|]*\|.*\|$)", table, re.MULTILINE))
    top = page.parent / "rapids_udfs" if page.parent.name == "python" else page.parent
    folders = {d.name for d in top.iterdir() if d.is_dir() and not d.name.startswith(("_", "."))}
    assert folders - {"jars"} <= listed
    assert [each for each in listed if not (top / each).exists()] == []


PLACES = [
    pytest.param(page, file, identifiers, id=f"{page.stem}: {file}")
    for page in PAGES
    for file, identifiers in re.findall(
        r"(?m)^\| `([^`]+/[^`]+|[A-Za-z.]+\.(?:sbt|md|toml))` \| ([^|]+) \|",
        page.read_text("utf-8"),
    )
]


@pytest.mark.parametrize(("page", "file", "identifiers"), PLACES)
def test_a_place_exists(page: Path, file: str, identifiers: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    named = re.findall(r"`([^`]+)`", identifiers)
    assert named
    assert [identifier for identifier in named if identifier not in text] == []


def test_every_page_names_places() -> None:
    pages = [str(place.id).partition(":")[0] for place in PLACES]
    counts = {page.stem: pages.count(page.stem) for page in PAGES[2:]}
    assert min(counts.values()) > 10, counts


def test_lines_to_insert_belong_to_one_place_each() -> None:
    """A page that a formatter changed fails here, not only when it is followed."""
    every = [step for page in PAGES for step in steps(page) if step.inserted]
    texts = [(step, (ROOT / step.file).read_text("utf-8")) for step in every]
    assert len(texts) >= 2
    assert all(len(inserted(step, text)) > len(text) for step, text in texts)
