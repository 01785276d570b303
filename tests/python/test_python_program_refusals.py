# SPDX-License-Identifier: Apache-2.0

"""Functions as programs: scopes, and what is refused."""

from __future__ import annotations

import datetime
import decimal
import math
from typing import Any, NamedTuple

import pytest

from harness.programs import names, nodes, why
from rapids_udfs.python_udfs import Refusal, program_of

# What is tested is often what nobody should write.
# ruff: noqa: C416, F821

TABLE = {"a": 1, 2: [1.5, None, True]}
SEEN: list[int] = []
WORDS = ["a"]
DAY = datetime.date(2024, 2, 29)
PRICE = decimal.Decimal("1.50")


class Config:
    LIMIT = 3

    @staticmethod
    def clean(x):
        return x


class TestScopes:
    def test_targets_of_comprehensions(self) -> None:
        def f(x):
            a = [x for x in x if x]
            b = [y for y in a] + [y for y in b"1"]
            return a, b, x

        statements = program_of(f)["functions"][0]["body"]
        [generator] = statements[0]["value"]["generators"]
        assert generator["iter"]["id"] == "x"
        assert generator["target"]["id"] == generator["ifs"][0]["id"] == "x_2"
        targets = [n["target"]["id"] for n in generators_of(statements[1])]
        assert targets == ["y", "y_2"]

    def test_walrus(self) -> None:
        def f(x):
            return [y := v for v in x], y

        assert names(f, "Local") == {"x", "y", "v"}

    def test_shadowed_builtin(self) -> None:
        def f(len):
            return len

        assert names(f, "Builtin") == set()

    def test_reading_a_global(self) -> None:
        def f(x):
            global PRICE
            return DAY

        assert program_of(f)["functions"][0]["body"][0]["value"]["t"] == "Constant"

    def test_used_above(self) -> None:
        def f(x):
            y = g(x)

            def g(a):
                return a

            return y

        assert why(f) == "g used above its definition"

        def f(x):
            def g(a):
                return h(a)

            y = g(x)

            def h(a):
                return a

            return y

        assert why(f) == "h used above its definition"


def generators_of(program: Any) -> list[Any]:
    generators = []
    for node in nodes(program):
        generators += node.get("generators", [])
    return generators


def generator(x):
    yield x


async def coroutine(x):
    return x


def changes_global(x):
    global SEEN
    SEEN = [x]


def grows(x):
    WORDS.append(x)
    return len(WORDS)


def stores(x):
    TABLE[x] = 1
    return x


def mutated():
    count = 0

    def f(x):
        nonlocal count
        count += x
        return count

    return f


def matches(x):
    match x:
        case Config(a=1):
            return x


def grows_by_default(x, acc=[]):  # noqa: B006
    acc.append(x)
    return acc


def grows_by_another_name(x):
    words = WORDS
    words.append(x)
    return x


class Counted(NamedTuple):
    x: int

    def twice(self):
        return self.x * 2


class Hiding(NamedTuple):
    count: int


def stores_in_a_loop(x):
    return [0 for TABLE["a"] in x]


def multiplies(x):
    x @= x
    return x


def two_definitions(x):
    if x:

        def g(a):
            return a
    else:

        def g(a):
            return -a

    return g(x)


class TestRefused:
    @pytest.mark.parametrize(
        ("function", "reason"),
        [
            (generator, "a generator function (yield)"),
            (coroutine, "an async function"),
            (changes_global, "global statement: SEEN is assigned"),
            (grows, "WORDS.append() changes what all rows share"),
            (stores, "a change of TABLE, which all rows share"),
            (stores_in_a_loop, "a change of TABLE, which all rows share"),
            (multiplies, "the operator @"),
            (mutated(), "nonlocal statement"),
            (matches, "attributes in a pattern of a class"),
            (grows_by_default, "acc.append() changes what all rows share"),
            (grows_by_another_name, "words.append() changes what all rows share"),
            (two_definitions, "the function g defined twice, in a loop or under a condition"),
            (lambda x: dict(**x), "** in a call"),
            (lambda x: Counted(x), "the class Counted, which has methods of its own"),
            (lambda x: Hiding(x), "the field count of Hiding"),
            (lambda x: (y for y in x), "generator that escapes"),
            (lambda x: x @ x, "the operator @"),
            (lambda x: x.__class__, "the attribute __class__"),
            (lambda x: __name__, "the name __name__"),
            (lambda x: nowhere(x), "name 'nowhere' is not defined"),
            (lambda x: Config(), "the class Config"),
            (lambda x: Config, "the class Config"),
            (lambda x: math, "the module math as a value"),
            (lambda x: math.nothing, "math has no nothing"),
            (lambda x: pytest.raises, "its file does not"),
        ],
    )
    def test_reason(self, function, reason: str) -> None:
        if reason.startswith("its file"):
            assert why(function)
        else:
            assert why(function) == reason

    def test_place(self) -> None:
        with pytest.raises(Refusal) as e:
            program_of(multiplies)
        assert e.value.line == multiplies.__code__.co_firstlineno + 1

    def test_generators_that_do_not_escape(self) -> None:
        program_of(lambda x: (sum(y for y in x), 1 in (y for y in x), [*(y for y in x)]))
