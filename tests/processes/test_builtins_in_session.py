# SPDX-License-Identifier: Apache-2.0

"""Builtins in columns, in separate sessions: the order of extensions, other plugins, no plugin."""

from __future__ import annotations

import pytest

from harness.cpu_gpu_runner import cpu_operators

OURS = "io.github.rapidsudfs.RapidsUdfsExtensions"


@pytest.mark.parametrize("kind", ["first", "last", "patch"])
def test_the_order_of_extensions_and_the_plugins_patch_do_not_matter(run_script, kind: str) -> None:
    report = run_script("builtins_in_session", "emulate", kind)
    assert report["extensions"].index(OURS) == (2 if kind == "last" else 0)
    assert report["on"]["rows"] == report["off"]["rows"] == report["without"]["rows"] != []
    assert report["on"]["counts"].keys() == {"next_day", "unix_date"}
    assert all(row_calls == 0 for row_calls, *_ in report["on"]["counts"].values())
    assert cpu_operators(report["on"]["plan"]) == []
    assert report["off"]["counts"] == report["without"]["counts"] == {}


@pytest.mark.parametrize(
    ("mode", "kind"), [("emulate", "month"), ("explain", "first"), ("cpu", "first")]
)
def test_without_the_supported_plugin_nothing_changes(run_script, mode: str, kind: str) -> None:
    """The plugin is of another month, only on the class path, or missing."""
    report = run_script("builtins_in_session", mode, kind)
    assert report["on"] == report["without"]
    assert report["on"]["counts"] == {}
    assert report["on"]["rows"] == report["off"]["rows"] != []
    assert "UDF" not in report["on"]["plan"]
    warning = "the plugin is 26.02.7, and this build of rapids-udfs has columnar bodies for "
    assert [warning in line for line in report["log"]] == ([True] if kind == "month" else [])
    assert ("Gpu" in report["on"]["plan"]) == (mode == "emulate")
