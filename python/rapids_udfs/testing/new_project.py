# SPDX-License-Identifier: Apache-2.0

"""Writes the project of a library of functions, for ``rapids-udfs new``."""

from __future__ import annotations

import contextlib
import keyword
import re
import shutil
import sys
from pathlib import Path

from rapids_udfs._versions import LINES, __version__
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.runtime.installed import supported_line

TEMPLATE = Path(__file__).resolve().parent / "template"
_SBT = "1.13.0"
# Java's keywords, less those that Python has too.
# fmt: off
_RESERVED = {
    "abstract", "boolean", "byte", "case", "catch", "char", "const", "default", "do", "double",
    "enum", "extends", "final", "float", "goto", "implements", "instanceof", "int", "interface",
    "long", "native", "new", "null", "package", "private", "protected", "public", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
    "transient", "true", "false", "void", "volatile",
}
# fmt: on
# What its tests and PySpark import.
_IMPORTED = {"hypothesis", "numpy", "pandas", "py4j", "pyarrow", "pyspark", "pytest", "rapids_udfs"}
_FOLDERS = {"dist", "project", "src", "target", "tests"}
_SERVICES = Path("META-INF", "services", "io.github.rapidsudfs.core.DualFunction")


def create(folder: Path, package: str = "com.example", spark: str | None = None) -> list[Path]:
    """Write the files of a new project; no existing file is touched.

    Args:
        folder: the project's folder, which must be missing or empty. Its name is the project's.
        package: the package of its Java classes.
        spark: the Spark version to require; by default the newest supported one.

    Returns:
        The files.

    Raises:
        ArgumentValueError: a name that cannot be used, or a folder with files in it.
        UnsupportedError: a Spark version that is not supported.
        OSError: a file cannot be written.
    """
    name = folder.name or folder.resolve().name
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name):
        raise ArgumentValueError(
            f"{name!r} cannot name a project: use lower-case letters, digits and dashes, such as "
            "my-udfs"
        )
    module = name.replace("-", "_")
    # The name of its Python package, which must not hide another one.
    taken = {*_IMPORTED, *_FOLDERS, *sys.stdlib_module_names}
    if module in taken or keyword.iskeyword(module):
        raise ArgumentValueError(
            f"{name!r} cannot name a project: its Python package, {module}, would take the name of "
            "another; use something like my-udfs"
        )
    parts = package.split(".")
    good = all(re.fullmatch(r"[a-z_][a-z0-9_]*", part) for part in parts)
    # The JVM does not load users' classes in the package java.
    if (
        not good
        or parts[0] == "java"
        or any(part in _RESERVED or keyword.iskeyword(part) for part in parts)
    ):
        raise ArgumentValueError(
            f"{package!r} cannot name a Java package: use something like com.acme.udfs"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArgumentValueError(f"{folder} is there already and not empty; nothing was written")
    version = spark or LINES[0].main
    pythons = supported_line(version).python
    values = {"NAME": name, "MODULE": module, "PACKAGE": package, "SBT": _SBT, "SPARK": version}
    values |= {"VERSION": __version__, "PYTHON": f"{pythons[0]} to {pythons[-1]}"}
    existed = folder.exists()
    made: list[Path] = []
    try:
        for source in sorted(TEMPLATE.rglob("*")):
            if source.is_file() and "__pycache__" not in source.parts:
                text = source.read_text(encoding="utf-8")
                text = re.sub(r"@([A-Z]+)@", lambda m: values[m[1]], text)
                made.append(folder / _place(source.relative_to(TEMPLATE), parts, module))
                made[-1].parent.mkdir(parents=True, exist_ok=True)
                made[-1].write_text(text, encoding="utf-8")
    except BaseException:  # Ctrl-C, too: half a project would be in the way of the next attempt
        _remove(folder, made, whole=not existed)
        raise
    return made


def _remove(folder: Path, made: list[Path], *, whole: bool) -> None:
    for entry in {folder / path.relative_to(folder).parts[0] for path in made}:
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                entry.unlink()
    if whole:
        with contextlib.suppress(OSError):
            folder.rmdir()


def _place(path: Path, package: list[str], module: str) -> Path:
    """The destination of a template's file: some cannot be packaged under their final paths."""
    places = {
        "src": Path("src", "main", "java", *package),
        "package": Path(module),
        "services": Path("src", "main", "resources", _SERVICES),
        "ci": Path(".github", "workflows"),
        "gitignore": Path(".gitignore"),
    }
    return Path(places.get(path.parts[0], path.parts[0]), *path.parts[1:])
