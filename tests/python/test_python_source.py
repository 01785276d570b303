# SPDX-License-Identifier: Apache-2.0

"""The syntax trees of function objects: the right one, or none."""

from __future__ import annotations

import ast
import functools
import importlib.util
import linecache
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rapids_udfs.python_udfs import Refusal
from rapids_udfs.python_udfs.source import source_of

WITHOUT_SOURCE = "an object of {}, which is called like a function, has no Python source"

# Formatted by nobody: that several are on a line is what is tested.
THREE = """\
f, g, h = lambda a: a + 1, lambda a: a + 2, (lambda a: (lambda b: b + a)(a))
inner = (lambda a: (lambda b: b + a))(7)
same, again = lambda a: a, lambda a: a
long = (lambda a:
        a +
        3)
default = lambda a, key=lambda r: r: key(a)
"""


def asserts(x):
    assert x > 0
    return x


def test_rewritten_asserts() -> None:
    with pytest.raises(Refusal, match="pytest has rewritten the asserts of its module"):
        source_of(asserts)


@pytest.fixture
def load(tmp_path: Path, request: pytest.FixtureRequest):
    """Import a module of a text."""
    names: list[str] = []

    def load(text: str) -> Any:
        name = f"loaded_{len(names)}_{abs(hash(request.node.name))}"
        path = tmp_path / f"{name}.py"
        path.write_text(textwrap.dedent(text))
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        names.append(name)
        spec.loader.exec_module(module)
        return module

    yield load
    for name in names:
        del sys.modules[name]


def text_of(function: object) -> str:
    return ast.unparse(source_of(function).node)


def why(function: object) -> str:
    with pytest.raises(Refusal) as e:
        source_of(function)
    return e.value.reason


class TestLambdas:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("f", "lambda a: a + 1"),
            ("g", "lambda a: a + 2"),
            ("h", "lambda a: (lambda b: b + a)(a)"),
            ("inner", "lambda b: b + a"),
            ("same", "lambda a: a"),
            ("again", "lambda a: a"),
            ("long", "lambda a: a + 3"),
            ("default", "lambda a, key=lambda r: r: key(a)"),
        ],
    )
    def test_on_one_line(self, load, name: str, text: str) -> None:
        assert text_of(getattr(load(THREE), name)) == text

    def test_a_default(self, load) -> None:
        assert text_of(load(THREE).default.__defaults__[0]) == "lambda r: r"

    def test_an_argument(self, load) -> None:
        module = load("made = [*map(lambda f: f, [lambda x: x[0], lambda x: x[1]])]")
        assert [text_of(f) for f in module.made] == ["lambda x: x[0]", "lambda x: x[1]"]


class TestFunctions:
    def test_nested(self, load) -> None:
        module = load("""
            def outer(k):
                def inner(x):
                    return x + k
                return inner
            made = outer(1)
        """)
        source = source_of(module.made)
        assert source.name == "inner"
        assert source.node.lineno == 3
        assert source.lookup("k") == 1

    def test_a_static_method(self, load) -> None:
        module = load("""
            class C:
                @staticmethod
                def f(x):
                    return x
                def g(self):
                    return self
        """)
        assert text_of(module.C.f).endswith("return x")
        assert why(module.C().g) == "a bound method"

    def test_decorated(self, load) -> None:
        module = load("""
            import functools
            def twice(f):
                @functools.wraps(f)
                def wrapper(x):
                    return f(f(x))
                return wrapper
            @twice
            def f(x):
                return x + 1
            @functools.lru_cache
            def g(x):
                return x
        """)
        assert "f(f(x))" in text_of(module.f)  # the wrapper, which is what runs
        assert why(module.g) == WITHOUT_SOURCE.format("_lru_cache_wrapper")

    def test_future_annotations(self, load) -> None:
        module = load("from __future__ import annotations\ndef f(x: unknown) -> int:\n  return x")
        assert source_of(module.f).name == "f"

    def test_twice_under_one_name(self, load) -> None:
        module = load("def f(x):\n  return 1\nfirst = f\ndef f(x):\n  return 2")
        assert text_of(module.first).endswith("return 1")
        assert text_of(module.f).endswith("return 2")


class TestPartial:
    def test_by_position(self, load) -> None:
        module = load("def f(a, b, c=3):\n  return a")
        assert source_of(functools.partial(module.f, 1)).bound == {"a": 1}
        both = functools.partial(functools.partial(module.f, 1), 2)
        assert source_of(both).bound == {"a": 1, "b": 2}

    def test_by_keyword(self, load) -> None:
        module = load("def f(a, b, c=3):\n  return a")
        assert source_of(functools.partial(module.f, b=2)).bound == {"b": 2, "c": 3}
        assert why(functools.partial(module.f, a=2)).endswith("leaves 'b' to be passed by keyword")
        assert "a keyword that is not a parameter" in why(functools.partial(module.f, zzz=1))
        assert "more arguments" in why(functools.partial(module.f, 1, 2, 3, 4))


class TestWithoutSource:
    def test_made_by_exec(self) -> None:
        space: dict[str, Any] = {}
        exec("def f(x):\n  return x", space)
        assert why(space["f"]).endswith("define it in a file, a notebook or IPython")

    def test_a_file_that_has_changed(self, load) -> None:
        module = load("def f(x):\n    return x + 1\n")
        path = Path(module.__file__)
        path.write_text("def f(x):\n    return x + 10\n")
        linecache.checkcache()
        assert "has changed since it was imported" in why(module.f)
        path.write_text("")
        linecache.checkcache()
        assert why(module.f)
        path.write_text("def f(x:\n")
        assert why(module.f)

    def test_what_is_no_function(self) -> None:
        assert why(len) == "len has no Python source"
        assert why(str) == "str has no Python source"
        assert why("text".upper) == WITHOUT_SOURCE.format("builtin_function_or_method")

        class Callable:
            def __call__(self, x: int) -> int:
                return x

        assert why(Callable()) == WITHOUT_SOURCE.format("Callable")


def test_cells_of_ipython() -> None:
    shell = pytest.importorskip("IPython.core.interactiveshell")
    ip = shell.InteractiveShell()
    ip.run_cell("k = 5\nf = lambda x: x + k; g = lambda x: x - k\nf(1)")
    ip.run_cell("%alias_magic t timeit\ndef h(x):\n    return f(x)\nh(1)")
    assert text_of(ip.user_ns["f"]) == "lambda x: x + k"
    assert text_of(ip.user_ns["g"]) == "lambda x: x - k"
    assert text_of(ip.user_ns["h"]).endswith("return f(x)")
    # Each statement is compiled apart: a call of what the cell itself imports has other code.
    ip.run_cell("import math\na, b = lambda x: math.ceil(x), lambda x: math.floor(x)\na(1)")
    assert text_of(ip.user_ns["a"]) == "lambda x: math.ceil(x)"
    assert text_of(ip.user_ns["b"]) == "lambda x: math.floor(x)"


def test_other_modules_are_left_alone(load) -> None:
    module = load("f = lambda x: x")
    assert isinstance(module, ModuleType)
    before = set(sys.modules)
    source_of(module.f)
    assert set(sys.modules) == before
