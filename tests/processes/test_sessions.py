# SPDX-License-Identifier: Apache-2.0

"""Complete sessions in separate processes: bare, configured, on executors, over Spark Connect."""

from __future__ import annotations

import pyspark
import pytest

import rapids_udfs
from harness.session import with_plugin
from rapids_udfs import list_functions

EVERY = {f.name for f in list_functions()}


@pytest.mark.parametrize("master", ["local[2]", "local-cluster[1,1,1024]"])
def test_bare(run_script, master: str) -> None:
    report = run_script("bare_session", master)
    version = rapids_udfs.__version__

    routes = report["registration"]["routes"]
    assert set(routes) == EVERY
    assert set(routes.values()) == {"java"}
    assert report["again"] == len(EVERY)
    assert report["answers"] == [
        [f"a {i}", f"ac{i}", 1, gross, [i], version, None]
        for i, gross in ((0, "0.00"), (1, "1.19"))
    ]
    assert report["by_function"] == version
    assert report["in_thread"] == [["ab", 2]]
    # Wherever they ran: in the driver's or an executor's JVM.
    assert report["counts"]["strip_html"] == [2, 0, 0, 0]

    assert report["clash"]["error"] == "RegistrationError"
    assert "word_count: the session has another function" in report["clash"]["text"]
    assert report["clash"]["left"] == ["word_count"]
    assert report["configured"]["error"] == "SessionError"
    assert report["configured"]["text"].startswith("a Spark session is running")
    assert report["explained"]["error"] == "SessionError"
    assert "the cuDF plugin's classes are not in this" in report["explained"]["text"]


@pytest.mark.parametrize("mode", ["cpu", pytest.param("explain", marks=with_plugin)])
def test_configured(run_script, mode: str) -> None:
    other_mode = "explain" if mode == "cpu" else "cpu"
    report = run_script("configured_session", mode, other_mode)

    assert set(report["registration"]["routes"].values()) == {"extension"}
    assert set(report["registration"]["routes"]) == EVERY
    assert report["prefixed"]["routes"] == {f"p_{name}": "java" for name in EVERY}
    assert report["answer"] == ["Äb", "a", 1]
    assert report["new_session"] == ["Äb"]
    assert report["rows"] == 5
    assert report["counts"]["ascii_lower"][0] >= 5
    assert report["after_stop"] == ["Äb"]

    if mode == "cpu":
        assert report["plugin_classes"]["error"]
        assert report["interface_from"] == "cudf-names.jar"
    else:
        assert report["plugin_classes"] == {}
        assert report["interface_from"] != "cudf-names.jar"

    assert report["running_same"] == {}
    assert report["running_other"]["error"] == "ConfigurationError"
    text = report["running_other"]["text"]
    assert f"mode is '{mode}' (in the running session), but '{other_mode}' is needed. Stop" in text
    if mode == "cpu":
        # A JVM of mode explain also supports mode cpu, but not the reverse.
        assert report["stopped_other"]["error"] == "SessionError"
        assert "the driver's JVM is running" in report["stopped_other"]["text"]
        assert "Pass them to spark-submit, or restart" in report["stopped_other"]["text"]
    else:
        assert report["stopped_other"] == {}


# PySpark 3.5 has no Spark Connect server in its jars.
NEEDS_CONNECT = pytest.mark.skipif(
    pyspark.__version__.startswith("3."), reason="PySpark 3.5 comes without a Spark Connect server"
)


@NEEDS_CONNECT
@pytest.mark.parametrize("kind", ["plain", "configured"])
def test_connect(run_script, kind: str) -> None:
    report = run_script("connect_session", kind)
    routes = report["registration"]["routes"]
    assert set(routes) == EVERY
    assert set(routes.values()) == {"java" if kind == "plain" else "extension"}
    assert report["again"] == len(routes)
    assert_few(report["round_trips"], kind)
    assert report["answers"] == [
        [f"a {i}", "1.19", "a", [1, 2, 3], rapids_udfs.__version__, 1, [i]] for i in range(2)
    ]
    assert report["not_tracked"]["error"] == "SessionError"
    assert "does not count what functions do" in report["not_tracked"]["text"]

    assert "not found" not in report["logged"]  # checking for our jar causes no error
    assert "[DATATYPE_MISMATCH" in report["wrong_type"]["text"]
    assert report["by_name"] == {}
    assert "d_word_count" in report["dropped"]["text"]
    assert report["clash"]["error"] == "RegistrationError"
    assert "nothing was registered. " in report["clash"]["text"]
    assert report["clash"]["made"] == []
    assert report["unknown"]["error"] == "UnknownFunctionError"
    assert "did you mean ascii_lower" in report["unknown"]["text"]
    assert report["cudf_type"] == "LIST<STRUCT<STRING, DECIMAL64(scale=-2)>>"
    assert report["no_cudf_type"]["error"] == "UnsupportedError"
    assert "is not a Spark SQL type, or not one" in report["no_cudf_type"]["text"]
    for call in ("counters", "explain"):
        assert report[call]["error"] == "UnsupportedError"
        assert report[call]["text"].startswith(f"{call} is not available over Spark Connect: it ")


def assert_few(round_trips: dict[str, int], kind: str) -> None:
    """Assert that registration needs as many requests for all functions as for one."""
    assert round_trips["again"] == round_trips["again by name"] <= 4
    assert round_trips["one"] == round_trips["with a prefix"] <= 8
    assert round_trips["unregister"] <= 9
    assert round_trips["first"] <= (24 if kind == "plain" else 5)
