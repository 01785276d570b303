# SPDX-License-Identifier: Apache-2.0

"""The nox sessions behind the Makefile's targets, in environments that uv creates.

The tags ``check``, ``test``, ``test-all`` and ``nightly`` make a session a stage of that target.
Stages of ``check`` start no JVM; stages of ``nightly`` need not block a change. Sessions with the
tag ``sbt`` cannot run concurrently and start first. The others start in the order of this file:
sessions that others wait for, then the longest.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from pathlib import Path

import nox

sys.path.insert(0, str(Path(__file__).parent / "tools"))

from devtools import (
    class_archive,
    dist,
    jars,
    jvm_docs,
    matrix,
    publish,
    release,
    stages,
    table_formats,
    wheel,
)
from devtools.jdk import jdk
from devtools.links.check import check as check_links
from devtools.paths import DIST, PYTHON, PYTHON_SOURCES, ROOT
from devtools.process import DevError, say
from devtools.programs import args, jvm_tests, pyspark, pytest, sbt, tool, use_assembled_spark
from devtools.sessions import configure_uv, interpreter, pythons, session
from devtools.suite import REPORTS
from rapids_udfs.catalogue.function_info import function_info

nox.options.default_venv_backend = "uv"
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = False
configure_uv()

LINES = matrix.load().lines
MAIN = matrix.load().main
BESIDE = ("bodies", "mutants")
"""The JVM modules that are not part of sbt's aggregate."""
TESTED_EXTRAS = (
    *("demo", "arrays", "inference", "kubernetes", "notebooks", "numba", "recipes", "reference"),
)
"""The package's extras that tests need, on every line on which all of them run."""
UV = str(Path(sys.executable).with_name("uv"))


@session("dev")
def dev(s: nox.Session) -> None:
    """The development environment, .venv: the package (editable), its extras, the main PySpark."""
    this = f"{sys.version_info[0]}.{sys.version_info[1]}"
    wanted = sys.executable if this in MAIN.python else pythons(MAIN)
    if not PYTHON.exists():
        s.run(UV, "venv", "--python", wanted, PYTHON.parents[1], external=True)
    extras = ",".join(("dev", *TESTED_EXTRAS))
    spark = [*pyspark(MAIN.main, "[connect]"), *MAIN.pip]
    install = [UV, "pip", "install", "--python", str(PYTHON)]
    s.run(*install, "-e", f"{ROOT}[{extras}]", *spark, external=True)


@session("setup")
def setup(s: nox.Session) -> None:
    """Install everything that building and testing need, and build nothing."""
    jdk()
    jars.plugin_jar()


@session("demo")
def demo(s: nox.Session) -> None:
    """Build what is missing and run the demonstration."""
    jars.ensure_staged([MAIN])
    tool(s, "rapids-udfs", "demo", *args(s))


def benchmark(which: tuple[str, ...], s: nox.Session) -> None:
    """Run a benchmark: ARGS=rows, growth, bodies, emulator, python-udfs or python."""
    jars.ensure_staged([MAIN])
    if "bodies" in (*which, *args(s)):
        sbt(MAIN, "bodies/stageClassPath")
    tool(s, "python", "benchmarks/benchmark.py", *which, *args(s))


for suite in ((), ("emulator",), ("python",)):
    session("-".join(("bench", *suite)))(partial(benchmark, suite))


@session("sbt")
def shell(s: nox.Session) -> None:
    """Run sbt: ARGS='testOnly *Suite', LINE=spark-3.5_2.13; its shell without ARGS."""
    named = os.environ.get("LINE") or MAIN.name
    line = next((line for line in LINES if line.name == named), None)
    if line is None:
        raise DevError(f"no line {named}; there are: {', '.join(line.name for line in LINES)}")
    # One command with its blanks; semicolons separate several.
    sbt(line, *filter(None, [" ".join(s.posargs) or os.environ.get("ARGS", "")]))


@session("wheel")
def build_wheel(s: nox.Session) -> None:
    """Build the wheel and the source distribution into dist/."""
    for made in wheel.build():
        say(f"built {made.relative_to(ROOT)}")


@session("fmt")
def fmt(s: nox.Session) -> None:
    """Format all sources, and fix what ruff can fix."""
    tool(s, "ruff", "check", "--fix-only", "--quiet")
    tool(s, "ruff", "format")
    sbt(MAIN, "scalafmtAll", "scalafmtSbt", "javafmtAll", *(f"{m}/javafmtAll" for m in BESIDE))


def stage_jars(lines: tuple[matrix.Line, ...], s: nox.Session) -> None:
    """Build the jars into the Python package."""
    jars.ensure_staged(lines)


for each in LINES:
    on = ("test", "test-all") if each == MAIN else ("test-all",)
    session(f"jars-{each.name}", *on, "sbt")(partial(stage_jars, (each,)))
session("jars")(partial(stage_jars, LINES))
JARS = {line.name: (f"jars-{line.name}",) for line in LINES}
ALL_JARS = tuple(name for names in JARS.values() for name in names)


@session("class-archive", "test", "test-all")
def archive_classes(s: nox.Session) -> None:
    """Archive the main Spark's classes for the tests' JVMs, while the jars are built."""
    class_archive.make(PYTHON, MAIN.main)


@session("lint-python", "check", "test", "test-all")
def lint_python(s: nox.Session) -> None:
    """Check Python's style, format and types, and the licence of every file."""
    tool(s, "ruff", "check")
    tool(s, "ruff", "format", "--check")
    tool(s, "mypy")
    tool(s, "lint-imports")
    tool(s, "reuse", "lint", "--lines")


def links(line: matrix.Line, pyspark: bool, s: nox.Session) -> None:
    """Resolve the references of a line's jars in the jars of every Spark version and the plugin."""
    check_links(line, REPORTS / s.name / "links.json", pyspark=pyspark)


for each in LINES:
    on = ("test", "test-all") if each == MAIN else ("test-all",)
    after = JARS[each.name]
    session(f"links-{each.name}", *on, after=after)(partial(links, each, False))
    # Versions that the Maven repository lacks: half a gigabyte per version.
    session(f"links-pyspark-{each.name}", "nightly", after=after)(partial(links, each, True))


def generators(s: nox.Session, *options: str) -> None:
    """Run tools/generate_*.py, versions first, because the others use them."""
    scripts = sorted(ROOT.glob("tools/generate_*.py"), key=lambda f: (f.stem[9:] != "versions", f))
    jars.ensure_staged([MAIN])
    for script in scripts:
        tool(s, "python", script, *options)


@session("generate")
def generate(s: nox.Session) -> None:
    """Update the generated files."""
    generators(s)


@session("bump")
def bump(s: nox.Session) -> None:
    """Make VERSION the current version, and update the generated files."""
    release.bump(os.environ.get("VERSION", ""))
    generators(s)


@session("new-function")
def new_function(s: nox.Session) -> None:
    """Write the skeleton of a function: NAME, CATEGORY and TYPES."""
    words = [os.environ.get(name, "") for name in ("NAME", "CATEGORY", "TYPES")]
    tool(s, "python", "tools/new_function.py", *words)


@session("notebooks")
def notebooks(s: nox.Session) -> None:
    """Update the outputs of the notebooks in examples/."""
    jars.ensure_staged([MAIN])
    os.environ["RAPIDS_UDFS_RENEW_NOTEBOOKS"] = "1"
    pytest(s, PYTHON, "tests/processes/test_notebooks.py", sources=None)


@session("builtins")
def builtins(s: nox.Session) -> None:
    """Update the lists of Spark's builtins with the places where they run, and the queries."""
    lists = "tests/acceptance/test_builtin_list.py"
    renewed = [(f"conformance-{MAIN.main}", lists)]
    renewed += [
        (f"acceptance-{stages.of_spark(line)}", lists) for line in LINES if line.is_assembled
    ]
    renewed.append((f"builtins-{MAIN.main}", "tests/builtins/test_builtin_queries.py"))
    env = {"RAPIDS_UDFS_RENEW_BUILTINS": "1"}
    for stage, file in renewed:
        s.run(sys.executable, "-m", "nox", "-s", stage, "--", file, env=env, external=True)
    generators(s)


def test_jvm(line: matrix.Line, s: nox.Session) -> None:
    """Run the JVM tests of a line."""
    jvm_tests(line)


def test_python(line: matrix.Line, version: str, folders: tuple[str, ...], s: nox.Session) -> None:
    """Run Python tests on a version of Spark."""
    arguments = s.posargs or folders
    if (line, version) == (MAIN, MAIN.main):
        pytest(s, PYTHON, *arguments, sources=None)
        return
    extras = [word for extra in ("testing", *TESTED_EXTRAS) for word in ("--extra", extra)]
    s.install("-r", "pyproject.toml", *extras, *pyspark(version, "[connect]"), *line.pip)
    if line.is_assembled:
        use_assembled_spark(Path(s.bin), line)
    pytest(s, Path(s.bin) / "python", *arguments, sources=PYTHON_SOURCES)


for name, folders in stages.WITHOUT_JVM.items():
    words = ("--no-jvm", *folders)
    session(f"no-jvm-{name}", "check")(partial(test_python, MAIN, MAIN.main, words))


@session("test-function")
def test_function(s: nox.Session) -> None:
    """Run the tests of one function, NAME, in rows and in columns."""
    name = os.environ.get("NAME")
    if not name:
        raise DevError("name it: make test-function NAME=slugify")
    jars.ensure_staged([MAIN])
    # A stale catalogue would lack the function.
    function_info(name)
    rows = (
        "tests/conformance",
        "tests/acceptance/test_explain.py",
        "tests/python/test_functions.py",
    )
    columns = ("tests/emulator/test_functions.py", "tests/emulator/test_invalid_utf8.py")
    for folders in (rows, columns):
        pytest(s, PYTHON, "-k", name, *folders, sources=None)


def smoke(line: matrix.Line, version: str, s: nox.Session) -> None:
    """Run the smoke tests on a version of Spark."""
    s.install("pytest>=8", *pyspark(version))
    pytest(s, Path(s.bin) / "python", "tests/smoke", sources=PYTHON_SOURCES)


def test_tables(version: str, s: nox.Session) -> None:
    """Run functions on Delta and Iceberg tables, on the newest Spark that both support."""
    s.install("pytest>=8", *pyspark(version))
    arguments = s.posargs or ("tests/tables",)
    pytest(s, Path(s.bin) / "python", *arguments, sources=PYTHON_SOURCES)


for each in LINES:
    on = ("test", "test-all") if each == MAIN else ("test-all",)
    its_python = False if each == MAIN else pythons(each)
    for kind, words in stages.folders(each).items():
        tags = stages.tiers(each, kind)
        work = partial(test_python, each, each.main, words)
        after = (*JARS[each.name], *(("class-archive",) if each == MAIN else ()))
        session(f"{kind}-{stages.of_spark(each)}", *tags, after=after, python=its_python)(work)
    if each.scala == MAIN.scala:
        session(f"jvm-{each.name}", *on, "sbt")(partial(test_jvm, each))
*_, before = MAIN.newest_of_minors()
for version in MAIN.newest_of_minors():
    for kind, words in stages.IN_COLUMNS.items():
        work = partial(test_python, MAIN, version, words)
        # Columns hardly differ between a line's minor versions.
        session(f"{kind}-{version}", "nightly", after=JARS[MAIN.name], python=pythons(MAIN))(work)


@session("lint-jvm", "test", "test-all", "sbt")
def lint_jvm(s: nox.Session) -> None:
    """Check the format of Scala and Java."""
    beside = (f"{module}/javafmtCheckAll" for module in BESIDE)
    sbt(MAIN, "scalafmtCheckAll", "scalafmtSbtCheck", "javafmtCheckAll", *beside)


@session("check-generated", "test", "test-all", after=JARS[MAIN.name])
def check_generated(s: nox.Session) -> None:
    """Fail if a generated file is stale."""
    generators(s, "--check")


@session("docs-jvm", "sbt")
def write_jvm_docs(s: nox.Session) -> None:
    """Write the JVM class references into target/."""
    jvm_docs.write(MAIN)


# After lint-python, whose licence check would find a half-written site.
@session("docs", "test", "test-all", after=("lint-python",), python=None)
def docs(s: nox.Session) -> None:
    """Build the documentation site into site/, with the JVM class references if they exist."""
    # mkdocs 2 supports neither the theme nor the Markdown extensions. mkdocstrings reads the Python
    # package's docstrings from its sources; ruff wraps the lines of its signatures.
    s.install("mkdocs<2", "mkdocs-material>=9.5", "mkdocstrings[python]>=1", "ruff>=0.8")
    s.run("mkdocs", "build", "--strict")
    jvm_docs.copy(MAIN, ROOT / "site")


@session("guide", "nightly", "sbt", after=JARS[MAIN.name])
def guide(s: nox.Session) -> None:
    """Follow the pages about adding to the project literally, in a copy of the checkout."""
    pytest(s, PYTHON, "tests/guide", sources=None)


@session("mutants", "nightly", "sbt", after=JARS[MAIN.name])
def mutation_tests(s: nox.Session) -> None:
    """Count mistakes that tests miss: in ARGS, else in some classes of the day's commits."""
    tool(s, "python", "tools/mutants.py", *(args(s) or ["--tonight"]))


@session("dist", "test-all", "sbt", after=ALL_JARS)
def build_dist(s: nox.Session) -> None:
    """Build the release into dist/: wheel, sdist, Maven artifacts, SBOM, checksums."""
    for made in dist.build():
        say(f"built {made.relative_to(ROOT)}")


@session("wheel-smoke", "test-all", after=("dist",))
def wheel_smoke(s: nox.Session) -> None:
    """Run the smoke tests against the built wheel, without the checkout's sources."""
    (built,) = DIST.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        # Spark and pytest come from the development environment.
        site = Path(folder) / "site"
        install = [UV, "pip", "install", "--python", str(PYTHON), "--no-deps", "--target"]
        s.run(*install, site, built, external=True)
        pytest(s, PYTHON, "tests/smoke", sources=site)


@session("release", "nightly", after=("dist",))
def check_release(s: nox.Session) -> None:
    """Check the contents of dist/, install them, and use them from Maven and spark-submit."""
    pytest(s, PYTHON, *(s.posargs or ("tests/release",)), sources=None)


@session("publish", "nightly", "sbt", after=("dist",))
def check_publishing(s: nox.Session) -> None:
    """Build an sbt project that depends on the published artifacts, and a new library."""
    with tempfile.TemporaryDirectory() as folder:
        publish.check(MAIN, Path(folder))
        publish.check_new_project(MAIN, Path(folder))


for kind, words, tier in (
    ("workers", (stages.DAEMON,), "test-all"),
    ("compiled", stages.COMPILED, "nightly"),
):
    work = partial(test_python, MAIN, before, words)
    session(f"{kind}-{before}", tier, after=JARS[MAIN.name], python=pythons(MAIN))(work)


def test_compiler(s: nox.Session) -> None:
    """Run the tests of compiled Python UDFs on a version of Python."""
    s.install("-r", "pyproject.toml", "--extra", "testing", *pyspark(MAIN.main, "[sql]"))
    pytest(s, Path(s.bin) / "python", *(s.posargs or stages.OF_PYTHON), sources=PYTHON_SOURCES)


for version in MAIN.python:
    name = f"python-{version}"
    session(name, "nightly", after=JARS[MAIN.name], python=interpreter(version))(test_compiler)

lake, newest = table_formats.spark()
work = partial(test_tables, newest)
session(f"tables-{newest}", "nightly", after=JARS[lake.name], python=pythons(lake))(work)

for each in LINES:
    # The oldest patch and the newest patches: linked with all, jars hardly fail in between.
    in_test_all = {each.spark[-1], *each.newest_of_minors(), *each.without_plugin}
    for version in () if each.is_assembled else (*each.spark, *each.without_plugin):
        if version != each.main:
            tier = "test-all" if version in in_test_all else "nightly"
            work = partial(smoke, each, version)
            session(f"smoke-{version}", tier, after=JARS[each.name], python=pythons(each))(work)
