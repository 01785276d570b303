// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.metrics.{Counters, ExecutionPath, RowCount}
import io.github.rapidsudfs.python.{PyError, Unsupported}
import io.github.rapidsudfs.python.compiler.{
  ArgType,
  ColumnPlanner,
  Compiled,
  PlannedColumns,
  Program,
  PythonCompiler,
  Refusal
}
import org.apache.spark.api.python.PythonEvalType
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, NamedArgumentExpression, PythonUDF}
import org.apache.spark.sql.catalyst.expressions.codegen.{CodeAndComment, CodeGenerator}
import org.apache.spark.sql.types.{DataType, StructType}
import org.apache.spark.unsafe.types.UTF8String

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.concurrent.ConcurrentHashMap

import scala.util.control.NonFatal

/** A Python function with its argument and result types, as a plan carries it. Each process
  * compiles it once.
  *
  * @param json
  *   the program, as sent by the front end
  * @param order
  *   the index of the call's argument for each parameter
  * @param outcome
  *   for tests of UDFs: whether the result is a struct of the value and of the error, as Python
  *   prints it, of an uncaught exception
  */
final case class PythonTarget(
    name: String,
    file: String,
    json: String,
    arguments: Seq[DataType],
    order: Seq[Int],
    dataType: DataType,
    evalType: Int,
    outcome: Boolean
) {
  def isPickled: Boolean = evalType == PythonEvalType.SQL_BATCHED_UDF

  /** The class of the bodies, as a member of the class of a stage. */
  @transient lazy val source: String = PythonSource.nested(compiled.source)

  @transient lazy val compiled: Compiled =
    PythonTarget.compile(json, arguments).written match {
      case Right(found)  => found
      case Left(refusal) => throw PythonUdfNotCompiled(name, refusal)
    }

  /** The function as columns, or the reason why it has none. */
  @transient lazy val columns: Either[Refusal, PlannedColumns] = PythonTarget.columns(this)

  @transient private lazy val converters = arguments.map(PythonArgument.of(_, isPickled)).toArray
  @transient private lazy val returned =
    PythonResult.of(PythonTarget.returned(dataType, outcome), isPickled)

  @transient private lazy val texts = new ConstantTexts

  /** A string of the function's source. For generated code. */
  def constant(text: String): UTF8String = texts.utf8(text)

  /** For generated code. */
  def argument(index: Int): PythonArgument = converters(index)

  /** A Python value as Spark's value of the result type; null for NULL. For generated code. */
  def result(value: Any): AnyRef = {
    val result = returned.convert(value)
    if (outcome) InternalRow(result, null) else result
  }

  /** An integer of at most as many bits; others are Arrow's error. For generated code. */
  def inRange(value: Long, bits: Int): Long = {
    if (value << (64 - bits) >> (64 - bits) != value) result(value)
    value
  }

  /** The count of rows in the running task. For generated code. */
  def count(isOdd: Boolean): RowCount =
    Counters.of(name).rowCount(if (isOdd) ExecutionPath.ODD else ExecutionPath.COMPILED)

  /** The result for an exception of the body, if errors are results; otherwise throws Spark's
    * exception for it. For generated code.
    */
  def failed(e: Throwable): AnyRef = e match {
    case error: PyError if outcome =>
      InternalRow(null, UTF8String.fromString(PythonFailure.text(error)))
    // No exception name starts like this.
    case limit: Unsupported if outcome =>
      InternalRow(null, UTF8String.fromString(s"?${limit.getMessage}"))
    case _ => throw PythonFailure.of(Program.parse(json), e)
  }
}

/** A Python UDF of a plan that the front end knows. */
final case class FoundUdf(known: KnownFunction, target: Either[Refusal, PythonTarget]) {
  def always: Boolean = known.always
  def where: String = s"${known.name} (${known.file}:${known.line})"
}

object PythonTarget {

  /** The reason why a function unknown to the front end is not compiled. */
  val Unknown =
    "it was first used before rapids_udfs.configure or rapids_udfs.python_udfs.install was " +
      "called: call one of them, then recreate the UDF"

  private val cache = new ConcurrentHashMap[(String, Seq[String]), Compilation]

  /** Initializes the class of a function's bodies with its constants. For generated code. */
  def initialized(target: PythonTarget, body: Class[_]): PythonTarget = {
    body.getMethod("init", classOf[Array[AnyRef]]).invoke(null, target.compiled.constants)
    target
  }

  private def returned(t: DataType, outcome: Boolean): DataType =
    if (outcome) t.asInstanceOf[StructType].head.dataType else t

  private def compile(json: String, arguments: Seq[DataType]): Compilation =
    cache.computeIfAbsent((json, arguments.map(PythonArgument.typeName)), new Compilation(_))

  private val planned =
    new ConcurrentHashMap[
      (String, Seq[DataType], DataType, Boolean),
      Either[Refusal, PlannedColumns]
    ]

  private def columns(of: PythonTarget): Either[Refusal, PlannedColumns] = {
    val result = returned(of.dataType, of.outcome)
    planned.computeIfAbsent(
      (of.json, of.arguments, result, of.isPickled),
      _ =>
        ColumnPlanner.plan(
          Program.parse(of.json),
          new PythonColumnTypes(of.arguments, result, of.isPickled)
        )
    )
  }

  /** The outcome of compiling a program for its argument types. */
  private final class Compilation(of: (String, Seq[String])) {
    private val (json, types) = of
    private lazy val program = Program.parse(json)

    lazy val written: Either[Refusal, Compiled] =
      PythonCompiler.compile(program, types.map(ArgType(_)), className(json, types))

    /** The same if Janino accepts it: tested only on the driver, before it is in a plan. */
    lazy val taken: Either[Refusal, Compiled] = written.flatMap(accepted(_, program.line))
  }

  /** Tests whether Janino accepts the code, and the JVM the classes that Janino writes: a rejection
    * within a query (a method that is too large for the JVM) would fail the query.
    */
  private[python] def accepted(compiled: Compiled, line: Int): Either[Refusal, Compiled] = {
    def refuse(who: String, e: Throwable) = {
      val reason = Iterator.iterate(e)(_.getCause).takeWhile(_ != null).toSeq.last
      val text = Option(reason.getMessage).getOrElse(reason.toString).takeWhile(_ != '\n')
      Left(Refusal(line, 0, s"$who its Java code: $text"))
    }
    try {
      // As for a stage, whose compiled code Spark caches.
      val generate = "public Object generate(Object[] references) { return null; }\n"
      val stage = CodeGenerator
        .compile(new CodeAndComment(generate + PythonSource.nested(compiled.source), Map.empty))
        ._1
        .getClass
      val name = compiled.className.split('.').last
      // Initialization begins with the JVM's verification.
      Class.forName(s"${stage.getName}$$$name", true, stage.getClassLoader)
      Right(compiled)
    } catch {
      case NonFatal(e)     => refuse("Janino rejects", e)
      case e: LinkageError => refuse("the JVM rejects what Janino writes for", e)
    }
  }

  /** Derived from the contents: code with this name may be taken from a cache. */
  private def className(json: String, types: Seq[String]): String =
    "PythonUdf_" + digest((json +: types).mkString("\n").getBytes(UTF_8)).take(24)

  /** The SHA-256 of bytes, as hexadecimal digits. */
  private[python] def digest(bytes: Array[Byte]): String =
    MessageDigest.getInstance("SHA-256").digest(bytes).map(b => f"$b%02x").mkString

  /** Whether it is a UDF that takes one row at a time. */
  def isScalar(udf: PythonUDF): Boolean =
    udf.evalType == PythonEvalType.SQL_BATCHED_UDF || udf.evalType == ArrowBatched

  /** `PythonEvalType.SQL_ARROW_BATCHED_UDF`. */
  private[python] val ArrowBatched = 101

  def of(udf: PythonUDF): Option[FoundUdf] =
    if (!isScalar(udf)) None
    else PythonPrograms.of(udf.func).map(known => FoundUdf(known, target(udf, known)))

  /** The reason why a program is not compiled for the types of a struct's fields, the last of which
    * is the result's; for tests of UDFs, which call this often.
    */
  def refusal(json: String, types: StructType, pickled: Boolean): Option[Refusal] = {
    val (arguments, result) = (types.init.map(_.dataType), types.last.dataType)
    Transport
      .refusal(arguments, result, pickled)
      .orElse(arguments.flatMap(PythonArgument.refusal).headOption)
      .orElse(PythonResult.refusal(result))
      .map(Refusal(0, 0, _))
      .orElse(
        compile(json, arguments).taken
          .fold(Some(_), c => PythonResult.refusal(c.hints, result, pickled))
      )
  }

  private def target(udf: PythonUDF, known: KnownFunction): Either[Refusal, PythonTarget] = {
    def refuse(reason: String) = Left(Refusal(known.line, 0, reason))
    known.program match {
      case Left(refusal)              => Left(refusal)
      case _ if !udf.udfDeterministic => refuse("it is marked as nondeterministic")
      case Right(program) =>
        val order = PythonTarget.order(program.parameterNames, udf.children)
        Transport
          .refusal(
            udf.children.map(_.dataType),
            udf.dataType,
            udf.evalType == PythonEvalType.SQL_BATCHED_UDF
          )
          .orElse(if (order.isEmpty) Some("keyword arguments with gaps in a call") else None)
          .orElse(udf.children.map(_.dataType).flatMap(PythonArgument.refusal).headOption)
          .orElse(PythonResult.refusal(udf.dataType))
          .map(refuse)
          .getOrElse {
            val types = order.get.map(udf.children(_).dataType)
            val target = PythonTarget(
              udf.name,
              known.file,
              known.json,
              types,
              order.get,
              udf.dataType,
              udf.evalType,
              known.outcome
            )
            val result = returned(udf.dataType, known.outcome)
            compile(known.json, types).taken.flatMap(compiled =>
              PythonResult.refusal(compiled.hints, result, target.isPickled).toLeft(target)
            )
          }
    }
  }

  /** The argument for each parameter; the last parameters may have none. */
  private def order(names: Seq[String], arguments: Seq[Expression]): Option[Seq[Int]] = {
    val places = arguments.zipWithIndex.map {
      case (named: NamedArgumentExpression, _) => names.indexOf(named.key)
      case (_, i)                              => i
    }
    val found = places.zipWithIndex.sorted
    if (found.map(_._1) == arguments.indices) Some(found.map(_._2)) else None
  }

  /** An argument without its name. */
  def value(argument: Expression): Expression = argument match {
    case named: NamedArgumentExpression => named.value
    case other                          => other
  }

  /** Other values with the names of a call's arguments. */
  def named(arguments: Seq[Expression], values: Seq[Expression]): Seq[Expression] =
    arguments.zip(values).map {
      case (argument: NamedArgumentExpression, value) => argument.copy(value = value)
      case (_, value)                                 => value
    }
}
