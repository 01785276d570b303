# SPDX-License-Identifier: Apache-2.0

"""Messages that a process logs once."""

from __future__ import annotations

import logging
from functools import cache


@cache
def log_once(level: int, text: str) -> None:
    """Log a message unless this process has logged it before."""
    logging.getLogger("rapids_udfs").log(level, "%s", text)
