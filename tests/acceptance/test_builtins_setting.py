# SPDX-License-Identifier: Apache-2.0

"""The setting of the builtins in a session where the plugin runs nothing."""

from __future__ import annotations

import pytest

from rapids_udfs.testing import frames

SETTING = "spark.rapidsUdfs.builtins"


def test_a_misspelt_name_is_an_error(spark) -> None:
    says = rf"{SETTING} must be all, none or names out of .*next_day.*not next_dy"
    with (
        frames.settings(spark, {SETTING: "unix_date,next_dy"}),
        pytest.raises(Exception, match=says),
    ):
        spark.sql("SELECT 1").collect()


@pytest.mark.parametrize("names", ["next_day", "none", "ALL"])
def test_a_right_value_is_no_error(spark, names: str) -> None:
    with frames.settings(spark, {SETTING: names}):
        assert spark.sql("SELECT 1").first() == (1,)
