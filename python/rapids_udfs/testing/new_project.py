# SPDX-License-Identifier: Apache-2.0

"""Writes the project of a library of functions, for ``rapids-udfs new``."""

from __future__ import annotations

import keyword
import re
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from rapids_udfs._versions import LINES, __version__
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.runtime.installed import supported_line

TEMPLATE = Path(__file__).resolve().parent / "template"
_SBT = "1.13.0"
# fmt: off
_JAVA_KEYWORDS = {  # less those that Python has too
    "abstract", "boolean", "byte", "case", "catch", "char", "const", "default", "do", "double",
    "enum", "extends", "final", "float", "goto", "implements", "instanceof", "int", "interface",
    "long", "native", "new", "null", "package", "private", "protected", "public", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
    "transient", "true", "false", "void", "volatile",
}
# fmt: on
# The Python package must not hide what its tests and PySpark import, nor a folder of the project.
_TAKEN = {
    *("hypothesis", "numpy", "pandas", "py4j", "pyarrow", "pyspark", "pytest", "rapids_udfs"),
    *("dist", "project", "src", "target", "tests"),
    *sys.stdlib_module_names,
    *keyword.kwlist,
}
_SERVICES = Path("META-INF", "services", "io.github.rapidsudfs.api.DualFunction")


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
    if module in _TAKEN:
        raise ArgumentValueError(
            f"{name!r} cannot name a project: its Python package, {module}, would take the name of "
            "another; use something like my-udfs"
        )
    parts = package.split(".")
    keywords = {*_JAVA_KEYWORDS, *keyword.kwlist}
    # The JVM does not load user classes in the package java.
    if parts[0] == "java" or any(
        part in keywords or not re.fullmatch(r"[a-z_][a-z0-9_]*", part) for part in parts
    ):
        raise ArgumentValueError(
            f"{package!r} cannot name a Java package: use something like com.acme.udfs"
        )
    existed = folder.exists()
    if existed and (not folder.is_dir() or any(folder.iterdir())):
        raise ArgumentValueError(f"{folder} is there already and not empty; nothing was written")
    version = spark or LINES[0].main
    pythons = supported_line(version).python
    values = {"NAME": name, "MODULE": module, "PACKAGE": package, "SBT": _SBT, "SPARK": version}
    values |= {"VERSION": __version__, "PYTHON": f"{pythons[0]} to {pythons[-1]}"}
    written: list[Path] = []
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # All or nothing: half a project would be in the way of the next attempt.
        with TemporaryDirectory(dir=folder) as draft:
            for source in sorted(TEMPLATE.rglob("*")):
                if source.is_file() and "__pycache__" not in source.parts:
                    text = source.read_text(encoding="utf-8")
                    text = re.sub(r"@([A-Z]+)@", lambda m: values[m[1]], text)
                    path = _destination(source.relative_to(TEMPLATE), parts, module)
                    Path(draft, path).parent.mkdir(parents=True, exist_ok=True)
                    Path(draft, path).write_text(text, encoding="utf-8")
                    written.append(folder / path)
            for entry in Path(draft).iterdir():
                entry.rename(folder / entry.name)
    except BaseException:
        if not existed:
            with suppress(OSError):
                folder.rmdir()
        raise
    return written


def _destination(path: Path, package: list[str], module: str) -> Path:
    """The destination of a template's file: some cannot be packaged under their final paths."""
    folders = {
        "src": Path("src", "main", "java", *package),
        "package": Path(module),
        "services": Path("src", "main", "resources", _SERVICES),
        "ci": Path(".github", "workflows"),
        "gitignore": Path(".gitignore"),
    }
    return Path(folders.get(path.parts[0], path.parts[0]), *path.parts[1:])
