# SPDX-License-Identifier: Apache-2.0

"""Builds the wheel and the source distribution, and checks their contents."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

from devtools import jars, matrix
from devtools.paths import DIST, PYTHON
from devtools.process import DevError, check

_LARGEST_BYTES = 10_000_000
_NEEDED = tuple(
    f"rapids_udfs/{name}" for name in ("py.typed", "_versions.py", "functions/__init__.pyi")
)


def build() -> tuple[Path, Path]:
    """Build all jars, then the wheel and the sdist into ``dist/``, and check these."""
    lines = matrix.load().lines
    jars.ensure_staged(lines)
    for old in (*DIST.glob("*.whl"), *DIST.glob("rapids_udfs-*.tar.gz")):
        old.unlink()
    hatchling = [str(PYTHON), "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist"]
    check([*hatchling, "-d", str(DIST)], "hatchling could not build (see above)")
    names = {name for line in lines for name in jars.jar_names(line)} - {jars.GOLDEN_JAR}
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("rapids_udfs-*.tar.gz")
    inspect(wheel, sorted(names))
    inspect(sdist, sorted(names))
    twine = [str(PYTHON), "-m", "twine", "check", "--strict", str(wheel), str(sdist)]
    check(twine, "the package's metadata is faulty (see above)")
    return wheel, sdist


def names(archive: Path) -> list[str]:
    """Return the paths of the files in a wheel or an sdist, relative to ``python``."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return wheel.namelist()
    with tarfile.open(archive) as sdist:
        inner = [name.partition("/")[2] for name in sdist.getnames()]
    return [name.removeprefix("python/") for name in inner]


def inspect(archive: Path, wanted_jars: list[str]) -> None:
    """Fail unless a wheel or sdist contains exactly the wanted jars and is small."""
    held = names(archive)
    jars_in_wheel = sorted(Path(name).name for name in held if name.endswith(".jar"))
    if jars_in_wheel != wanted_jars:
        raise DevError(f"{archive.name} has the jars {jars_in_wheel} instead of {wanted_jars}")
    for name in _NEEDED:
        if name not in held:
            raise DevError(f"{archive.name} lacks {name}")
    size = archive.stat().st_size
    if size > _LARGEST_BYTES:
        raise DevError(f"{archive.name} has {size:,} bytes, more than {_LARGEST_BYTES:,}")
