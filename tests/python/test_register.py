# SPDX-License-Identifier: Apache-2.0

"""Registration in a classic session with Hive, the extension and the plugin's classes."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from pyspark.errors import AnalysisException

from harness.session import temporary, temporary_first, value
from rapids_udfs import counters, explain, list_functions, register, track, unregister
from rapids_udfs.catalogue.function_info import function_info
from rapids_udfs.errors import (
    ArgumentTypeError,
    InstallationError,
    RegistrationError,
    SessionError,
    UnknownFunctionError,
)
from rapids_udfs.registration import api as registration
from rapids_udfs.registration.function_names import SessionFunctions, builtins_come_first


def test_the_extension_stays(fresh) -> None:
    registered = register(fresh)
    assert {f.route for f in registered} == {"extension"}
    assert len(registered) == len(list_functions())
    assert temporary(fresh) == set()


def test_names_in_a_list(fresh) -> None:
    with pytest.raises(ArgumentTypeError, match=r"names one by one: register\(spark, .*not list"):
        register(fresh, ["word_count"])


@pytest.mark.parametrize("call", [register, unregister, counters, track])
def test_no_session(call) -> None:
    with pytest.raises(ArgumentTypeError, match=f"{call.__name__} takes a SparkSession, not str"):
        call("word_count")


def test_stopped_session(monkeypatch: pytest.MonkeyPatch, fresh) -> None:
    frame = fresh.range(1)
    monkeypatch.setattr(fresh.sparkContext, "_jsc", None)  # as spark.stop() leaves it
    with pytest.raises(SessionError, match="register needs a session that runs"):
        register(fresh)
    with pytest.raises(SessionError, match="explain needs a session that runs"):
        explain(frame)
    with pytest.raises(SessionError, match="unregister needs a session that runs"):
        unregister(fresh)
    with pytest.raises(SessionError, match="track needs a session that runs"):
        track(fresh)
    with pytest.raises(SessionError, match=r"^counters needs a session that runs"):
        counters(fresh)


def test_explain_of_no_query() -> None:
    with pytest.raises(ArgumentTypeError, match="explain takes a DataFrame or SQL text, not int"):
        explain(1)  # type: ignore[arg-type]


def test_a_column_is_no_query_and_no_session(fresh) -> None:
    column: Any = fresh.range(1)["id"]  # it has an attribute of any name
    with pytest.raises(
        ArgumentTypeError, match="explain takes a DataFrame or SQL text, not Column"
    ):
        explain(column)
    with pytest.raises(ArgumentTypeError, match="register takes a SparkSession, not Column"):
        register(column)


def test_all_with_a_prefix(fresh) -> None:
    registered = register(fresh, prefix="p_")
    assert [f.name for f in registered] == [f.name for f in list_functions()]
    assert temporary(fresh) == {f"p_{f.name}" for f in list_functions()}
    for f in registered:
        assert f.sql_name == f"p_{f.name}"
        assert f.route == "java"


@pytest.mark.parametrize(
    ("name", "call", "answer"),
    [
        ("ascii_lower", "p_ascii_lower('ÄB')", "Äb"),
        ("word_count", "p_word_count('a b')", 2),
        ("strip_html", "p_strip_html('a<b>c')", "ac"),
        ("count_nulls", "p_count_nulls(1, NULL)", 1),
        ("identity", "p_identity(array(1))", [1]),
        ("lib_version", "p_lib_version() IS NOT NULL", True),
    ],
)
def test_answers(fresh, name: str, call: str, answer: object) -> None:
    (function,) = register(fresh, name, prefix="p_")
    assert (function.name, function.sql_name, function.route) == (name, f"p_{name}", "java")
    assert value(fresh, call) == answer


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The calls of the JVM that change functions, and how many functions each is for."""
    calls: list[tuple[str, int]] = []
    original = SessionFunctions._call

    def spy(self: SessionFunctions, method: str, argument: str) -> str:
        if method != "describe":
            calls.append((method, len(argument.split(","))))
        return original(self, method, argument)

    monkeypatch.setattr(SessionFunctions, "_call", spy)
    return calls


def test_one_call_of_the_jvm_registers_all(fresh, changes) -> None:
    register(fresh, prefix="p_")
    unregister(fresh)
    assert changes == [("register", len(list_functions())), ("drop", len(list_functions()))]


def test_existing_functions_are_not_registered_again(fresh, changes) -> None:
    first = register(fresh, "ascii_lower", "word_count", prefix="p_")
    changes.clear()
    assert list(register(fresh, "ascii_lower", "word_count", prefix="p_")) == list(first)
    assert changes == []
    register(fresh, "ascii_lower", "luhn_valid", prefix="p_")
    assert changes == [("register", 1)]


def test_the_name_in_the_session_is_the_one_that_is_shown(fresh) -> None:
    register(fresh, "word_count", prefix="p_")
    assert fresh.sql("SELECT p_word_count('a')").columns == ["p_word_count(a)"]
    shown = "\n".join(r[0] for r in fresh.sql("DESCRIBE FUNCTION EXTENDED p_word_count").collect())
    assert "Function: p_word_count" in shown
    assert "Usage: p_word_count(text string) -> int - " in shown
    assert "> SELECT p_word_count(" in shown
    for wrong in ("p_word_count()", "p_word_count(array('a'))", "p_word_count(txt => 'a')"):
        with pytest.raises(AnalysisException, match="p_word_count") as e:
            fresh.sql(f"SELECT {wrong}")
        assert re.search(r"(?<!p_)word_count", str(e.value).partition("; line")[0]) is None


def test_functions_have_the_declared_type(fresh) -> None:
    register(fresh, "money_gross", prefix="p_")
    call = "p_money_gross(CAST(1 AS DECIMAL(18,2)), CAST(0.19 AS DECIMAL(5,4)))"
    assert fresh.sql(f"SELECT {call}").schema[0].dataType.simpleString() == "decimal(24,2)"


def test_names_in_the_order_asked_for_and_once(fresh) -> None:
    registered = register(fresh, "WORD_COUNT", "ascii_lower", "word_count", prefix="p_")
    assert [f.name for f in registered] == ["word_count", "ascii_lower"]
    assert registered[0].name == "word_count"
    assert [f.name for f in registered[1:]] == ["ascii_lower"]


def test_twice(fresh) -> None:
    assert list(register(fresh, prefix="p_")) == list(register(fresh, prefix="p_"))


def test_readable(fresh) -> None:
    text = repr(register(fresh, "ascii_lower", "strip_html", prefix="p_"))
    assert text.splitlines() == [
        "2 functions registered",
        "  p_ascii_lower  java",
        "  p_strip_html   java",
    ]
    assert repr(register(fresh, "ascii_lower")).startswith("1 function registered\n")


def test_only_in_its_session(fresh, spark) -> None:
    register(fresh, "ascii_lower", prefix="mine_")
    assert not spark.catalog.functionExists("mine_ascii_lower")


def test_unknown_function(fresh) -> None:
    with pytest.raises(UnknownFunctionError, match="did you mean ascii_lower"):
        register(fresh, "word_count", "asci_lower", prefix="p_")
    assert temporary(fresh) == set()


@pytest.mark.parametrize("prefix", ["1", "a b", "a.", "`", "a-", "ä", "x;", None, 1])
def test_bad_prefix(fresh, prefix) -> None:
    with pytest.raises(RegistrationError, match="cannot begin the name of a SQL function"):
        register(fresh, prefix=prefix)
    assert temporary(fresh) == set()


class TestBuiltin:
    """A catalogue function with a prefix can have a builtin's name: ``url`` + ``_decode``…"""

    @pytest.fixture
    def named_as_builtin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """``register`` knows a function ``name`` that is ascii_lower, and would be ``upper``."""
        info = dataclasses.replace(function_info("word_count"), name="per")
        monkeypatch.setattr(registration, "function_info", lambda name: info)

    def test_refused(self, fresh, named_as_builtin) -> None:
        with pytest.raises(RegistrationError) as e:
            register(fresh, "per", prefix="up")
        assert str(e.value) == (
            "nothing was registered. upper: a Spark builtin has this name; register with a prefix "
            "(prefix='udf_'), or hide the builtin with override_builtin=True"
        )
        assert value(fresh, "upper('a b')") == "A B"

    def test_overridden(self, fresh, spark, named_as_builtin) -> None:
        if builtins_come_first(fresh):
            with pytest.raises(RegistrationError, match=r"spark\.conf\.set\('.*Order', 'first'\)"):
                register(fresh, "per", prefix="up", override_builtin=True)
        temporary_first(fresh)
        (function,) = register(fresh, "per", prefix="up", override_builtin=True)
        assert function.sql_name == "upper"
        assert value(fresh, "upper('a b')") == 2
        assert value(spark, "upper('a b')") == "A B"

    def test_given_back_after_a_failure(self, fresh, monkeypatch) -> None:
        good = dataclasses.replace(function_info("word_count"), name="per")
        bad = dataclasses.replace(function_info("word_count"), name="x", class_name="no.such.Class")
        monkeypatch.setattr(registration, "function_info", {"per": good, "x": bad}.__getitem__)
        with pytest.raises(RegistrationError):
            register(fresh, "per", "x", prefix="up", override_builtin=True)
        assert value(fresh, "upper('a b')") == "A B"


class TestForeign:
    """A name that a function of the user's has."""

    def test_temporary(self, fresh) -> None:
        fresh.udf.register("p_word_count", lambda text: -1, "int")
        with pytest.raises(RegistrationError) as e:
            register(fresh, prefix="p_")
        assert "p_word_count: the session has another function of this name" in str(e.value)
        assert "replace=True" in str(e.value)
        assert temporary(fresh) == {"p_word_count"}

    @pytest.mark.parametrize("name", ["word_count", "ascii_lower", "strip_html"])
    def test_made_in_place_of_ours(self, fresh, name: str) -> None:
        register(fresh, name, prefix="p_")
        register(fresh, name, prefix="p_")  # ours still
        fresh.udf.register(f"p_{name}", lambda text: -1, "int")
        with pytest.raises(RegistrationError, match=f"p_{name}: the session has another"):
            register(fresh, name, prefix="p_")
        assert value(fresh, f"p_{name}('a b')") == -1
        register(fresh, name, prefix="p_", replace=True)
        register(fresh, name, prefix="p_")
        assert value(fresh, f"p_{name}('a b')") != -1

    def test_of_the_same_kind_made_in_place_of_ours(self, fresh) -> None:
        register(fresh, "word_count", prefix="p_")
        other = function_info("luhn_valid").class_name
        fresh.udf.registerJavaFunction("p_word_count", other, "boolean")
        with pytest.raises(RegistrationError, match="p_word_count: the session has another"):
            register(fresh, "word_count", prefix="p_")

    def test_replaced(self, fresh) -> None:
        fresh.udf.register("p_word_count", lambda text: -1, "int")
        register(fresh, "word_count", prefix="p_", replace=True)
        assert value(fresh, "p_word_count('a b')") == 2

    def test_in_place_of_the_extension(self, fresh) -> None:
        temporary_first(fresh)
        fresh.udf.register("word_count", lambda text: -1, "int")
        with pytest.raises(RegistrationError, match="word_count: the session has another"):
            register(fresh)

    def test_persistent(self, fresh) -> None:
        hive_class = "org.apache.hadoop.hive.ql.udf.UDFHex"
        fresh.sql(f"CREATE OR REPLACE FUNCTION q_strip_html AS '{hive_class}'")
        try:
            with pytest.raises(RegistrationError, match="q_strip_html: the session has another"):
                register(fresh, "strip_html", prefix="q_")
        finally:
            fresh.sql("DROP FUNCTION q_strip_html")

    def test_builtin_and_foreign_together(self, fresh, monkeypatch) -> None:
        info = dataclasses.replace(function_info("word_count"), name="per")
        known = {"per": info, "word_count": function_info("word_count")}
        monkeypatch.setattr(registration, "function_info", known.__getitem__)
        fresh.udf.register("upword_count", lambda text: -1, "int")
        with pytest.raises(
            RegistrationError, match=r"upper: a Spark builtin.*\. upword_count: the"
        ):
            register(fresh, "per", "word_count", prefix="up")


@pytest.mark.parametrize("like", ["word_count", "count_nulls"])
def test_a_failure_leaves_nothing(fresh, monkeypatch: pytest.MonkeyPatch, like: str) -> None:
    """The class of the third of four functions is not there: for Spark's API, or for the JVM."""
    bad = dataclasses.replace(function_info(like), name="bad", class_name="no.such.Class")
    known = {n: function_info(n) for n in ("ascii_lower", "text_normalize", "strip_html")} | {
        "bad": bad
    }
    monkeypatch.setattr(registration, "function_info", known.__getitem__)
    fresh.udf.register("p_strip_html", lambda text: "mine", "string")
    with pytest.raises(RegistrationError) as e:
        register(
            fresh, "strip_html", "ascii_lower", "bad", "text_normalize", prefix="p_", replace=True
        )
    assert str(e.value).startswith("Spark rejected 'p_bad': ")
    assert "no.such.Class" in str(e.value).splitlines()[0]
    assert "Nothing is registered" in str(e.value)
    assert temporary(fresh) == {"p_strip_html"}
    assert value(fresh, "p_strip_html('x')") == "mine"


def test_library_of_another_version(fresh, monkeypatch: pytest.MonkeyPatch) -> None:
    from rapids_udfs.session import library

    monkeypatch.setattr(library, "__version__", "9.9.9")
    # As if it were asked for the first time.
    monkeypatch.setattr(library, "_library", library._library.__wrapped__)
    with pytest.raises(InstallationError) as e:
        register(fresh, prefix="p_")
    assert "this library's jar in the session is of version 0." in str(e.value)
    assert "the Python package of version 9.9.9" in str(e.value)
    assert temporary(fresh) == set()
