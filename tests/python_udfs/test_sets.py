# SPDX-License-Identifier: Apache-2.0

"""Loops over sets: compiled if every order gives the same result."""

from __future__ import annotations

import pytest

from harness.session import COMPILED_TRANSPORTS
from rapids_udfs.testing import assert_same_as_python

KEYWORDS = {"error", "fail", "fatal", "überlauf"}
TOPICS = {"fruit": {"apple", "pear"}, "tool": {"saw", "axe"}, "none": set(), "one": {"x"}}
LISTS = {"fruit": ["apple", "pear"], "tool": ("saw", "axe"), "both": {"nut", "bolt"}}


def any_of(s):
    return any(k in s.lower() for k in KEYWORDS)


def all_of(s):
    return all(len(k) > len(s) for k in KEYWORDS if k[0] != "f")


def null_is_caught(s):
    try:
        return any(k in s for k in KEYWORDS)
    except TypeError as e:
        return str(e) != ""


def topic(s):
    for name, words in TOPICS.items():
        if any(w in s for w in words):
            return name
    return None


def topic_of_lists(s):
    for name, words in LISTS.items():
        for w in words:
            if w in s:
                return name
    return "-"


def in_all_topics(s):
    return str([any(w in s for words in TOPICS.values() for w in words), all(t for t in TOPICS)])


def nested_sets(s):
    groups = {frozenset(w) for w in s.split()}
    return any(c in "aeiou" for g in groups for c in g) and all(c != "x" for g in groups for c in g)


def searched(s):
    for k in KEYWORDS:  # noqa: SIM110
        if k in s:
            return True
    return False


def broken_off(s):
    found = "no"
    for c in set(s):
        if c.isdigit():
            found = "yes"
            break
    else:
        found = "end"
    return found


def counted(s):
    n = 0
    for c in set(s):
        if c.isdigit():
            n -= int(c)
        elif ord(c) > 127:
            n += 2
        else:
            continue
    return str(n)


def raised(s):
    for c in set(s):
        if c not in "abcdefghijklmnopqrstuvwxyz ":
            raise ValueError("not a letter")
    return True


def numbers(s):
    lengths = {len(w) for w in s.split()}
    return str(
        (
            sum(n * n for n in lengths),
            sorted(lengths | {7}),
            sorted(list({w.lower() for w in s.split()}), reverse=True),  # noqa: C414
            len(list(set(s))),
            len([c for c in set(s) if c.isalpha()]),
            min((w[:2] for w in set(s.split())), default="-"),
            max([len(w) % 3 for w in set(s.split())], default=None),
            sorted(c.upper() for c in frozenset(s)),
            {c.upper() for c in set(s)} == set(s.upper()),
            any([c == "a" for c in set(s)]),  # noqa: C419
            sum(list(lengths)),
        )
    )


SAME = [any_of, all_of, null_is_caught, topic, topic_of_lists, in_all_topics, nested_sets]
SAME += [searched, broken_off, counted, raised, numbers]
TEXTS = [
    "",
    "a",
    "Fatal error",
    "apple axe",
    "nut",
    "x",
    "überlauf!",
    "a1b2 c3",
    "abc def abc",
    "ÄÖ é",
    " ",
]
TEXTS += ["aa bb", "zz yy zz", "111", "the saw and the pear"]
RETURNS = dict.fromkeys([any_of, all_of, null_is_caught, nested_sets, searched, raised], "boolean")


@pytest.mark.parametrize("transport", COMPILED_TRANSPORTS)
@pytest.mark.parametrize("function", SAME, ids=lambda f: f.__name__)
def test_same_as_python(spark, function, transport):
    texts = [t for t in TEXTS if function is not raised or not any(c.isdigit() for c in t)]
    if function in (null_is_caught,):
        texts += [None]
    if function is raised:
        texts = ["", "a", "abc def", "zz"]
    report = assert_same_as_python(
        *(function, ["string"], RETURNS.get(function, "string")),
        spark=spark,
        rows=[(text,) for text in texts],
        transport=transport,
    )
    assert report.rows >= len(texts)
