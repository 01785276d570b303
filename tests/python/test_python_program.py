# SPDX-License-Identifier: Apache-2.0

"""Functions as programs: names, constants, and the functions that they call."""

from __future__ import annotations

import collections
import datetime
import datetime as dt
import decimal
import enum
import functools
import hashlib
import json
import math
import os.path
import re
import string
import urllib.parse
from datetime import datetime as moment
from re import sub as substitute
from typing import Any

import pytest

from harness.programs import constant_of, names, nodes, plain, value_of, why
from rapids_udfs.python_udfs import Refusal, program_of

# What is tested is often what nobody should write.
# ruff: noqa: E731, F842, PIE790, PTH119, PTH123

WORD = re.compile("[a-z]+", re.I)
TABLE = {"a": 1, 2: [1.5, None, True]}
SEEN: list[int] = []
BIG = 2**70
DAY = datetime.date(2024, 2, 29)
AWARE = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
PRICE = decimal.Decimal("1.50")
Point = collections.namedtuple("Point", "x y")
ORIGIN = Point(0, 0)
ITEMS = [object()]
length = len


class Colour(enum.Enum):
    RED = "r"


class Config:
    LIMIT = 3

    @staticmethod
    def clean(x):
        return x


class TestShape:
    def test_it_is_json(self) -> None:
        def f(text: str, most: int = 3) -> str:
            """Documentation."""
            pass
            kept: int = most
            dropped: int
            return text[:kept]

        program = program_of(f)
        assert json.loads(json.dumps(program)) == program
        assert {k: program[k] for k in ("v", "name", "file")} == {
            "v": 1, "name": "f", "file": __file__,
        }  # fmt: skip
        [function] = program["functions"]
        assert [s["t"] for s in function["body"]] == ["Assign", "Return"]
        assert plain(function["params"]) == [
            {"name": "text"},
            {"name": "most", "default": {"k": "int", "v": "3"}},
        ]
        assert function["captures"] == []
        assert function["body"][0]["l"] == program["line"] + 3

    def test_a_lambda(self) -> None:
        assert plain(program_of(lambda x: x + 1)["functions"][0]["body"]) == [
            {
                "t": "Return",
                "value": {
                    "t": "BinOp",
                    "left": {"t": "Local", "id": "x"},
                    "op": "Add",
                    "right": {"t": "Constant", "value": {"k": "int", "v": "1"}},
                },
            }
        ]

    def test_fields(self) -> None:
        compare = value_of(lambda x: 1 < x <= 2)
        assert compare["ops"] == ["Lt", "LtE"]
        text = value_of(lambda x: f"{x!r:>5}")
        assert text["values"][0]["conversion"] == ord("r")
        assert text["values"][0]["format_spec"]["t"] == "JoinedStr"
        part = value_of(lambda x: x[1::2])["slice"]
        assert part["upper"] is None
        call = value_of(lambda x: x.split(",", maxsplit=1))
        assert call["func"] == {
            "t": "Attribute", "value": {"t": "Local", "id": "x"}, "attr": "split",
        }  # fmt: skip
        assert call["keywords"][0]["arg"] == "maxsplit"

    def test_try(self) -> None:
        def f(x):
            try:
                return int(x)
            except (ValueError, decimal.InvalidOperation) as e:
                return str(e)
            except:
                raise
            else:
                x = 1
            finally:
                pass

        [statement] = program_of(f)["functions"][0]["body"]
        assert [h["name"] for h in statement["handlers"]] == ["e", None]
        assert statement["handlers"][1]["type"] is None
        assert statement["finalbody"] == []


class TestNames:
    @pytest.mark.parametrize(
        ("function", "name"),
        [
            (lambda x: substitute("a", "", x), "re.sub"),
            (lambda x: dt.datetime.strptime(x, "%Y"), "datetime.datetime.strptime"),
            (lambda x: moment.strptime(x, "%Y"), "datetime.datetime.strptime"),
            (lambda x: moment(x, 1, 1), "datetime.datetime"),
            (lambda x: dt.date.today(), "datetime.date.today"),
            (lambda x: math.sqrt(x), "math.sqrt"),
            (lambda x: json.loads(x), "json.loads"),
            (lambda x: decimal.Decimal(x), "decimal.Decimal"),
            (lambda x: hashlib.md5(x), "hashlib.md5"),
            (lambda x: urllib.parse.quote(x), "urllib.parse.quote"),
            (lambda x: os.path.basename(x), "os.path.basename"),
            (lambda x: functools.reduce(max, x), "functools.reduce"),
            (lambda x: json.decoder.JSONDecodeError, "json.JSONDecodeError"),
            (lambda x: x.astimezone(dt.timezone.utc), "datetime.timezone.utc"),
            (lambda x: map(str.upper, x), "str.upper"),
        ],
    )
    def test_of_modules(self, function, name: str) -> None:
        assert names(function, "Named") == {name}

    def test_of_builtins(self) -> None:
        assert names(lambda x: length(x), "Builtin") == {"len"}
        assert names(lambda x: IOError, "Builtin") == {"OSError"}

    def test_constants_of_modules_and_classes(self) -> None:
        assert constant_of(lambda x: math.pi) == {"k": "float", "v": math.pi.hex()}
        assert constant_of(lambda x: re.I) == {"k": "int", "v": "2"}
        assert constant_of(lambda x: string.digits)["v"] == "0123456789"
        assert constant_of(lambda x: Colour.RED.value)["v"] == "r"
        assert constant_of(lambda x: Config.LIMIT)["v"] == "3"
        assert constant_of(lambda x: dt.date.min) == {"k": "date", "v": [1, 1, 1]}

    def test_imports_inside(self) -> None:
        def f(x):
            try:
                import hashlib as h
            except ImportError:
                h = None
            from base64 import b64encode as encode

            return encode(h.md5(x).digest())

        assert why(f) == "h imported and assigned"

        def g(x):
            try:
                import hashlib as h
            except ImportError:
                raise
            from base64 import b64encode as encode

            return encode(h.md5(x).digest())

        assert names(g, "Named") == {"hashlib.md5", "base64.b64encode"}
        assert [s["t"] for s in program_of(g)["functions"][0]["body"]] == ["Return"]


class TestConstants:
    @pytest.mark.parametrize(
        ("function", "expected"),
        [
            (lambda x: None, {"k": "none"}),
            (lambda x: BIG, {"k": "int", "v": str(2**70)}),
            (lambda x: 1e400, {"k": "float", "v": "inf"}),
            (lambda x: b"\xff", {"k": "bytes", "v": "/w=="}),
            (lambda x: DAY, {"k": "date", "v": [2024, 2, 29]}),
            (lambda x: PRICE, {"k": "decimal", "v": "1.50"}),
            (lambda x: WORD, {"k": "pattern", "v": "[a-z]+", "flags": 34, "bytes": False}),
            (
                lambda x: ORIGIN,
                {
                    "k": "record",
                    "name": "Point",
                    "fields": ["x", "y"],
                    "v": [{"k": "int", "v": "0"}] * 2,
                },
            ),
            (
                lambda x: TABLE,
                {
                    "k": "dict",
                    "v": [
                        [{"k": "str", "v": "a"}, {"k": "int", "v": "1"}],
                        [
                            {"k": "int", "v": "2"},
                            {
                                "k": "list",
                                "v": [
                                    {"k": "float", "v": (1.5).hex()},
                                    {"k": "none"},
                                    {"k": "bool", "v": True},
                                ],
                            },
                        ],
                    ],
                },
            ),
        ],
    )
    def test_values(self, function, expected: dict[str, Any]) -> None:
        assert constant_of(function) == expected

    def test_of_a_closure_as_it_is_now(self) -> None:
        k = 1
        f = lambda x: k
        k = 2
        assert constant_of(f)["v"] == "2"

    def test_without_a_value_of_its_own(self) -> None:
        f = lambda x: later(x)
        assert why(f) == "later has no value yet"
        later = 1
        assert why(lambda x: SEEN) == "SEEN is assigned by a global statement"

    def test_refused(self) -> None:
        assert why(lambda x: AWARE) == "AWARE: a datetime with a time zone"
        assert why(lambda x: ITEMS) == "ITEMS contains an object of object"
        assert why(lambda x: Colour.RED).endswith(".Colour")
        assert why(lambda x: "\ud800") == "a string with a lone surrogate"
        assert why(lambda x: 1j) == "an object of complex"
        cycle: list[Any] = []
        cycle.append(cycle)
        assert why(lambda x: cycle).endswith("nested more than 50 deep")
        many = list(range(200_001))
        assert why(lambda x: many) == "many: a constant of more than 200,000 elements"


def helper(x, y=3):
    """Documentation."""
    return recursive(x) + y


def recursive(n):
    return recursive(n - 1) if n else 0


class TestFunctions:
    def test_helpers(self) -> None:
        program = program_of(lambda x: helper(x) + Config.clean(x))
        assert [f["name"] for f in program["functions"]] == [
            "<lambda>", "helper", "clean", "recursive",
        ]  # fmt: skip
        calls = [n["function"] for n in nodes(program["functions"][3]) if n["t"] == "Func"]
        assert calls == [3]

    def test_nested(self) -> None:
        def f(x):
            z = 1

            h = lambda q: q * z if q else h(1)

            def g(a):
                return h(a) + 1

            return g(x)

        program = program_of(f)
        by_name = {function["name"]: function for function in program["functions"]}
        assert by_name["g"]["captures"] == ["z"]  # for h
        assert by_name["h"]["captures"] == ["z"]
        kinds = [s["t"] for s in program["functions"][0]["body"]]
        assert kinds == ["Assign", "Def", "Def", "Return"]

    def test_a_lambda_inside(self) -> None:
        k = 10
        program = program_of(lambda x, y: sorted(x, key=lambda r: (r, y, k)))
        assert program["functions"][1]["captures"] == ["y"]
        assert names(lambda x: [(lambda b: a + b)(1) for a in x], "Local") == {"x", "a", "b"}

    def test_a_partial(self) -> None:
        program = program_of(functools.partial(helper, y=10))
        [function, *_] = program["functions"]
        assert function["params"] == [{"name": "x"}]
        assert plain(function["body"][0]) == {
            "t": "Assign",
            "targets": [{"t": "Local", "id": "y"}],
            "value": {"t": "Constant", "value": {"k": "int", "v": "10"}},
        }

    def test_keyword_only(self) -> None:
        def f(x, *, y=2):
            return x + y

        function = program_of(f)["functions"][0]
        assert function["params"] == [{"name": "x"}]
        assert function["body"][0]["t"] == "Assign"
        called = program_of(lambda x: f(x, y=3))["functions"][1]
        assert [p["name"] for p in called["params"]] == ["x", "y"]
        assert called["params"][1]["kind"] == "keyword"

    def test_keyword_only_of_a_function_inside(self) -> None:
        def f(x):
            def g(a, *, k=1):
                return a + k

            return g(x)

        assert plain(program_of(f)["functions"][1]["params"]) == [
            {"name": "a"},
            {"name": "k", "kind": "keyword", "default": {"k": "int", "v": "1"}},
        ]

    def test_any_number_of_arguments(self) -> None:
        def f(x, *rest, sep="-", **options):
            return sep.join(rest)

        function = program_of(f)["functions"][0]
        assert function["params"] == [{"name": "x"}, {"name": "rest", "kind": "several"}]
        assert why(lambda x: f(x)) == "**options as a parameter"

    def test_a_refusal_in_a_helper(self) -> None:
        with pytest.raises(Refusal) as e:
            program_of(lambda x: json_of(x))
        assert e.value.reason == "with statement"
        assert e.value.line == json_of.__code__.co_firstlineno + 1
        assert e.value.file == __file__


def json_of(x):
    with open(x) as f:
        return f


def changes_global(x):
    global SEEN
    SEEN = [x]
