# SPDX-License-Identifier: Apache-2.0

"""The plugin's verdicts on a query's functions: ``explain``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import SessionError, UnsupportedError
from rapids_udfs.plans import plan_text, python_udfs
from rapids_udfs.plans.plan_text import Node
from rapids_udfs.plans.python_udfs import NO_PLUGIN, PythonUdf, PythonUdfCall
from rapids_udfs.plans.queries import EXPLAIN_PLAN, plugin_texts, query_of, replanned
from rapids_udfs.registration.function_names import registered_names
from rapids_udfs.runtime.python_execs import PythonExec, Transfer, python_exec
from rapids_udfs.session.library import UDF_EXPRESSIONS, entry_point, has_class, scala_version

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Spark's expressions that call Python, and the one that a compiled Python UDF becomes.
_PYTHON_UDFS: Final = ("PythonUDF", "PythonUDAF", "PythonUDTF")
_COMPILED: Final = "PythonCall"
_ROW_BASED: Final = "spark.rapids.sql.rowBasedUDF.enabled"
# The plugin's reason for a UDF without a columnar body.
_NO_GPU_IMPLEMENTATION: Final = re.compile(r"(?:provides a|not provide a) GPU implementation")
_CACHED: Final = "\nA cached query that it reads, were it computed now:\n"

_NO_UDFS: Final = (
    "the plan has no UDF (Spark's own functions are not UDFs; .text has the plugin's verdict on "
    "each of them): the planner itself computes a query over VALUES, and a command like MERGE may "
    "plan its queries only while it runs, so explain a query over a table"
)
_CATALOGUE: Final = "use a function of the catalogue where one fits (rapids-udfs list)"
_PYTHON: Final = (
    f"a Python UDF is a row-by-row call of a Python worker; {_CATALOGUE}, else have it compiled "
    "(configure(python_udfs='compile')), else make it a pandas UDF, whose data at least the plugin "
    "transfers"
)
_PANDAS: Final = (
    "the plugin transfers the data of an Arrow or pandas UDF, but its Python code runs on the CPU "
    f"unless it uses the GPU itself; {_CATALOGUE}"
)
_NOT_HANDED: Final = (
    "Spark transfers this Python function's data: the plugin does not run its operator; "
    f"{_CATALOGUE}, else pandas UDFs or mapInPandas"
)
_LAMBDA: Final = (
    "a plain lambda or UDF class has no columnar body: make it a class that implements "
    f"com.nvidia.spark.RapidsUDF, or {_CATALOGUE}"
)
_SHADOWED: Final = (
    "another function has this name in the session; register with a prefix or replace=True"
)
_COMPILED_HINT: Final = f"it is a compiled Python UDF, which has no columnar body; {_CATALOGUE}"
_UNSUPPORTED: Final = "the plugin's reason says which of its types or settings stands in the way"
_AST: Final = (
    "the condition of this join must be one that cuDF compiles (AST), and no UDF is: compute a "
    "call on columns of one side in a subquery below the join; for others join on equal keys, or "
    "make it an inner join"
)
_NEIGHBOUR: Final = (
    "the function itself could run there: move what stays on the CPU into a separate query "
    "(for instance a subquery or a view before it), or replace it"
)


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


# The placements off the GPU by the plugin's marker.
_OFF_GPU: Final = {"!": Placement.CPU, "^": Placement.CPU_BRIDGE}


@dataclass(frozen=True)
class Verdict:
    """The plugin's verdict on a function in a plan."""

    function: str
    """Its name in the catalogue; of other UDFs, the name in the plan."""
    placement: Placement
    reason: str
    """The reason it is not on the GPU; empty if it is."""
    calls: int
    """The number of its calls in the plan with this verdict."""
    hint: str = ""
    """The remedy that moves it to the GPU; empty if nothing is to be done."""

    def __str__(self) -> str:
        reason = f" ({self.reason})" if self.reason else ""
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{self.function}: {self.placement}{reason}{hint}"


@dataclass(frozen=True)
class PythonVerdict:
    """The plugin's verdict on an operator that runs Python; its code runs on the CPU either way.

    Attributes:
        exec: the operator's row in the table of Python operators.
        transferred: True if the plugin transfers the worker's data and gives it a share of the GPU.
        reason: the reason it does not; empty if it does.
        count: the number of such operators in the plan.
    """

    exec: PythonExec
    transferred: bool
    reason: str
    count: int

    def __str__(self) -> str:
        text = f"{self.exec.name} ({self.exec.runs}): "
        if self.transferred:
            use = "its Python code uses a GPU only if it asks for it itself (rapids_udfs.gpu)"
            return f"{text}the plugin transfers its data; {use}"
        note = self.exec.note if self.exec.transfer is Transfer.NONE else ""
        if self.exec.transfer is Transfer.OFF:
            note = f"{self.exec.setting}=true lets the plugin do it ({self.exec.note})"
        return f"{text}Spark transfers its data" + (f"; {note}" if note else "")


@dataclass(frozen=True, repr=False)
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
        python_udfs: the plan's plain Python UDFs, where each runs, and what stands in the way.
    """

    text: str
    functions: Sequence[Verdict]
    others: Sequence[Verdict]
    python: Sequence[PythonVerdict] = ()
    builtins: Sequence[Verdict] = ()
    python_udfs: Sequence[PythonUdf] = ()

    @property
    def hints(self) -> tuple[str, ...]:
        """Remedies that move more of the query to the GPU."""
        hints = [verdict.hint for verdict in (*self.functions, *self.others) if verdict.hint]
        if hints or self.functions or self.python or self.builtins or self.python_udfs:
            return tuple(dict.fromkeys(hints))
        return (_NO_UDFS,)

    @property
    def on_gpu(self) -> bool:
        """True if the plan has functions of the catalogue and all would run on the GPU."""
        return bool(self.functions) and all(v.placement is Placement.GPU for v in self.functions)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        udfs = python_udfs.informative(self.python_udfs)
        verdicts = (*self.functions, *self.others, *self.builtins, *self.python, *udfs)
        return "\n".join(map(str, verdicts)) or _NO_UDFS

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (v.function, v.placement, v.calls, v.reason, v.hint)
            for v in (*self.functions, *self.others, *self.builtins)
        ]
        rows += [(v.exec.name, Placement.CPU, v.count, v.reason, str(v)) for v in self.python]
        rows += [
            (udf.name, udf.where, "", udf.verdict, "\n".join(udf.hints))
            for udf in python_udfs.informative(self.python_udfs)
        ]
        caption = "" if rows else _NO_UDFS
        return html_table(("function", "where", "calls", "why", "hint"), rows, caption)


def explain(query: DataFrame | str, *, spark: SparkSession | None = None) -> Explanation:
    """Ask the plugin where it would run a query's functions, without running it and without a GPU.

        rapids_udfs.explain(df)
        rapids_udfs.explain("SELECT word_count(text) FROM pages")

    A command is not run: an ``INSERT`` is explained as Spark would plan it, ``CREATE … AS`` by its
    query. Functions of cached queries that it reads are included, as they would run if Spark had to
    compute them now.

    Whether a plain Python UDF is compiled does not depend on the plugin. In a session without it,
    if the query has such UDFs, or ``spark.rapidsUdfs.pythonUdfs`` is ``compile`` or ``require``,
    the explanation says that the plugin is not there and has only ``python_udfs``.

    Args:
        query: a DataFrame of a session with the plugin's jar (mode ``explain`` or ``gpu``), or
            with plain Python UDFs; or its SQL text.
        spark: the session that text is for; by default the active one.

    Raises:
        ArgumentTypeError: ``query`` is neither.
        SessionError: the plugin's classes are not in the session, and the query has no plain Python
            UDFs; or the session has been stopped, or text comes without one.
        ConfigurationError: the query reads an Iceberg table, and Iceberg is where the plugin does
            not see it.
        UnsupportedError: the session is a Spark Connect client, or the query a streaming one.
    """
    to_explain = query_of(query, "explain", spark)
    spark = to_explain.spark
    if to_explain.execution.analyzed().isStreaming():
        raise UnsupportedError(
            "the plugin explains no streaming query. Explain the same query over a table instead: "
            "spark.read instead of spark.readStream"
        )
    if not has_class(spark, EXPLAIN_PLAN):
        udfs = python_udfs.without_plugin(to_explain)
        if udfs is None:
            raise SessionError(
                "the cuDF plugin's classes are not in this session. Start the session with\n"
                "  rapids_udfs.configure(SparkSession.builder, mode='explain').getOrCreate()\n"
                f"(the jar comes with: rapids-udfs fetch-plugin --scala {scala_version(spark)}).\n"
                "Only a query's plain Python UDFs are explained without the plugin"
            )
        return Explanation("\n".join([NO_PLUGIN, *map(str, udfs)]), (), (), python_udfs=udfs)
    executions = replanned(to_explain)
    texts = plugin_texts(spark, executions)
    row_based: frozenset[str] = frozenset()
    if (spark.conf.get(_ROW_BASED, "false") or "").lower() == "true":
        # UDFs without a columnar body: the plugin rejects them where row-based ones are off.
        row_based = frozenset(
            node.text
            for text in plugin_texts(spark, replanned(to_explain, {_ROW_BASED: "false"}))
            for node in plan_text.parse(text)
            if node.spark_class in UDF_EXPRESSIONS and _NO_GPU_IMPLEMENTATION.search(node.reason)
        )
    names = {name: name for name in by_name()} | registered_names(spark)
    names |= {info.class_name: name for name, info in by_name().items()}
    builtins = frozenset(entry_point(spark).builtins())
    calls = python_udfs.calls(to_explain, executions, plugin=True)
    return explanation(texts, names, row_based, builtins, calls)


def explanation(
    texts: Sequence[str],
    names: Mapping[str, str],
    row_based: frozenset[str] = frozenset(),
    builtins: frozenset[str] = frozenset(),
    calls: Sequence[PythonUdfCall] = (),
) -> Explanation:
    """Parse the plugin's texts on a query and on each cached query that it reads.

    Args:
        texts: the texts.
        names: the catalogue's name for each name and class that a function has in plans.
        row_based: the expressions that run inside a GPU operator as row-based UDFs only.
        builtins: Spark's functions that have a columnar body in this library.
        calls: those of the query's plain Python UDFs.
    """
    functions, others, of_spark = Counter[Verdict](), Counter[Verdict](), Counter[Verdict]()
    python: Counter[PythonVerdict] = Counter()
    off_gpu: dict[str, str] = {}
    for node in (node for text in texts for node in plan_text.parse(text)):
        functions.update(_in_hidden_lambdas(node, names))
        if node.is_operator and (operator := python_exec(node.spark_class)) is not None:
            on_gpu = node.marker == "*"
            python[PythonVerdict(operator, on_gpu, "" if on_gpu else node.reason, 1)] += 1
        udf = _udf_name(node)
        if udf is None:
            name, call, _ = node.text.partition("(")
            if not node.is_operator and node.marker in _OFF_GPU and call and name.isidentifier():
                of_spark[Verdict(name, _OFF_GPU[node.marker], node.reason, 1)] += 1
            continue
        # A Python UDF may have the name of a function of the catalogue.
        function = None if node.spark_class in (*_PYTHON_UDFS, _COMPILED) else names.get(udf)
        verdict = _verdict(node, function, udf, node.text in row_based)
        if verdict.reason:
            off_gpu[node.text] = verdict.reason
        builtin = udf in builtins and node.spark_class == "ScalaUDF"
        (functions if function else of_spark if builtin else others)[verdict] += 1
    ours, foreign, of_builtins = (
        tuple(replace(verdict, calls=count) for verdict, count in counter.items())
        for counter in (functions, others, of_spark)
    )
    operators = tuple(replace(verdict, count=count) for verdict, count in python.items())
    udfs = python_udfs.placed(calls, off_gpu)
    return Explanation(_CACHED.join(texts), ours, foreign, operators, of_builtins, udfs)


def _udf_name(node: Node) -> str | None:
    """The name of the UDF that an expression calls; None for another expression or an operator."""
    if node.spark_class in (*_PYTHON_UDFS, _COMPILED, "ScalaUDF"):
        return node.text.partition("(")[0]
    if node.spark_class in UDF_EXPRESSIONS:
        return node.text.partition("#")[2].partition("(")[0]
    return None


def _verdict(node: Node, function: str | None, udf: str, row_based: bool) -> Verdict:
    """The verdict on a call of a UDF; ``function`` is its name in the catalogue, if it has one."""
    placement = _OFF_GPU.get(node.marker, Placement.CPU)
    reason = node.reason or ("" if node.marker == "^" else node.held_back_by())
    if row_based:
        placement, reason = Placement.ROW_BASED, f"{_ROW_BASED} is set"
    elif node.spark_class in _PYTHON_UDFS:
        placement, reason = Placement.CPU, "it runs in a Python worker"
    elif node.marker == "*":
        holder = _holder(node)
        placement = Placement.GPU if holder is None else _OFF_GPU[holder.marker]
        reason = "" if holder is None else _reason_in(holder)
    hint = "" if function and placement is Placement.GPU else _hint(node, function)
    return Verdict(function or udf, placement, reason, 1, hint)


def _holder(node: Node) -> Node | None:
    """The expression off the GPU in whose lambda a call is; the plugin judges only the call."""
    while node.parent is not None and not node.parent.is_operator:
        if node.spark_class == "LambdaFunction" and node.parent.marker in _OFF_GPU:
            return node.parent
        node = node.parent
    return None


def _in_hidden_lambdas(node: Node, names: Mapping[str, str]) -> Iterator[Verdict]:
    """Yield verdicts on the catalogue's functions in lambdas that the plugin does not mention."""
    if node.is_operator or node.marker not in _OFF_GPU:
        return
    if any(child.spark_class == "LambdaFunction" for child in node.children):
        return
    text = node.text
    for child in node.children:
        text = text.replace(child.text, "", 1)
    _, _, lambdas = text.partition("lambdafunction(")
    for name in re.findall(r"(?<![\w.#])(\w+)\(", lambdas):
        if name in names:
            yield Verdict(names[name], _OFF_GPU[node.marker], _reason_in(node), 1, _NEIGHBOUR)


def _reason_in(holder: Node) -> str:
    return f"it is called in {holder.text.partition('(')[0]}: {holder.reason}"


def _hint(node: Node, function: str | None) -> str:
    """The remedy that moves a UDF to the GPU; ``function`` is its name in the catalogue, if any."""
    if node.spark_class in _PYTHON_UDFS:
        parent = node.operator()
        operator = None if parent is None else python_exec(parent.spark_class)
        if operator is None or operator.name == "BatchEvalPythonExec":
            return _PYTHON
        return _PANDAS if operator.transfer is Transfer.ON else _NOT_HANDED
    if node.spark_class == _COMPILED:
        return _COMPILED_HINT
    if _NO_GPU_IMPLEMENTATION.search(node.reason):
        return _LAMBDA if function is None else _SHADOWED
    if "AST is required" in node.reason:
        return _AST
    if node.marker in "@^" or _holder(node) is not None:
        return _NEIGHBOUR
    return "" if node.marker == "*" else _UNSUPPORTED
