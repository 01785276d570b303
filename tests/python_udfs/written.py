# SPDX-License-Identifier: Apache-2.0

"""Modules that a test writes, because the front end reads files."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def imported(folder: Path, name: str, text: str) -> ModuleType:
    """Write a module with a unique name, and import it."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
