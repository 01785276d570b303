# SPDX-License-Identifier: Apache-2.0

"""Mutation tests: count the small mistakes in the JVM's classes that the tests notice.

PIT creates the mutants, with its default mutators and filters. If a package has JVM tests, PIT
also runs these. What is left, and the mutants of the other packages, goes to pytest, which runs the
tests that execute a mutant's line until one fails.

    make mutants ARGS="functions.text builtins"        these packages
    make mutants ARGS="python --sample 100"            some mutants, always the same ones
    make mutants ARGS="builtins --class UnBase64"      one class
    make mutants ARGS="--changed main"                 the classes that have changed since a commit
    make mutants ARGS="builtins --update"              also the table in docs/mutation-tests.md
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from devtools import matrix
from devtools.jdk import jdk
from devtools.mutant_groups import GROUPS, PACKAGES, SOURCES, Group
from devtools.paths import PYTHON, ROOT
from devtools.process import DevError, environment
from devtools.programs import sbt

WORK = ROOT / "target/mutants"
CLASSES = ROOT / "target/scala-2.13/classes"
PACKAGE = "io.github.rapidsudfs"
JAR = ROOT / "jvm/mutants/target/mutants.jar"
PAGE = ROOT / "docs/mutation-tests.md"
EQUIVALENT = ROOT / "tests/harness/equivalent_mutants.tsv"
"""Mutants that no test can notice: class, method, descriptor, index, mutator, and the reason."""
AGAIN = 97
"""The exit status by which pytest leaves the rest of a job to a new process."""


_ALIVE = ("survived", "no coverage", "not covered")
_NOT_RUN = "not run"
"""The status of a mutant for which not all tests have had time."""


class Limits(NamedTuple):
    """What a run may take."""

    sample: int
    """About the number of mutants of a group; 0 for all."""
    most: int
    """The number of pytest's tests that run on a mutant."""
    until: float | None
    """The end of the time, by the monotonic clock."""

    def seconds_left(self) -> float | None:
        return None if self.until is None else max(1.0, self.until - time.monotonic())


Found = dict[str, dict[str, str]]
"""The status of every mutant, by package."""


def by_suites(
    suites: Sequence[str], classes: Mapping[str, Sequence[str]], seconds: float | None
) -> Found:
    """Run JVM tests on all mutants of packages' classes; return the status of every mutant."""
    out = WORK / "suites"
    emulator = ROOT / "jvm/cudf-emulator/target/rapids-udfs-emulator.jar"
    options = (JAR.parent / "java-options").read_text(encoding="utf-8").splitlines()
    options += ["-Xmx2g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", f"-javaagent:{emulator}"]
    _java(
        *("-cp", (JAR.parent / "class-path").read_text(encoding="utf-8")),
        "org.pitest.mutationtest.commandline.MutationCoverageReport",
        *("--reportDir", out, "--sourceDirs", ROOT / "jvm/src/main/java"),
        *("--outputFormats", "XML", "--timestampedReports=false", "--threads", "2"),
        *("--targetClasses", ",".join(name for names in classes.values() for name in names)),
        *("--targetTests", ",".join(f"{PACKAGE}.{suite}" for suite in suites)),
        # A busy machine is slow; a mutant that hangs is rare.
        *("--timeoutConst", "15000"),
        # Tests that need sbt fail here even without a mutant.
        *("--skipFailingTests", "true", f"--jvmArgs={','.join(options)}"),
        seconds=seconds,
    )
    status = dict(map(_of_pit, ElementTree.parse(out / "mutations.xml").getroot()))
    return {
        package: {each: of for each, of in status.items() if each.split("\t")[0] in names}
        for package, names in classes.items()
    }


def _of_pit(mutation: ElementTree.Element) -> tuple[str, str]:
    def text(tag: str) -> str:
        return mutation.findtext(tag) or ""

    fields = (
        *(text("mutatedClass"), text("mutatedMethod"), text("methodDescription")),
        *(text("indexes/index"), text("mutator").rsplit(".", 1)[1]),
        *(text("lineNumber"), text("description")),
    )
    return "\t".join(fields), mutation.get("status", "").lower().replace("_", " ")


def _java(*arguments: str | Path, seconds: float | None = None) -> str:
    done = subprocess.run(
        [jdk().executable, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=seconds,
    )
    if done.returncode:
        print(done.stdout)
        raise DevError(f"java ended with {done.returncode} (see above)")
    return done.stdout


def listed(classes: Sequence[str]) -> list[str]:
    """Return all mutants of classes."""
    main = f"{PACKAGE}.mutants.Mutants"
    # PIT computes frames, for which it reads the classes that a mutant's class uses.
    class_path = (JAR.parent / "class-path").read_text(encoding="utf-8")
    return _java("-cp", f"{JAR}:{class_path}", main, CLASSES, *classes).splitlines()


def by_pytest(
    name: str,
    packages: Sequence[str],
    files: Sequence[str],
    mutants: Sequence[str],
    limits: Limits,
) -> dict[str, str]:
    """Run pytest's tests on mutants of packages; return the status of every mutant."""
    folder = WORK / name
    # Results of an earlier run do not count: classes and tests may have changed.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    done = folder / "done.jsonl"
    job = {
        "packages": ",".join(f"{PACKAGE}.{package}" for package in packages),
        "mutants": mutants,
        "most": limits.most,
        "covered": str(folder / "covered.json"),
        "done": str(done),
        "again": AGAIN,
    }
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    variables = {
        "JAVA_HOME": str(jdk().home),
        "JAVA_TOOL_OPTIONS": f"-javaagent:{JAR}={CLASSES}",
        "PYSPARK_PYTHON": str(PYTHON),
        "PYTHONPATH": f"{ROOT / 'python'}:{ROOT / 'tests'}",
    }
    env = environment(variables)
    plugin = ("-p", "harness.mutants", "--mutants", folder / "job.json")
    command: list[str | Path] = [PYTHON, "-m", "pytest", "-q", *plugin, *files]
    done.touch()
    ended = AGAIN
    try:
        while ended == AGAIN:
            ended = subprocess.run(
                command, cwd=ROOT, env=env, check=False, timeout=limits.seconds_left()
            ).returncode
            if ended == AGAIN:
                print("a mutant hung or left something behind: a new session continues", flush=True)
    except subprocess.TimeoutExpired:
        print("no more time: the other mutants do not count", flush=True)
    records = [json.loads(line) for line in done.read_text(encoding="utf-8").splitlines()]
    if ended not in (0, AGAIN):
        # A mutant can end the JVM; tests that cannot even start are an error.
        if not records:
            raise DevError(f"pytest ended with {ended} before the first mutant (see above)")
        print(f"pytest ended with {ended}: the other mutants do not count", flush=True)
    return {each["mutant"]: each["status"] for each in records}


def classes_of(package: str, named: str, since: str) -> list[str]:
    """Return a package's classes: all, one by its simple name, or those that changed."""
    folder = CLASSES / PACKAGE.replace(".", "/") / package.replace(".", "/")
    files = sorted(folder.glob("*.class"))
    tops = sorted({file.stem.partition("$")[0] for file in files})
    if named:
        tops = [name for name in tops if name == named]
    if since:
        command = ["git", "diff", "--name-only", since, "--", str(SOURCES)]
        changed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        tops = [
            name for name in tops if f"{package.replace('.', '/')}/{name}.java" in changed.stdout
        ]
    return [
        f"{PACKAGE}.{package}.{file.stem}" for file in files if file.stem.partition("$")[0] in tops
    ]


def measure(group: Group, classes: Mapping[str, Sequence[str]], limits: Limits) -> Found:
    """Return the status of every mutant of packages' classes for which there was time."""
    sample = limits.sample
    if group.suites:
        chosen = sampled(classes, sample) if sample else classes
        if not chosen:
            return {}
        try:
            found = by_suites(group.suites, chosen, limits.seconds_left())
        except subprocess.TimeoutExpired:
            print(f"no time for the JVM tests of {', '.join(chosen)}", flush=True)
            return {}
    else:
        found = {}
        for name, of in classes.items():
            mutants = listed(of)
            some = random.Random(0).sample(mutants, min(sample or len(mutants), len(mutants)))
            found[name] = dict.fromkeys(sorted(some), _NOT_RUN)
    left = [e for status in found.values() for e, of in status.items() if of in (*_ALIVE, _NOT_RUN)]
    for at, files in enumerate(group.sessions):
        if left:
            name = f"{group.packages[0]}-{at}"
            by_tests = by_pytest(name, tuple(found), files, left, limits)
            # A mutant counts only if all tests have had time for it.
            for status in found.values():
                status.update({e: by_tests.get(e, _NOT_RUN) for e in left if e in status})
            left = [e for status in found.values() for e in alive(status)]
    return {
        name: {each: of for each, of in status.items() if of != _NOT_RUN}
        for name, status in found.items()
    }


def sampled(classes: Mapping[str, Sequence[str]], sample: int) -> dict[str, list[str]]:
    """Return random classes that have so many mutants: at least one class, unless none has any."""
    of = {each: name for name, names in classes.items() for each in names}
    chosen: dict[str, list[str]] = {}
    mutants = Counter(mutant.partition("\t")[0] for mutant in listed(sorted(of)))
    for each in random.Random(0).sample(sorted(mutants), len(mutants)):
        if chosen and mutants[each] > sample:
            continue
        sample -= mutants[each]
        chosen.setdefault(of[each], []).append(each)
    return chosen


def alive(status: dict[str, str]) -> list[str]:
    """Return the mutants that no test noticed."""
    return [each for each, of in status.items() if of in _ALIVE]


def equivalent() -> set[tuple[str, ...]]:
    """Return the reviewed mutants that behave like the class itself."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {tuple(line.split("\t")[:5]) for line in lines if line and not line.startswith("#")}


def row(package: str, status: dict[str, str]) -> str:
    """Return a package's row of the table."""
    known, living = equivalent(), alive(status)
    same = [each for each in living if tuple(each.split("\t")[:5]) in known]
    left, total = len(living) - len(same), len(status) - len(same)
    score = f"{100 * (total - left) / total:.0f} %" if total else ""
    return f"| `{package}` | {len(status)} | {len(same)} | {left} | {score} |"


def update(rows: dict[str, str]) -> None:
    """Put rows into the page's table, in place of the packages' older rows."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("|---")) + 1
    last = next(at for at in range(first, len(lines)) if not lines[at].startswith("|"))
    known = {line.split("`")[1]: line for line in lines[first:last]} | rows
    lines[first:last] = [known[name] for name in PACKAGES if name in known]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def before_today() -> str | None:
    """Return the last commit that is older than a day; None without a history."""
    command = ["git", "log", "-1", "--format=%H", "--before=1 day ago"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() or None


def main() -> int:
    """Run the mutants of packages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(PACKAGES)}; all if none")
    parser.add_argument("--class", dest="named", default="", help="only mutants of this class")
    parser.add_argument("--changed", default="", metavar="COMMIT", help="only changed classes")
    parser.add_argument("--sample", type=int, default=0, help="about the number of mutants")
    parser.add_argument("--most", type=int, default=25, help="maximum of pytest's tests per mutant")
    parser.add_argument("--minutes", type=float, help="count what can be run in this time")
    parser.add_argument("--update", action="store_true", help="also update the documentation")
    parser.add_argument("--tonight", action="store_true", help="a sample of the day's changes")
    asked = parser.parse_args()
    if asked.tonight:
        since = before_today()
        if since is None:
            print("git has no commit that is older than a day: there is nothing to compare with")
            return 0
        asked.packages = GROUPS[datetime.date.today().toordinal() % len(GROUPS)].packages
        asked.changed, asked.sample, asked.minutes = since, 50, 15
    wanted = [
        name
        for name in PACKAGES
        if not asked.packages
        or name in asked.packages
        or name.partition(".")[0] in {*asked.packages} - {*PACKAGES}
    ]
    if not wanted:
        parser.error(f"no such package; there are: {', '.join(PACKAGES)}")
    sbt(matrix.load().main, "mutants/stageClassPath")
    classes = {name: classes_of(name, asked.named, asked.changed) for name in wanted}
    until = None if asked.minutes is None else time.monotonic() + 60 * asked.minutes
    limits = Limits(asked.sample, asked.most, until)
    rows: dict[str, str] = {}
    for group in GROUPS:
        of_group = {name: classes[name] for name in group.packages if classes.get(name)}
        found = measure(group, of_group, limits) if of_group else {}
        counted = {name: status for name, status in found.items() if status}
        for name, status in counted.items():
            for each in alive(status):
                print(f"alive\t{each}")
            rows[name] = row(name, status)
            print(rows[name], flush=True)
        # The next group may take hours, or fail.
        if asked.update and counted:
            update(rows)
    if asked.named and not rows:
        raise DevError(f"no mutants of a class {asked.named} in {', '.join(wanted)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
