# SPDX-License-Identifier: Apache-2.0

"""Where Spark's builtins run: in the plugin, by its verdict on calls over columns, or here.

The calls come from the builtin's example in Spark's documentation. Its first argument is replaced
by a column of every type that Spark accepts there without a cast, the others by a column in turn.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rapids_udfs.plans.plan_text import Node, parse
from rapids_udfs.plans.queries import plugin_texts, query_of, replanned
from rapids_udfs.session.query_errors import quiet_query_logger

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TYPES = {
    "boolean": "true",
    "tinyint": "1Y",
    "smallint": "1S",
    "int": "1",
    "bigint": "1L",
    "float": "1F",
    "double": "1D",
    "decimal": "CAST(1 AS DECIMAL(10,2))",
    "string": "'a'",
    "binary": "X'61'",
    "date": "DATE'2024-01-01'",
    "timestamp": "TIMESTAMP'2024-01-01 00:00:00'",
    "array": "array(1)",
    "strings": "array('a')",
    "map": "map('a', 1)",
    "struct": "named_struct('a', 1)",
}
_VIEW = "builtin_list"
_AT_ONCE = 20
_EXAMPLE = re.compile(r"^\s*> (SELECT .*?);\s*$", re.MULTILINE | re.DOTALL)
_BRIDGE = {"spark.rapids.sql.expression.cpuBridge.enabled": "true"}
_SETTING = "spark.rapidsUdfs.builtins"
NATIVE, BRIDGE, CPU = "plugin", "bridge", "cpu"


def verdicts(
    spark: SparkSession, folder: Path, builtins: Sequence[str]
) -> dict[str, dict[str, str]]:
    """Return where every call over columns runs, by builtin.

    A call is named by the types of the arguments that are columns; the others are constants.
    """
    quiet_query_logger()
    path = str(folder / "rows")
    columns = [f"{sql} AS c_{name}" for name, sql in TYPES.items()]
    spark.range(1).selectExpr(*columns).write.parquet(path)
    spark.read.parquet(path).createOrReplaceTempView(_VIEW)
    calls = [(name, *call) for name in builtins for call in _calls(spark, name)]
    by_builtin: dict[str, dict[str, str]] = defaultdict(dict)
    for at in range(0, len(calls), _AT_ONCE):
        some = calls[at : at + _AT_ONCE]
        sqls = [sql for _, _, sql in some]
        for (name, kind, _), place, ours in zip(
            some, _places(spark, sqls, "none"), _places(spark, sqls, "all"), strict=True
        ):
            if place:
                by_builtin[name][kind] = "here" if ours == "here" else place
    return dict(by_builtin)


def names(spark: SparkSession) -> list[str]:
    """Return the builtins that are called by name."""
    rows = spark.sql("SHOW SYSTEM FUNCTIONS").collect()
    return sorted({row.function for row in rows if row.function.isidentifier()})


def _calls(spark: SparkSession, name: str) -> Iterator[tuple[str, str]]:
    """Yield the names and expressions of a builtin's calls that Spark accepts without a cast."""
    arguments = _example(spark, name)
    if not arguments:
        return
    kinds = [_type(spark, sql) for sql in arguments]
    tried = [(0, kind) for kind in TYPES]
    tried += [(at, kind) for at, kind in enumerate(kinds) if at > 0 and kind in TYPES]
    for at, kind in tried:
        inputs = [f"c_{kind}" if i == at else sql for i, sql in enumerate(arguments)]
        shown = ["_"] * len(arguments)
        shown[at] = kind
        sql = f"{name}({', '.join(inputs)})"
        if _is_taken(spark, sql, f"c_{kind}"):
            yield ", ".join(shown), sql


def _example(spark: SparkSession, name: str) -> list[str]:
    """Return the arguments of the first example that calls the builtin."""
    jvm = spark._jvm
    registry = jvm.org.apache.spark.sql.catalyst.analysis.FunctionRegistry.builtin()
    info = registry.lookupFunction(
        jvm.io.github.rapidsudfs.RapidsUdfs.functionNames().builtin(name)
    )
    if info.isEmpty():
        return []
    parser = spark._jsparkSession.sessionState().sqlParser()
    for sql in _EXAMPLE.findall(info.get().getExamples().replace("_FUNC_", name)):
        try:
            trees = [parser.parsePlan(sql)]
        except Exception:
            continue
        while trees:
            tree = trees.pop()
            kind, below = tree.getClass().getSimpleName(), [tree.children()]
            if kind == "UnresolvedFunction" and tree.nameParts().head() == name:
                of = [tree.arguments().apply(i) for i in range(tree.arguments().size())]
                return [_text(sql, argument) for argument in of]
            if hasattr(tree, "expressions") and "logical" in tree.getClass().getName():
                below.append(tree.expressions())
            trees += [each.apply(i) for each in below for i in range(each.size())]
    return []


def _text(sql: str, expression: Any) -> str:
    origin = expression.origin()
    if origin.startIndex().isEmpty():  # Spark 3.5 does not record it for every expression
        return str(expression.sql())
    return sql[origin.startIndex().get() : origin.stopIndex().get() + 1]


def _type(spark: SparkSession, sql: str) -> str:
    try:
        (field,) = spark.sql(f"SELECT {sql}").schema.fields
    except Exception:
        return ""
    return re.split(r"[<(]", field.dataType.simpleString())[0]


def _is_taken(spark: SparkSession, sql: str, column: str) -> bool:
    """Return whether Spark accepts a call without casting its column."""
    try:
        plan = spark.sql(f"SELECT {sql} FROM {_VIEW}")._jdf.queryExecution().analyzed().toString()
    except Exception:
        return False
    return f"cast({column}#" not in plan and "Generate" not in plan and "Aggregate" not in plan


def _places(spark: SparkSession, sqls: Sequence[str], builtins: str) -> list[str]:
    """Return the places where expressions would run; ``here`` is in columns by this library.

    Empty if the optimizer rejects the expression, such as a constant that is not a valid pattern.
    """
    fields = ", ".join(f"{sql} AS v{i}" for i, sql in enumerate(sqls))
    try:
        query = query_of(f"SELECT {fields} FROM {_VIEW}", "ask", spark)
        (text,) = plugin_texts(spark, replanned(query, _BRIDGE | {_SETTING: builtins}))
    except Exception:
        if len(sqls) == 1:
            return [""]
        half = len(sqls) // 2
        return [p for part in (sqls[:half], sqls[half:]) for p in _places(spark, part, builtins)]
    aliases = {}
    for node in parse(text):
        if node.spark_class == "Alias" and (at := re.search(r" AS v(\d+)#", node.text)):
            aliases[int(at[1])] = _place(node)
    # If the optimizer replaced the expression by a column or a constant, it needs no plugin.
    return [aliases.get(i, NATIVE) for i in range(len(sqls))]


def _place(node: Node) -> str:
    below = list(node.expressions())
    if any(n.marker == "!" for n in below):
        return CPU
    if any(n.marker == "^" for n in below):
        return BRIDGE
    return "here" if any(n.spark_class == "ScalaUDF" for n in below) else NATIVE
