# SPDX-License-Identifier: Apache-2.0

"""Runs the stages of ``make check``, ``test``, ``test-all``, ``nightly`` or ``everything``.

A stage is a session of nox. ``MINUTES`` in the environment is the time after which ``everything``
begins no more stages of ``nightly``, whose order differs from day to day.
"""

from __future__ import annotations

import datetime
import math
import os
import random
import sys

from nox import registry

from devtools.paths import ROOT
from devtools.process import say
from devtools.suite import Stage, choose, run, selected

TAGS = ("check", "test", "test-all", "nightly")
EVERYTHING = "everything"


def main(tag: str, *wanted: str) -> int:
    """Run the stages of a tier whose names begin with a word of ``wanted``; all if it is empty.

    A word that begins no stage's name in the tier selects stages of the other tiers.
    """
    if tag not in (*TAGS, EVERYTHING):
        tiers = ", ".join((*TAGS, EVERYTHING))
        say(f"error: name one of {tiers}, and the stages if not all: suite.py test jvm")
        return 2
    try:
        minutes = _minutes(os.environ.get("MINUTES", "")) if tag == EVERYTHING else math.inf
    except ValueError as e:
        say(f"error: {e}")
        return 2
    sys.path.insert(0, str(ROOT))
    import noxfile  # noqa: F401 (this registers its sessions)

    sessions = {n: f for n, f in registry.get().items() if {*TAGS} & set(f.tags)}
    at_night = {n for n, f in sessions.items() if "test-all" not in f.tags and "nightly" in f.tags}
    every = [
        Stage(name, tuple(f.requires), "sbt" if "sbt" in f.tags else "", name in at_night)
        for name, f in sessions.items()
    ]
    # Stages that cannot run concurrently start first: they are the longest chain.
    every.sort(key=lambda stage: not stage.uses)
    tags = {tag}
    if tag == EVERYTHING:
        tags = {"test-all", "nightly"}
        night = [stage for stage in every if stage.can_wait]
        today = random.Random(datetime.date.today().toordinal())
        every = [s for s in every if not s.can_wait] + today.sample(night, len(night))
    tier = [name for name, f in sessions.items() if tags & set(f.tags)]
    chosen = choose(every, selected(tier, wanted))
    if not chosen:
        say(f"error: no such stage; there are: {', '.join(s.name for s in every)}")
        return 2
    # They name stages here, and have another meaning in some sessions.
    os.environ.pop("ARGS", None)
    command = [sys.executable, "-m", "nox", "--no-dependencies", "--non-interactive"]
    return run(chosen, command, minutes)


def _minutes(text: str) -> float:
    """Return the minutes; a ValueError reports a string that is not a number of them."""
    try:
        minutes = float(text or "inf")
    except ValueError:
        minutes = math.nan
    if not minutes >= 0:
        raise ValueError(f"MINUTES is a number of at least 0, not {text!r}")
    return minutes


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
