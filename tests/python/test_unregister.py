# SPDX-License-Identifier: Apache-2.0

"""``unregister`` takes back what ``register`` did, and nothing else."""

from __future__ import annotations

import dataclasses

import pytest
from pyspark.errors import AnalysisException

from harness.session import temporary, temporary_first, value
from rapids_udfs import list_functions, register, unregister
from rapids_udfs.catalogue.function_info import function_info
from rapids_udfs.errors import (
    ArgumentTypeError,
    RapidsUdfsError,
    RegistrationError,
)
from rapids_udfs.registration import api as registration


class TestUnregister:
    def test_all(self, fresh) -> None:
        register(fresh, prefix="p_")
        register(fresh, "word_count", prefix="q_")
        gone = unregister(fresh)
        assert len(gone) == len(list_functions()) + 1
        assert temporary(fresh) == set()
        assert unregister(fresh) == ()
        assert value(fresh, "word_count('a b')") == 2  # the extension's

    def test_those_of_a_prefix(self, fresh) -> None:
        register(fresh, "word_count", "count_nulls", prefix="p_")
        register(fresh, "word_count", prefix="q_")
        assert {f.sql_name for f in unregister(fresh, prefix="P_")} == {
            "p_word_count",
            "p_count_nulls",
        }
        assert temporary(fresh) == {"q_word_count"}

    @pytest.mark.parametrize(("name", "prefix"), [("WORD_COUNT", "p_"), ("p_word_count", None)])
    def test_one(self, fresh, name: str, prefix: str | None) -> None:
        register(fresh, "word_count", "identity", prefix="p_")
        (gone,) = unregister(fresh, name, prefix=prefix)
        assert (gone.name, gone.sql_name) == ("word_count", "p_word_count")
        assert temporary(fresh) == {"p_identity"}
        with pytest.raises(AnalysisException, match="p_word_count"):
            fresh.sql("SELECT p_word_count('a')")
        register(fresh, "word_count", prefix="p_")
        assert value(fresh, "p_word_count('a b')") == 2

    def test_what_was_not_registered(self, fresh) -> None:
        register(fresh, "word_count", prefix="p_")
        for name, why in {
            "p_word_cont": "'p_word_cont' in this session: there are p_word_count",
            "word_count": "it comes with the session's extension. Without: configure",
        }.items():
            with pytest.raises(RapidsUdfsError, match=f"nothing was unregistered.*{why}"):
                unregister(fresh, "p_word_count", name)
        assert temporary(fresh) == {"p_word_count"}
        with pytest.raises(ArgumentTypeError, match=r"names one by one: unregister\(spark"):
            unregister(fresh, ["word_count"])  # type: ignore[arg-type]
        with pytest.raises(RegistrationError):
            unregister(fresh, prefix="1")
        unregister(fresh)
        with pytest.raises(RapidsUdfsError, match="'p_word_count' in this session: there is none"):
            unregister(fresh, "p_word_count")

    def test_what_has_been_replaced_since(self, fresh) -> None:
        register(fresh, "word_count", prefix="p_")
        fresh.udf.register("p_word_count", lambda text: -1, "int")
        with pytest.raises(RapidsUdfsError, match="another function has taken its name since"):
            unregister(fresh, "p_word_count")
        assert unregister(fresh) == ()
        assert value(fresh, "p_word_count('a b')") == -1

    def test_a_builtin_has_its_name_again(self, fresh, monkeypatch: pytest.MonkeyPatch) -> None:
        info = dataclasses.replace(function_info("word_count"), name="per")
        monkeypatch.setattr(registration, "function_info", lambda name: info)
        temporary_first(fresh)
        register(fresh, "per", prefix="up", override_builtin=True)
        assert value(fresh, "upper('a b')") == 2
        unregister(fresh, "upper")
        assert value(fresh, "upper('a b')") == "A B"
