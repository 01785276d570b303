# SPDX-License-Identifier: Apache-2.0

"""Values of imported modules: workers import them anew, so only what the text says is compiled."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rapids_udfs.python_udfs import Refusal, program_of

VALUES = r"""
import math, os, re, string
from decimal import Decimal

LEVEL = 1
TABLE = {}
WORDS = {"a": 1, "b": [2, 3]}
NUMBER = re.compile(r"\d+")
UPPER = {k.upper(): v for k, v in WORDS.items() if k.strip()}
ZERO: Decimal = Decimal("0")
NEXT = LEVEL + 1
WITHOUT = str.maketrans("", "", string.punctuation)
FIRST, (SECOND, THIRD) = 1, ("2", [3])
HOME = os.environ.get("HOME")
FILLED = {}
for i in range(3):
    FILLED[i] = i
TWICE = 1
TWICE = 2

if __name__ == "__main__":
    TABLE["b"] = LEVEL

def helper(x): return x + 1
def other(x): return x + 100
def same(f):
    def wrapper(x): return f(x)
    return wrapper
@same
def decorated(x): return x
alias = helper
short = lambda x: x * 2

class Settings:
    mode = "default"
    @staticmethod
    def calc(x): return x
    class Inner:
        depth = 3

class Derived(Settings):
    pass
"""
FUNCTIONS = """
import math
import {values}
from {values} import *
from {values} import WORDS, ZERO as NOTHING

OWN = 5

def level(s): return {values}.LEVEL
def table(s): return {values}.TABLE.get(s)
def words(s): return WORDS["a"], {values}.UPPER["A"], NOTHING
def number(s): return {values}.NUMBER.search(s).group()
def several(s): return {values}.FIRST, {values}.SECOND, {values}.THIRD
def without(s): return s.translate({values}.WITHOUT)
def following(s): return {values}.NEXT
def helped(s): return {values}.helper(1)
def aliased(s): return {values}.alias(1)
def decorating(s): return {values}.decorated(1)
def shortened(s): return {values}.short(1)
def calculated(s): return {values}.Settings.calc(1)
def derived(s): return {values}.Derived.calc(1)
def home(s): return {values}.HOME
def filled(s): return {values}.FILLED[1]
def twice(s): return {values}.TWICE
def mode(s): return {values}.Settings.mode
def depth(s): return {values}.Settings.Inner.depth
def own(s): return OWN + math.pi
def starred(s): return NUMBER.search(s), LEVEL
def inside(s):
    from {values} import LEVEL
    return LEVEL
def factory():
    def by_value(s): return OWN
    return by_value
by_value = factory()
"""
CERTAIN = (
    *("level", "table", "words", "number", "following", "several", "mode", "depth", "own"),
    *("inside", "without", "helped", "aliased", "shortened", "calculated", "derived"),
    *("decorating", "starred"),
)
ONLY_BY_IMPORT = ("home", "filled", "twice")


@pytest.fixture
def modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[tuple[ModuleType, ModuleType]]:
    """A module of values, and one of functions that use them."""
    values = f"values_{abs(hash(request.node.name))}"
    (tmp_path / f"{values}.py").write_text(VALUES)
    (tmp_path / f"of_{values}.py").write_text(FUNCTIONS.format(values=values))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module(values), importlib.import_module(f"of_{values}")
    for name in (values, f"of_{values}"):
        del sys.modules[name]


def why(function: Callable[..., object]) -> str:
    try:
        program_of(function)
    except Refusal as e:
        return e.reason
    return ""


def test_as_imported(modules) -> None:
    _, functions = modules
    assert {name: why(getattr(functions, name)) for name in CERTAIN} == dict.fromkeys(CERTAIN, "")
    for name in ONLY_BY_IMPORT:
        assert "every Python worker recomputes" in why(getattr(functions, name)), name


def test_changed(modules) -> None:
    values, functions = modules
    values.LEVEL = 7
    values.TABLE["a"] = 1
    values.WORDS["b"].append(4)
    values.Settings.mode = "prod"
    functions.OWN = 6
    for name in ("level", "table", "words", "mode", "own", "inside"):
        assert "was changed after its import" in why(getattr(functions, name)), name
    assert f"{values.__name__}.LEVEL" in why(lambda s: values.LEVEL)
    # Its expression has another value now.
    assert "recomputes" in why(functions.following)
    assert not why(functions.depth)


def test_replaced_functions(modules) -> None:
    values, functions = modules
    values.helper = values.other
    values.short = lambda x: x * 3
    values.Settings.calc = staticmethod(lambda x: -x)
    for name in ("helped", "shortened", "calculated", "derived"):
        assert "was replaced after its import" in why(getattr(functions, name)), name
    assert not why(functions.table)


def test_functions_that_workers_get_by_value_have_the_drivers_values(modules) -> None:
    _, functions = modules
    functions.OWN = 6
    assert not why(functions.by_value)
    functions.level.__module__ = "__main__"
    assert not why(functions.level)
    level = functions.level
    functions.level = None  # as @udf does, which puts the UDF there
    assert not why(level)
