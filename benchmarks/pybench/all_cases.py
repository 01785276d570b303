"""Every case, in the order of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench import arrays, distances, images, inference, serving

if TYPE_CHECKING:
    from pybench.case import Case


def all_cases() -> list[Case]:
    """The cases. A session must run, to which their UDFs belong."""
    return [
        *distances.cases(),
        *arrays.cases(),
        *images.cases(),
        *inference.cases(),
        *serving.cases(),
    ]
