// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.metrics.RowCount
import io.github.rapidsudfs.python.Overflow
import io.github.rapidsudfs.python.compiler.Refusal
import org.apache.spark.sql.catalyst.expressions.{Left => _, Right => _, _}
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.rapidsudfs.CompiledCall
import org.apache.spark.sql.rapidsudfs.builtins.Swappable
import org.apache.spark.sql.types._
import org.slf4j.LoggerFactory

import java.util.WeakHashMap
import java.util.concurrent.ConcurrentHashMap

/** A call of a Python UDF whose function is compiled into the query.
  *
  * The function's two bodies become a class within the stage's. A row with a null argument, or for
  * which the body on 64-bit integers overflows, is computed by the body with Python's full
  * semantics.
  *
  * @param children
  *   the arguments in the order of the call, without their names: Spark would evaluate a name that
  *   two calls share as a common subexpression
  * @param udf
  *   the replaced call, as which it is canonicalized, because plans are compared with others that
  *   still have that call; null on executors
  * @param isOdd
  *   whether it computes the rows that the columnar body leaves to it, for the counters
  */
case class PythonCall(
    children: Seq[Expression],
    target: PythonTarget,
    @transient udf: PythonUDF,
    isOdd: Boolean = false
) extends Expression
    with Swappable {

  override def inColumns(conf: SQLConf): Option[ScalaUDF] = PythonColumns.swapped(this, conf)

  override def inRows: Expression = copy(isOdd = false)

  override def dataType: DataType = target.dataType
  override def nullable: Boolean = true
  override def foldable: Boolean = false
  override def prettyName: String = target.name
  override def sql: String = children.map(_.sql).mkString(prettyName + "(", ", ", ")")
  override def toString: String = children.mkString(prettyName + "(", ", ", ")")
  override lazy val canonicalized: Expression =
    if (udf == null) withCanonicalizedChildren
    else udf.withNewChildren(PythonTarget.named(udf.children, children)).canonicalized

  override protected def withNewChildrenInternal(
      newChildren: IndexedSeq[Expression]
  ): PythonCall = copy(children = newChildren)

  /** The arguments in the order of the parameters. */
  @transient private lazy val inputs = target.order.map(children)

  /** The generated code is the only body, also for single rows. */
  @transient private lazy val projection = GenerateSafeProjection.generate(Seq(mapChildren(bound)))

  private def bound(input: Expression) =
    BoundReference(inputs.indexWhere(_ eq input), input.dataType, nullable = true)

  override def eval(input: InternalRow): Any =
    projection(new GenericInternalRow(inputs.map(_.eval(input)).toArray[Any])).get(0, dataType)

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val compiled = target.compiled
    val body = compiled.className
    PythonCall.declare(ctx, body, target.source)
    val runTime = classOf[PythonTarget].getName
    val known = CompiledCall.field(ctx, runTime, "pythonUdf")(
      s"$runTime.initialized(${ctx.addReferenceObj("pythonUdf", target, runTime)}, $body.class)"
    )
    val counting =
      CompiledCall.field(ctx, classOf[RowCount].getName, "rowCount")(s"$known.count($isOdd)")
    val evals = inputs.map(_.genCode(ctx))
    val begun = ctx.freshName("begun")
    val wide = ctx.freshName("wide")
    val nulls = evals.map(_.isNull.toString).filterNot(_ == "false")
    val narrow = inputs.indices.map { i =>
      PythonCall.argument(
        inputs(i).dataType,
        evals(i).value,
        s"$known.argument($i)",
        compiled.fastArgs(i)
      )
    }
    val boxed = inputs.indices.map { i =>
      val value = PythonCall.boxed(narrow(i), compiled.fastArgs(i))
      if (evals(i).isNull == FalseLiteral) value else s"(${evals(i).isNull} ? null : $value)"
    }
    val javaType = CodeGenerator.javaType(dataType)
    val result = ctx.freshName("result")
    def assigned(value: String) =
      s"""
         |Object $result = $value;
         |if ($result != null) {
         |  ${ev.value} = (${CodeGenerator.boxedType(dataType)}) $result;
         |  ${ev.isNull} = false;
         |}""".stripMargin
    val fast = s"$body.fast(${narrow.mkString(", ")})"
    def converted(value: String) = assigned(s"$known.result($value)")
    def direct(java: String, value: String) = PythonCall
      .direct(java, dataType, target, known)
      .map(convert => s"${ev.value} = ${convert(value)};\n${ev.isNull} = false;")
    // Most functions that may return None otherwise return one type, for which no general
    // conversion is called.
    def ofObject = {
      val returned = ctx.freshName("returned")
      PythonCall.expected(dataType).flatMap { java =>
        val boxed = if (java == "String") java else CodeGenerator.boxedType(java)
        val value = if (java == "String") "" else s".${java}Value()"
        direct(java, s"(($boxed) $returned)$value").map(known => s"""
               |Object $returned = $fast;
               |if ($returned instanceof $boxed) {
               |  $known
               |} else if ($returned != null) {
               |  ${converted(returned)}
               |}""".stripMargin)
      }
    }
    val ofFast = direct(compiled.fastReturns, fast)
      .orElse(if (compiled.fastReturns == "Object") ofObject else None)
      .getOrElse(converted(PythonCall.boxed(fast, compiled.fastReturns)))
    ev.copy(code = code"""
      |${evals.map(_.code.toString).mkString("\n")}
      |long $begun = --$counting.left <= 0 ? $counting.due() : 0L;
      |boolean ${ev.isNull} = true;
      |$javaType ${ev.value} = ${CodeGenerator.defaultValue(dataType)};
      |try {
      |  boolean $wide = ${if (nulls.isEmpty) "false" else nulls.mkString(" || ")};
      |  if (!$wide) {
      |    try {
      |      $ofFast
      |    } catch (${classOf[Overflow].getName} e) {
      |      $wide = true;
      |    }
      |  }
      |  if ($wide) {
      |    ${converted(s"$body.wide(${boxed.mkString(", ")})")}
      |  }
      |} catch (Throwable e) {
      |  $counting.failed();
      |  ${assigned(s"$known.failed(e)")}
      |}
      |$counting.end($begun);
      """.stripMargin)
  }
}

object PythonCall {
  private val log = LoggerFactory.getLogger(getClass.getName.stripSuffix("$"))
  private val said = ConcurrentHashMap.newKeySet[String]()

  /** Every action creates its plan again. */
  private def sayOnce(text: String): Unit = if (said.add(text)) log.warn(text)

  /** Whether an expression calls a compiled Python UDF. */
  def isIn(e: Expression): Boolean = e.exists(_.isInstanceOf[PythonCall])

  def apply(udf: PythonUDF, target: PythonTarget): PythonCall =
    PythonCall(udf.children.map(PythonTarget.value), target, udf)

  /** The compiled call, or the unchanged UDF.
    *
    * @param other
    *   a reason beyond the function to leave it in Python
    * @throws PythonUdfNotCompiled
    *   if the session requires compilation
    */
  def compiled(
      udf: PythonUDF,
      mode: PythonSettings.Mode.Value,
      other: Option[Refusal] = None
  ): Expression =
    PythonTarget.of(udf) match {
      case Some(found) if mode != PythonSettings.Mode.off || found.always =>
        other.fold(found.target)(Left(_)) match {
          case Right(target) => apply(udf, target)
          case Left(refusal) if mode == PythonSettings.Mode.require =>
            throw PythonUdfNotCompiled(found.where, refusal)
          case Left(refusal) =>
            sayOnce(s"The Python UDF ${found.where} stays in Python: ${refusal.text}")
            udf
        }
      case None if mode == PythonSettings.Mode.require && PythonTarget.isScalar(udf) =>
        throw PythonUdfNotCompiled(udf.name, Refusal(0, 0, PythonTarget.Unknown))
      case _ => udf
    }

  /** The classes in the code of a context. */
  private val declared = new WeakHashMap[CodegenContext, Set[String]]

  private def declare(ctx: CodegenContext, name: String, source: String): Unit =
    declared.synchronized {
      val names = Option(declared.get(ctx)).getOrElse(Set.empty[String])
      if (!names(name)) {
        // Not `addInnerClass`, which only whole stages write.
        ctx.addNewFunction(name, source, inlineToOuterClass = true)
        declared.put(ctx, names + name)
      }
    }

  private val texts = PythonText.getClass.getName.stripSuffix("$")
  private val times = PythonTimes.getClass.getName.stripSuffix("$")
  private val decimals = PythonDecimals.getClass.getName.stripSuffix("$")

  /** The Java type of the Python values that a result of a type is usually made from. */
  private def expected(to: DataType): Option[String] = to match {
    case LongType | IntegerType | ShortType | ByteType => Some("long")
    case DoubleType | FloatType                        => Some("double")
    case BooleanType                                   => Some("boolean")
    case _: StringType                                 => Some("String")
    case _                                             => None
  }

  /** A Spark value as the argument of the body on 64-bit integers. */
  private def argument(from: DataType, value: String, converting: String, java: String): String =
    java match {
      case "long" | "double" => s"((${java}) $value)"
      case "boolean"         => value
      case "String"          => s"$texts.string($value)"
      case "PyDate"          => s"$times.date($value)"
      case "PyDecimal"       => s"$decimals.python($value)"
      case name =>
        val passed =
          if (CodeGenerator.isPrimitiveType(from)) s"(Object) ($value)" else value
        s"((${PythonSource.qualified(name)}) $converting.convert($passed))"
    }

  private def boxed(value: String, java: String): String = java match {
    case "long"    => s"(Object) Long.valueOf($value)"
    case "double"  => s"(Object) Double.valueOf($value)"
    case "boolean" => s"(Object) ($value ? Boolean.TRUE : Boolean.FALSE)"
    case _         => s"(Object) $value"
  }

  /** The conversion of a result that needs no look at its class. */
  private def direct(
      java: String,
      to: DataType,
      target: PythonTarget,
      known: String
  ): Option[String => String] =
    if (target.outcome) None
    else
      (java, to) match {
        case ("long", LongType) => Some(identity)
        // Spark truncates unpickled values; Arrow rejects those out of range.
        case ("long", _: IntegralType) if target.isPickled =>
          Some(v => s"(${CodeGenerator.javaType(to)}) $v")
        case ("long", _: IntegralType) =>
          Some(v => s"(${CodeGenerator.javaType(to)}) $known.inRange($v, ${to.defaultSize * 8})")
        case ("double", DoubleType)   => Some(identity)
        case ("double", FloatType)    => Some(v => s"(float) $v")
        case ("boolean", BooleanType) => Some(identity)
        case ("String", _: StringType)
            if target.compiled.hints.forall(h => h.isText || h.python == "NoneType") =>
          Some(v => s"$known.constant($v)")
        case ("String", _: StringType) =>
          Some(v => s"$texts.utf8($v)")
        case _ => None
      }
}

/** Thrown for a Python UDF that cannot be compiled, in a session that requires it. */
final case class PythonUdfNotCompiled(where: String, refusal: Refusal)
    extends UnsupportedOperationException(
      s"the Python UDF $where cannot be compiled: ${refusal.text}. " +
        s"${PythonSettings.Compiling}=compile leaves such UDFs to Python"
    )
