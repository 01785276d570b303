# SPDX-License-Identifier: Apache-2.0

"""Values that a narrower type cannot hold: an error everywhere, never wrapped or made infinite.

Triton's servers have a copy of this module beside their script.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def outside(values: Any, dtype: Any) -> str:
    """The numbers of an array that a narrower type cannot hold, in words; empty if it holds all."""
    wanted = np.dtype(dtype)
    if wanted.kind in "iu" and values.dtype.kind in "iu" and values.size:
        least, most, limits = int(values.min()), int(values.max()), np.iinfo(wanted)
        if least < limits.min or most > limits.max:
            return f"numbers from {least} to {most}"
    if wanted.kind == "f":
        with np.errstate(over="ignore"):
            lost = values[np.isinf(values.astype(wanted)) & np.isfinite(values)]
        if lost.size:
            return f"the number {lost.flat[0]}"
    return ""
