# SPDX-License-Identifier: Apache-2.0

"""Python UDFs, compiled: their source as a program for the JVM, and the hook that hands it over."""

from __future__ import annotations

from rapids_udfs.python_udfs.function import program_of
from rapids_udfs.python_udfs.hook import install
from rapids_udfs.python_udfs.refusal import Refusal

__all__ = ["Refusal", "install", "program_of"]
