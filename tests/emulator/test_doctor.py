# SPDX-License-Identifier: Apache-2.0

"""``configure`` creates a healthy session of mode ``emulate``."""

from __future__ import annotations

import rapids_udfs


def test_nothing_is_found(spark) -> None:
    diagnosis = rapids_udfs.doctor(spark)
    assert diagnosis.healthy, diagnosis
    assert not diagnosis.not_checked
    assert "Nothing is wrong" in diagnosis._repr_html_()
