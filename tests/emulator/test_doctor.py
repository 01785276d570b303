# SPDX-License-Identifier: Apache-2.0

"""A session of mode ``emulate`` as ``configure`` makes it is a healthy one."""

from __future__ import annotations

import rapids_udfs


def test_nothing_is_found(spark) -> None:
    found = rapids_udfs.doctor(spark)
    assert found.healthy, found
    assert not found.not_checked
    assert "Nothing is wrong" in found._repr_html_()
