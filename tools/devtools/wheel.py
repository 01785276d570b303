"""Builds the wheel and looks at what is in it."""

from __future__ import annotations

import zipfile
from pathlib import Path

from devtools import jars, matrix
from devtools.paths import DIST, PYTHON
from devtools.process import DevError, check

_LARGEST_BYTES = 10_000_000


def build() -> Path:
    """Build all jars and the wheel into ``dist/``, replacing what is there, and check it."""
    lines = matrix.load().lines
    jars.ensure_staged(lines)
    for old in DIST.glob("*.whl"):
        old.unlink()
    hatchling = [str(PYTHON), "-m", "hatchling", "build", "-t", "wheel"]
    check([*hatchling, "-d", str(DIST)], "hatchling could not build the wheel (see above)")
    names = {name for line in lines for name in jars.jar_names(line)}
    (wheel,) = DIST.glob("*.whl")
    inspect(wheel, sorted(names - {jars.GOLDEN_JAR}))
    return wheel


def inspect(wheel: Path, wanted_jars: list[str]) -> None:
    """Fails unless the wheel holds exactly the wanted jars and is small."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    found = sorted(Path(name).name for name in names if name.endswith(".jar"))
    if found != wanted_jars:
        raise DevError(f"{wheel.name} holds the jars {found} instead of {wanted_jars}")
    for name in ("rapids_udfs/py.typed", "rapids_udfs/_versions.py"):
        if name not in names:
            raise DevError(f"{wheel.name} lacks {name}")
    size = wheel.stat().st_size
    if size > _LARGEST_BYTES:
        raise DevError(f"{wheel.name} has {size:,} bytes, more than {_LARGEST_BYTES:,}")
