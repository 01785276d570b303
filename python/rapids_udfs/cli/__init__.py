# SPDX-License-Identifier: Apache-2.0

"""The command line: ``rapids-udfs``."""

from __future__ import annotations

from rapids_udfs.cli.main import main

__all__ = ["main"]
