# SPDX-License-Identifier: Apache-2.0

"""The hook in PySpark, the setting, and ``rapids_udfs.udf``, without a JVM."""

from __future__ import annotations

import functools
import inspect
import json
import textwrap
from typing import Any

import pytest
from pyspark.sql import functions as F
from pyspark.sql import udf as pyspark_udf
from pyspark.sql.types import IntegerType, StringType

import rapids_udfs
from rapids_udfs import _py4j
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.python_udfs import hook, install
from rapids_udfs.session.modes import PYTHON_UDFS


class Context:
    """A Spark context, as far as it is asked."""

    _jvm = None


class Library:
    """This library's object in the JVM."""

    def __init__(self, there: bool = True) -> None:
        self.there, self.asked, self.programs = there, 0, list[tuple[Any, Any]]()

    def version(self) -> str:
        self.asked += 1
        if not self.there:
            raise _py4j.Py4JError("no such class")
        return "1"

    def pythonProgram(self, wrapped: Any, text: str) -> None:  # noqa: N802
        self.programs.append((wrapped, json.loads(text)))


@pytest.fixture
def jvm(monkeypatch: pytest.MonkeyPatch) -> Library:
    library = Library()
    monkeypatch.setattr(_py4j, "java_class", lambda jvm, name: library)
    monkeypatch.setattr(pyspark_udf, "_wrap_function", lambda *_: "made")
    monkeypatch.setattr(hook, "_every", False)
    return library


def wrap(function: Any, returned: Any = IntegerType(), sc: Any = None) -> Any:  # noqa: B008
    return pyspark_udf._wrap_function(sc or Context(), function, returned)


class TestHook:
    def test_hands_over(self, jvm: Library) -> None:
        install()
        install()
        assert wrap(lambda x: x + 1) == "made"
        [(wrapped, program)] = jvm.programs
        assert wrapped == "made"
        assert program["functions"][0]["params"] == [{"name": "x"}]
        assert "always" not in program

    def test_refusals(self, jvm: Library) -> None:
        install()

        def f(x):
            return x @ x

        wrap(f)
        [(_, program)] = jvm.programs
        assert program["refusal"] == {
            "line": f.__code__.co_firstlineno + 1,
            "column": 19,
            "reason": "the operator @",
        }
        of = {"name": "f", "file": __file__, "line": f.__code__.co_firstlineno}
        assert {key: program[key] for key in of} == of

    def test_an_error_in_the_front_end(self, jvm: Library, monkeypatch) -> None:
        def fails(function: object) -> None:
            raise KeyError("x")

        monkeypatch.setattr(hook, "program_of", fails)
        install()
        assert wrap(lambda x: x) == "made"
        assert jvm.programs[0][1]["refusal"]["reason"] == "KeyError in the front end: 'x'"

    def test_an_error_in_the_jvm(self, jvm: Library, monkeypatch) -> None:
        monkeypatch.delattr(Library, "pythonProgram")
        install()
        assert wrap(lambda x: x) == "made"

    def test_without_the_library_it_is_asked_once(self, jvm: Library) -> None:
        jvm.there = False
        install()
        sc = Context()
        assert [wrap(lambda x: x, sc=sc), wrap(lambda x: x, sc=sc)] == ["made", "made"]
        assert jvm.asked == 1
        assert jvm.programs == []

    def test_table_functions_are_left_alone(self, jvm: Library) -> None:
        install()
        assert wrap(lambda x: x, None) == "made"
        assert jvm.programs == []


class TestUdf:
    def test_is_pyspark_s(self, jvm: Library) -> None:
        def f(x):
            return x

        ours = rapids_udfs.udf(f, IntegerType(), useArrow=False)
        theirs = F.udf(f, IntegerType(), useArrow=False)
        assert (ours.returnType, ours.evalType) == (IntegerType(), theirs.evalType)
        assert ours.func(5) == theirs.func(5)
        assert ours.asNondeterministic().deterministic is False

    @pytest.mark.parametrize(
        "decorator",
        [
            rapids_udfs.udf,
            rapids_udfs.udf(),
            rapids_udfs.udf(StringType()),
            rapids_udfs.udf(returnType=StringType(), useArrow=False),
        ],
    )
    def test_as_a_decorator(self, jvm: Library, decorator) -> None:
        @decorator
        def f(x):
            return x

        assert f.returnType == StringType()
        wrap(f.func)
        assert jvm.programs[0][1]["always"] is True

    def test_another_udf_of_the_function_is_left_alone(self, jvm: Library) -> None:
        def f(x: int, *, y: int = 2) -> int:
            """Doc."""
            return x + y

        partial = functools.partial(f, y=3)
        for function in (f, partial):
            f.level = 1  # type: ignore[attr-defined]
            marked = rapids_udfs.udf(function, IntegerType())
            wrap(F.udf(function, IntegerType()).func)
            assert jvm.programs == []
            assert marked.func(1) == function(1)
            wrap(marked.func)
            assert jvm.programs.pop()[1]["always"] is True
        copied = rapids_udfs.udf(f, IntegerType()).func
        assert (copied.__doc__, copied.level) == ("Doc.", 1)
        assert inspect.signature(copied) == inspect.signature(f)
        assert not hasattr(copied, "__wrapped__")
        assert not hasattr(f, hook._MARK)

    def test_workers_get_the_user_s_function(
        self, jvm: Library, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = list[Any]()
        monkeypatch.setattr(pyspark_udf, "_wrap_function", lambda _, f, __: sent.append(f))
        wrap(rapids_udfs.udf(textwrap.dedent, StringType()).func)
        assert sent == [textwrap.dedent]

    def test_others_are_left_alone(self, jvm: Library) -> None:
        rapids_udfs.udf(lambda x: x, IntegerType())
        wrap(lambda x: x)
        assert jvm.programs == []

    def test_what_cannot_be_marked(self, jvm: Library) -> None:
        class Callable:
            __hash__ = None  # type: ignore[assignment]

            def __call__(self, x: int) -> int:
                return x

        marked = rapids_udfs.udf(Callable(), IntegerType())
        assert wrap(marked.func) == "made"


@pytest.mark.jars
@pytest.mark.usefixtures("no_spark_runs")
class TestSetting:
    @pytest.mark.parametrize("value", ["compile", "require"])
    def test_installs(self, builder, jvm: Library, value) -> None:
        spark_builder = rapids_udfs.configure(builder(), "cpu", python_udfs=value)
        assert spark_builder[PYTHON_UDFS] == value
        assert hook._every

    def test_off(self, builder, jvm: Library) -> None:
        """The hook is installed all the same: the setting can change while the session runs."""
        assert rapids_udfs.configure(builder(), "cpu")[PYTHON_UDFS] is None
        assert rapids_udfs.configure(builder(), "cpu", python_udfs="off")[PYTHON_UDFS] == "off"
        assert hook._every

    def test_of_the_user(self, builder, jvm: Library) -> None:
        set_by_user = builder(**{PYTHON_UDFS: "compile"})
        rapids_udfs.configure(set_by_user, "cpu")
        assert hook._every
        with pytest.raises(ConfigurationError, match="compile"):
            rapids_udfs.configure(set_by_user, "cpu", python_udfs="off")

    def test_unknown(self, builder) -> None:
        wrong: Any = "always"
        with pytest.raises(ConfigurationError, match="use compile or require or off"):
            rapids_udfs.configure(builder(), "cpu", python_udfs=wrong)
