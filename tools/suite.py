# SPDX-License-Identifier: Apache-2.0

"""Runs the stages of ``make check``, ``test``, ``test-all`` or ``nightly``, nox's sessions."""

from __future__ import annotations

import sys

from nox import registry

from devtools.paths import ROOT
from devtools.process import say
from devtools.suite import Stage, choose, run, selected

TAGS = ("check", "test", "test-all", "nightly")


def main(tag: str, *wanted: str) -> int:
    """Run the stages of a tier whose names begin with a word of ``wanted``; all if it is empty.

    A word that begins no stage's name in the tier selects stages of the other tiers.
    """
    if tag not in TAGS:
        say(f"error: name one of {', '.join(TAGS)}, and the stages if not all: suite.py test jvm")
        return 2
    sys.path.insert(0, str(ROOT))
    import noxfile  # noqa: F401 (this registers its sessions)

    sessions = {n: f for n, f in registry.get().items() if {*TAGS} & set(f.tags)}
    every = [
        Stage(name, tuple(f.requires), "sbt" if "sbt" in f.tags else "")
        for name, f in sessions.items()
    ]
    # Stages that cannot run concurrently start first: they are the longest chain.
    every.sort(key=lambda stage: not stage.uses)
    tier = [name for name, f in sessions.items() if tag in f.tags]
    chosen = choose(every, selected(tier, wanted))
    if not chosen:
        say(f"error: no such stage; there are: {', '.join(s.name for s in every)}")
        return 2
    return run(chosen, [sys.executable, "-m", "nox", "--no-dependencies", "--non-interactive"])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
