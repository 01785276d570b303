# SPDX-License-Identifier: Apache-2.0

"""The skeleton of a function of the catalogue: its class and its case file."""

from __future__ import annotations

import difflib
import keyword
import re
from collections.abc import Sequence
from pathlib import Path

from devtools import ddl, matrix
from devtools.ddl import Type
from devtools.generated.source import CATALOGUE_JSON, TITLES, by_category
from devtools.paths import ROOT
from devtools.process import DevError

USAGE = (
    'usage: make new-function NAME=slugify CATEGORY=text TYPES="string -> string"\n'
    "The types are Spark's, as in docs/types.md: the argument types, separated by commas, "
    "an arrow, and the result type."
)
MOST_ARGUMENTS = 22

_PACKAGE = "io.github.rapidsudfs"
# REUSE-IgnoreStart
_LICENCE = "// SPDX-License-Identifier: Apache-2.0"
# REUSE-IgnoreEnd
_LANGUAGE = {"Boolean", "Byte", "Short", "Integer", "Long", "Float", "Double", "String", "Void"}


def files(name: str, category: str, types: str, root: Path = ROOT) -> dict[Path, str]:
    arguments, result = parse(types)
    java_class = class_name(name)
    functions = root / "jvm/src/main/java" / _PACKAGE.replace(".", "/") / "functions"
    if category not in TITLES:
        close = difflib.get_close_matches(category.lower(), TITLES, n=1, cutoff=0.4)
        near = f"; did you mean {close[0]}?" if close else ""
        listed = f" The categories are {', '.join(TITLES)}"
        raise DevError(f"there is no category {category!r}{near}{listed}")
    cases = root / "tests/cases" / f"{name}.sql"
    _require_new(name, cases, *functions.rglob(f"{java_class}.java"))
    text = java(name, category, arguments, result)
    return {functions / category / f"{java_class}.java": text, cases: case_file(name, arguments)}


def parse(types: str) -> tuple[list[Type], Type]:
    before, arrow, after = types.partition("->")
    if not arrow or not after.strip():
        raise DevError(f'{types!r} has no result type: write TYPES="string, int -> string"')
    arguments = [ddl.parse(each) for each in ddl.split(before)]
    if len(arguments) > MOST_ARGUMENTS:
        raise DevError(
            f"{len(arguments)} arguments: Spark's functions take at most {MOST_ARGUMENTS}"
        )
    return arguments, ddl.parse(after)


def class_name(name: str) -> str:
    """Return the class of a function: ``WordCount`` for ``word_count``."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise DevError(f"{name!r} is not a function name: use lower case, with _ between words")
    if keyword.iskeyword(name):
        raise DevError(f"{name!r} is a Python keyword and cannot name the Python function")
    return "".join(word.capitalize() for word in name.split("_"))


def _require_new(name: str, *paths: Path) -> None:
    if any(f.name == name for listed in by_category(CATALOGUE_JSON).values() for f in listed):
        raise DevError(f"the catalogue already has a function {name}: rapids-udfs show {name}")
    for path in paths:
        if path.exists():
            raise DevError(f"{path.name} already exists: {path}")
    try:
        import pyspark.sql.functions as builtins
    except ImportError:
        return
    # Before Spark 4 the module does not list its names.
    if name in getattr(builtins, "__all__", dir(builtins)):
        raise DevError(f"Spark has a builtin function {name}; choose another name")


def java(name: str, category: str, arguments: Sequence[Type], result: Type) -> str:
    """Return the formatted class, with bodies that throw."""
    simple_name, count = class_name(name), len(arguments)
    names = ["value"] if count == 1 else [f"value{i}" for i in range(1, count + 1)]
    full = [t.java for t in [*arguments, result]]
    qualified = {word for t in full for word in re.findall(r"[a-z]+(?:\.\w+)+", t)}
    *takes, returns = (re.sub(r"[a-z]+\.(?:[a-z]+\.)*", "", t) for t in full)
    ours = ("api.Category", "api.NullRule", "api.Signature", f"udf.Udf{count}")
    spark = f"org.apache.spark.sql.api.java.UDF{count}"
    imports = sorted(
        {"ai.rapids.cudf.ColumnVector", *(f"{_PACKAGE}.{c}" for c in ours), spark, *qualified}
    )
    if simple_name in {*_LANGUAGE, "Object", "Override", *(i.rpartition(".")[2] for i in imports)}:
        raise DevError(f"{name!r} would have the name of another class, {simple_name}")
    of = f"<{', '.join([*takes, returns])}>"
    parameters = ", ".join(f"{t} {n}" for t, n in zip(takes, names, strict=True))
    columns = ", ".join(f"ColumnVector {n}" for n in names) or "int rows"
    lines = [
        _LICENCE,
        "",
        f"package {_PACKAGE}.functions.{category};",
        "",
        *(f"import {i};" for i in imports),
        "",
        "/** Describe the function in a sentence. */",
        *_wrapped(
            f"public final class {simple_name} extends Udf{count}{of}",
            f"implements UDF{count}{of} {{",
        ),
        f"  public {simple_name}() {{",
        "    super(",
        f'        Signature.named("{name}")',
        f"            .in(Category.{category.upper()})",
        *(f'            .takes("{n}", "{t.ddl}")' for n, t in zip(names, arguments, strict=True)),
        f'            .returns("{result.ddl}")',
        "            .nulls(NullRule.ANY_NULL)",
        '            .summary("Says what it does, in the third person and without a full stop")',
        *_example(call(name, arguments), "the result as a string"),
        f'            .since("{matrix.load().version}"));',
        "  }",
        *_body(name, "row-wise", f"{returns} row({parameters})"),
        *_body(name, "columnar", f"ColumnVector columnar({columns})"),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _wrapped(head: str, tail: str) -> list[str]:
    one = f"{head} {tail}"
    return [one] if len(one) <= 100 else [head, f"    {tail}"]


def _example(sql: str, shows: str) -> list[str]:
    one = f'            .example("{sql}", "{shows}")'
    parts = [f'"{sql}",', f'"{shows}")']
    return [one] if len(one) <= 100 else ["            .example(", *(" " * 16 + p for p in parts)]


def _body(name: str, which: str, declared: str) -> list[str]:
    return [
        "",
        "  @Override",
        f"  protected {declared} {{",
        f'    throw new UnsupportedOperationException("{name}: write the {which} body");',
        "  }",
    ]


def case_file(name: str, arguments: Sequence[Type]) -> str:
    """Return the case file: instructions, a case to complete, NULL, and a wrong call."""
    lines = [
        "-- One case per line: an expression that calls the function, =>, its result as a string.",
        "-- Write cases for the edges: empty values, extremes, text beyond ASCII, nested nulls.",
        "-- After '=>!' comes a part of the error message.",
        f"{call(name, arguments)} => the result as a string",
    ]
    if arguments:
        lines.append(f"{name}({', '.join(['NULL'] * len(arguments))}) => NULL")
    lines.append(f"{name}({', '.join(['1'] * (len(arguments) + 1))}) =>! WRONG_NUM_ARGS")
    return "\n".join(lines) + "\n"


def call(name: str, arguments: Sequence[Type]) -> str:
    return f"{name}({', '.join(t.value for t in arguments)})"
