# SPDX-License-Identifier: Apache-2.0

"""The compiler's front end: the source of Python UDFs as programs, and the hook that sends them."""

from __future__ import annotations

from rapids_udfs.python_udfs.function import program_of
from rapids_udfs.python_udfs.hook import install
from rapids_udfs.python_udfs.refusal import Refusal

__all__ = ["Refusal", "install", "program_of"]
