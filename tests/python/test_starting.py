# SPDX-License-Identifier: Apache-2.0

"""``start``: a builder with a name and settings, configured, and its session."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from pyspark.sql import SparkSession

from rapids_udfs import configure, start
from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.session import builder as starting


class Session:
    """A builder that is its own session."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}

    def config(self, key: str, value: object) -> Session:
        self.options[key] = value
        return self

    def appName(self, name: str) -> Session:  # noqa: N802 (PySpark's)
        return self.config("spark.app.name", name)

    def master(self, master: str) -> Session:
        return self.config("spark.master", master)

    def getOrCreate(self) -> Session:  # noqa: N802 (PySpark's)
        return self


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """The calls of ``configure``."""
    calls: list[tuple[str, dict[str, Any]]] = []

    def spy(builder: Session, mode: str, **options: Any) -> Session:
        calls.append((mode, options))
        return builder

    monkeypatch.setattr(starting, "configure", spy)
    monkeypatch.setattr(SparkSession, "builder", Session())
    return calls


def test_a_name_settings_a_master_and_options(configured) -> None:
    conf = {"spark.sql.shuffle.partitions": 2, "spark.ui.enabled": False}
    session: Any = start("cpu", "mine", conf, master="local[2]", metrics=True)
    assert session.options == {**conf, "spark.app.name": "mine", "spark.master": "local[2]"}
    assert configured == [("cpu", {"metrics": True})]


def test_without_any(configured) -> None:
    session: Any = start()
    assert session.options == {}
    assert configured == [("auto", {})]


def test_settings_in_a_list() -> None:
    with pytest.raises(ArgumentTypeError, match="start takes a dict of Spark's settings as conf="):
        start("cpu", conf=["spark.a=b"])  # type: ignore[arg-type]


def test_its_options_are_those_of_configure() -> None:
    of_configure = [
        p.name for p in inspect.signature(configure).parameters.values() if p.kind is p.KEYWORD_ONLY
    ]
    assert list(starting.Options.__annotations__) == of_configure
    assert list(inspect.signature(start).parameters) == [
        *("mode", "app_name", "conf", "master", "options"),
    ]
