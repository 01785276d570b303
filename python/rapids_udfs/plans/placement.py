# SPDX-License-Identifier: Apache-2.0

"""The plugin's plan for a query's functions: ``explain``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import IcebergError, PluginNotLoadedError, StreamingQueryError
from rapids_udfs.plans import plan_text, python_udfs
from rapids_udfs.plans.cached_plans import cached_plans, unlike_the_cached
from rapids_udfs.plans.plan_text import Node
from rapids_udfs.plans.python_udfs import NO_PLUGIN, PythonUdf, known
from rapids_udfs.plans.queries import Query, query_of
from rapids_udfs.registration.function_names import registered_names
from rapids_udfs.runtime.python_execs import PythonExec, Transfer, python_exec
from rapids_udfs.session.iceberg import EXPLAINING, HIDDEN, TO_CLASS_PATH
from rapids_udfs.session.jvm_objects import datasets, inner_queries, planned
from rapids_udfs.session.library import (
    UDF_EXPRESSIONS,
    entry_point,
    has_class,
    jvm_class,
    scala_version,
)
from rapids_udfs.session.modes import COMPILE_ROWS, PYTHON_UDFS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


_NOTHING_FOUND: Final = (
    "the plan has no UDF (Spark's own functions are not UDFs; .text has the plugin's verdict on "
    "each of them): the planner itself computes a query over VALUES, and a command like MERGE may "
    "plan its queries only while it runs, so explain a query over a table"
)
_NO_GPU_IMPLEMENTATION: Final = re.compile(
    r"provides a GPU implementation|not provide a GPU implementation"
)
"""The plugin's reason for a UDF without a columnar body."""

_PYTHON_UDFS: Final = ("PythonUDF", "PythonUDAF", "PythonUDTF")
"""The expressions that call Python."""

_COMPILED: Final = "PythonCall"
"""The expression that a compiled Python UDF becomes."""

_PYTHON: Final = (
    "a Python UDF is a row-by-row call of a Python worker; use a function of the catalogue where "
    "one fits (rapids-udfs list), else have it compiled (configure(python_udfs='compile')), else "
    "make it a pandas UDF, whose data at least the plugin hands over"
)
_PANDAS: Final = (
    "the plugin hands an Arrow or pandas UDF its data, and its Python code still runs on the CPU "
    "unless it uses the GPU itself; use a function of the catalogue where one fits "
    "(rapids-udfs list)"
)
_NOT_HANDED: Final = (
    "Spark hands this Python function its data: the plugin does not run its operator; use a "
    "function of the catalogue where one fits (rapids-udfs list), else pandas UDFs or mapInPandas"
)
_LAMBDA: Final = (
    "a plain lambda or UDF class has no columnar body: make it a class that implements "
    "com.nvidia.spark.RapidsUDF, or use a function of the catalogue where one fits "
    "(rapids-udfs list)"
)
_SHADOWED: Final = (
    "another function has this name in the session; register with a prefix or replace=True"
)
_COMPILED_HINT: Final = (
    "it is a compiled Python UDF, which has no columnar body; use a function of the catalogue "
    "where one fits (rapids-udfs list)"
)
_UNSUPPORTED: Final = "the plugin's reason says which of its types or settings stands in the way"
_AST_REQUIRED: Final = "AST is required"
"""The plugin's reason for an expression of a join's condition that is no cuDF AST."""
_AST: Final = (
    "the condition of this join must be one that cuDF compiles (AST), and no UDF is: compute a "
    "call on columns of one side in a subquery below the join; for others join on equal keys, or "
    "make it an inner join"
)
_NEIGHBOUR: Final = (
    "the function itself could run there: put what stays on the CPU into a query of its own "
    "(for instance a subquery or a view before it), or replace it"
)


@dataclass(frozen=True)
class PythonVerdict:
    """The plugin's verdict on an operator that runs Python; its code runs on the CPU either way."""

    exec: PythonExec
    """The operator's row in the table of Python operators."""
    transferred: bool
    """True if the plugin transfers the worker's data and gives it a share of the GPU."""
    reason: str
    """The reason it does not; empty if it does."""
    count: int
    """The number of such operators in the plan."""

    def __str__(self) -> str:
        what = f"{self.exec.name} ({self.exec.runs})"
        if self.transferred:
            return (
                f"{what}: the plugin transfers its data; its Python code uses a GPU only where it "
                "asks for it itself (rapids_udfs.gpu)"
            )
        fix = ""
        if self.exec.transfer is Transfer.OFF:
            fix = f"; {self.exec.setting}=true lets it ({self.exec.note})"
        elif self.exec.transfer is Transfer.NONE and self.exec.note:
            fix = f"; {self.exec.note}"
        return f"{what}: Spark transfers its data{fix}"


def _python_verdicts(nodes: Sequence[Node]) -> tuple[PythonVerdict, ...]:
    found: Counter[tuple[PythonExec, bool, str]] = Counter()
    for node in nodes:
        of_table = python_exec(node.spark_class) if node.is_operator else None
        if of_table is not None:
            on_gpu = node.marker == "*"
            found[of_table, on_gpu, "" if on_gpu else node.reason] += 1
    return tuple(PythonVerdict(*key, count) for key, count in found.items())


_EXPLAIN_PLAN = "com.nvidia.spark.rapids.ExplainPlan"
_ROW_BASED = "spark.rapids.sql.rowBasedUDF.enabled"
_ENABLED = "spark.rapids.sql.enabled"
_EXPLAINED = "spark.rapidsUdfs.builtins.explained"
"""Makes the extension plan builtins with columnar bodies as UDFs, for the plugin to explain."""
_NO_ICEBERG: Final = "NoClassDefFoundError: org/apache/iceberg/"
_CACHED = "\nA cached query that it reads, were it computed now:\n"


class Placement(str, Enum):
    """The place where an expression would run."""

    GPU = "gpu"
    """In columns on the GPU."""
    CPU_BRIDGE = "cpu-bridge"
    """Row by row on the CPU, inside an operator on the GPU."""
    ROW_BASED = "row-based"
    """Row by row on the CPU inside an operator on the GPU, by ``rowBasedUDF.enabled``."""
    CPU = "cpu"
    """Row by row on the CPU."""

    def __str__(self) -> str:
        return self.value


_LEFT: Final = {"!": Placement.CPU, "^": Placement.CPU_BRIDGE}


@dataclass(frozen=True)
class Verdict:
    """The plugin's verdict on a function in a plan."""

    function: str
    """Its name in the catalogue; for a UDF that is not of the catalogue, the name in the plan."""
    placement: Placement
    reason: str
    """The reason it is not on the GPU; empty if it is."""
    calls: int
    """The number of its calls in the plan with this verdict."""
    hint: str = ""
    """The remedy that moves it to the GPU; empty if nothing is to be done."""

    def __str__(self) -> str:
        text = f"{self.function}: {self.placement}"
        text += f" ({self.reason})" if self.reason else ""
        return text + (f"\n  hint: {self.hint}" if self.hint else "")


class Explanation:
    """The plugin's explanation of a plan: ``str()`` is its own text.

    Attributes:
        text: the plugin's text on the query, and below it on each cached one that it reads; without
            the plugin, a line on each plain Python UDF.
        functions: its verdict on each function of the catalogue that the plan has.
        others: its verdict on each other UDF that the plan has, with a hint.
        python: its verdict on each operator that runs Python: whether it transfers the data.
        builtins: its verdict on each builtin of Spark's that has a columnar body in this library,
            and on each other one that does not run on the GPU.
        python_udfs: the plan's plain Python UDFs, each compiled into the query or in Python, and
            what stands in the way.
        hints: remedies that move more of the query to the GPU.
    """

    def __init__(
        self,
        text: str,
        functions: Sequence[Verdict],
        others: Sequence[Verdict],
        python: Sequence[PythonVerdict] = (),
        builtins: Sequence[Verdict] = (),
        python_udfs: Sequence[PythonUdf] = (),
    ) -> None:
        self.text = text
        self.functions = tuple(functions)
        self.others = tuple(others)
        self.python = tuple(python)
        self.builtins = tuple(builtins)
        self.python_udfs = tuple(python_udfs)
        found = [v.hint for v in (*self.functions, *self.others) if v.hint]
        something = found or functions or python or builtins or python_udfs
        self.hints = tuple(dict.fromkeys(found)) if something else (_NOTHING_FOUND,)

    @property
    def on_gpu(self) -> bool:
        """True if the plan has functions of the catalogue and all would run on the GPU."""
        return bool(self.functions) and all(v.placement is Placement.GPU for v in self.functions)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        of_python = (*self.python, *known(self.python_udfs))
        verdicts = (*self.functions, *self.others, *self.builtins, *of_python)
        return "\n".join(str(v) for v in verdicts) or _NOTHING_FOUND

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (v.function, v.placement, v.calls, v.reason, v.hint)
            for v in (*self.functions, *self.others, *self.builtins)
        ]
        rows += [(v.exec.name, Placement.CPU, v.count, v.reason, str(v)) for v in self.python]
        rows += python_udfs.rows(known(self.python_udfs))
        caption = "" if rows else _NOTHING_FOUND
        return html_table(("function", "where", "calls", "why", "hint"), rows, caption)


def explain(query: DataFrame | str, *, spark: SparkSession | None = None) -> Explanation:
    """Ask the plugin where it would run a query's functions, without running it and without a GPU.

        rapids_udfs.explain(df)
        rapids_udfs.explain("SELECT word_count(text) FROM pages")

    A command as text is not run, and one that ``spark.sql`` has run is not run again: an ``INSERT``
    is explained as Spark would plan it, ``CREATE … AS`` by its query.

    Functions of cached queries that it reads are included, as they would run if Spark had to
    compute them now; cached queries of subqueries are left out.

    Whether a plain Python UDF is compiled does not depend on the plugin. In a session without it,
    where ``spark.rapidsUdfs.pythonUdfs`` is ``compile`` or ``require`` or the query has a UDF of
    ``rapids_udfs.udf``, the explanation says that the plugin is not there and has ``python_udfs``
    alone.

    Args:
        query: a DataFrame of a session with the plugin's jar (mode ``explain`` or ``gpu``), or
            whose Python UDFs are compiled; or its SQL text.
        spark: the session that text is for; by default the active one.

    Raises:
        ArgumentTypeError: ``query`` is neither, or text without a session.
        PluginNotLoadedError: the plugin's classes are not in the session, and no Python UDFs
            are to be compiled.
        IcebergError: the query reads an Iceberg table, and Iceberg is where the plugin does not
            see it.
        NotOnConnectError: the session is a Spark Connect client.
        SessionStoppedError: the session has been stopped.
        StreamingQueryError: the query is a streaming one.
    """
    asked = query_of(query, "explain", spark)
    spark = asked.spark
    if asked.execution.analyzed().isStreaming():
        raise StreamingQueryError
    if not has_class(spark, _EXPLAIN_PLAN):
        udfs = python_udfs.without_plugin(asked)
        if udfs is None:
            raise PluginNotLoadedError(scala_version(spark))
        text = "\n".join([NO_PLUGIN, *map(str, udfs)])
        return Explanation(text, (), (), python_udfs=udfs)
    texts = ask(asked)
    row_based: frozenset[str] = frozenset()
    if (spark.conf.get(_ROW_BASED, "false") or "").lower() == "true":
        # They have no columnar body: where row-based ones are not allowed, they are rejected.
        row_based = frozenset(
            node.text
            for text in ask(asked, {_ROW_BASED: "false"})
            for node in plan_text.parse(text)
            if node.spark_class in UDF_EXPRESSIONS and _NO_GPU_IMPLEMENTATION.search(node.reason)
        )
    names = {name: name for name in by_name()} | registered_names(spark)
    names |= {info.class_name: name for name, info in by_name().items()}
    builtins = frozenset(entry_point(spark).builtins())
    return explanation(texts, names, row_based, builtins, python_udfs.of_query(asked))


def explanation(
    texts: Sequence[str],
    names: Mapping[str, str],
    row_based: frozenset[str] = frozenset(),
    builtins: frozenset[str] = frozenset(),
    udfs: Sequence[PythonUdf] = (),
) -> Explanation:
    """Parse the plugin's texts.

    Args:
        texts: on the query, and on each cached query that it reads.
        names: the catalogue's name for each name and class that a function has in plans.
        row_based: the expressions that run on the GPU's side as row-based UDFs only.
        builtins: Spark's functions that have a columnar body in this library.
        udfs: the query's plain Python UDFs.
    """
    functions, others, of_spark = Counter[Verdict](), Counter[Verdict](), Counter[Verdict]()
    nodes = [node for text in texts for node in plan_text.parse(text)]
    for node in nodes:
        functions.update(_in_hidden_lambdas(node, names))
        udf = _udf_name(node)
        if udf is None:
            if (builtin := _left_builtin(node)) is not None:
                of_spark[builtin] += 1
            continue
        # A Python UDF may have a catalogue function's name; it is not that function.
        is_python = node.spark_class in (*_PYTHON_UDFS, _COMPILED)
        function = None if is_python else names.get(udf)
        verdict = _verdict(node, function, udf, node.text in row_based)
        found = others if function is None else functions
        if udf in builtins and function is None and node.spark_class == "ScalaUDF":
            found = of_spark
        found[verdict] += 1
    ours, foreign, builtin_ones = (
        [replace(verdict, calls=calls) for verdict, calls in each.items()]
        for each in (functions, others, of_spark)
    )
    python = _python_verdicts(nodes)
    return Explanation(_CACHED.join(texts), ours, foreign, python, builtin_ones, udfs)


def _udf_name(node: Node) -> str | None:
    if node.spark_class in (*_PYTHON_UDFS, _COMPILED, "ScalaUDF"):
        return node.text.partition("(")[0]
    if node.spark_class in UDF_EXPRESSIONS:
        return node.text.partition("#")[2].partition("(")[0]
    return None


def _left_builtin(node: Node) -> Verdict | None:
    """Return the verdict on a builtin that does not run on the GPU; None for anything else."""
    name, call, _ = node.text.partition("(")
    if node.is_operator or node.marker not in _LEFT or not call or not name.isidentifier():
        return None
    return Verdict(name, _LEFT[node.marker], node.reason, 1)


def _verdict(node: Node, function: str | None, udf: str, row_based: bool) -> Verdict:
    if row_based:
        placement, reason = Placement.ROW_BASED, f"{_ROW_BASED} is set"
    elif node.spark_class in _PYTHON_UDFS:
        placement, reason = Placement.CPU, "it runs in a Python worker"
    elif node.marker == "*" and (holder := _holder(node)) is not None:
        placement, reason = _LEFT[holder.marker], _reason_in(holder)
    elif node.marker == "*":
        placement, reason = Placement.GPU, ""
    elif node.marker == "^":
        placement, reason = Placement.CPU_BRIDGE, node.reason
    else:
        placement, reason = Placement.CPU, node.reason or _held_back_by(node)
    hint = "" if function and placement is Placement.GPU else _hint(node, function)
    return Verdict(function or udf, placement, reason, 1, hint)


def _holder(node: Node) -> Node | None:
    """The expression off the GPU in whose lambda a call is; the plugin judges the call alone."""
    while node.parent is not None and not node.parent.is_operator:
        if node.spark_class == "LambdaFunction" and node.parent.marker in _LEFT:
            return node.parent
        node = node.parent
    return None


def _in_hidden_lambdas(node: Node, names: Mapping[str, str]) -> Iterator[Verdict]:
    """The functions of the catalogue in lambdas of which the plugin says nothing."""
    if node.is_operator or node.marker not in _LEFT:
        return
    if any(child.spark_class == "LambdaFunction" for child in node.children):
        return
    text = node.text
    for child in node.children:
        text = text.replace(child.text, "", 1)
    _, _, lambdas = text.partition("lambdafunction(")
    for called in re.findall(r"(?<![\w.#])(\w+)\(", lambdas):
        if called in names:
            yield Verdict(names[called], _LEFT[node.marker], _reason_in(node), 1, _NEIGHBOUR)


def _reason_in(holder: Node) -> str:
    return f"it is called in {holder.text.partition('(')[0]}: {holder.reason}"


def _hint(node: Node, function: str | None) -> str:
    """The remedy that moves a UDF to the GPU; ``function`` is its name in the catalogue, if any."""
    if node.spark_class in _PYTHON_UDFS:
        operator = node.operator()
        found = None if operator is None else python_exec(operator.spark_class)
        if found is None or found.name == "BatchEvalPythonExec":
            return _PYTHON
        return _PANDAS if found.transfer is Transfer.ON else _NOT_HANDED
    if node.spark_class == _COMPILED:
        return _COMPILED_HINT
    if _NO_GPU_IMPLEMENTATION.search(node.reason):
        return _LAMBDA if function is None else _SHADOWED
    if _AST_REQUIRED in node.reason:
        return _AST
    if node.marker in "@^" or _holder(node) is not None:
        return _NEIGHBOUR
    if node.marker == "*":
        return ""
    return _UNSUPPORTED


def _held_back_by(node: Node) -> str:
    """The operator's reasons that keep an expression that could run on the GPU off it."""
    operator = node.operator()
    if operator is None:
        return ""
    blockers = [
        f"{e.spark_class} {e.text.splitlines()[0] if e.text else ''}: {e.reason}".replace(" :", ":")
        for e in operator.expressions()
        if e.marker == "!"
    ]
    return f"{operator.spark_class} stays on the CPU: " + ("; ".join(blockers) or operator.reason)


def ask(query: Query, settings: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """The plugin's text on a query, and on each cached one that it reads, under further settings.

    This runs in a clone of the session, so that the settings affect nobody else. With the plugin
    enabled, a plan already has the plugin's operators, or compiled row-wise calls, which its
    explanation does not know; so Spark alone plans the query.
    """
    from rapids_udfs._py4j import Py4JJavaError

    spark = query.spark
    session = query.session.cloneSession()
    conf = session.conf()
    for key, value in settings.items():
        conf.set(key, value)
    before = conf.getOption(_ENABLED)
    conf.set(_ENABLED, "false")
    conf.set(COMPILE_ROWS, "false")
    conf.set(_EXPLAINED, "true")
    if conf.get(PYTHON_UDFS, "off").lower() == "require":
        # What cannot be compiled is explained as well.
        conf.set(PYTHON_UDFS, "compile")
    queries: list[Any] = []
    seen: list[Any] = []
    to_plan = [query.execution.analyzed()]
    while to_plan:
        plan = to_plan.pop()
        again = planned(spark, session, plan)
        # Before the settings go back.
        if again.executedPlan().children().isEmpty() and (inner := inner_queries(spark, plan)):
            to_plan += inner
            continue
        for cached in cached_plans(again, seen):
            to_plan.append(unlike_the_cached(spark, cached))
        queries.append(again)
    if before.isDefined():
        conf.set(_ENABLED, before.get())
    else:
        conf.unset(_ENABLED)
    plugin = jvm_class(spark, _EXPLAIN_PLAN)
    # The plugin asks for no more of a dataset than its plan.
    frames = (datasets(spark)(each, query.encoder) for each in queries)
    try:
        return [str(plugin.explainPotentialGpuPlan(frame, "ALL")) for frame in frames]
    except Py4JJavaError as e:
        if _NO_ICEBERG in str(e.java_exception.toString()):
            raise IcebergError(f"Iceberg {HIDDEN}", EXPLAINING, TO_CLASS_PATH) from e
        raise
