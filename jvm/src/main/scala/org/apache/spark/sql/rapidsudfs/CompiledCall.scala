// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.api.{DualFunction, NullRule}
import io.github.rapidsudfs.metrics.{Counters, ExecutionPath, RowCount}
import io.github.rapidsudfs.rows.InternalCall
import io.github.rapidsudfs.udf.{ResolvedFunction, Udf1, VarargsUdf}
import org.apache.spark.sql.catalyst.expressions.{Cast, Expression, NonSQLExpression, ScalaUDF}
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.errors.QueryExecutionErrors
import org.apache.spark.sql.types.{BooleanType, DataType}
import org.apache.spark.util.Utils

import java.lang.reflect.Modifier

/** A call of a dual function's row-wise body on Spark's internal values, compiled into the query.
  *
  * @param udf
  *   the replaced call, as which it is canonicalized, because plans are compared with others that
  *   still have that call (an exchange's partitioning, the next stages of an adaptive plan)
  * @param target
  *   the function, and the argument types that the body takes
  */
case class CompiledCall(udf: ScalaUDF, target: ResolvedFunction)
    extends Expression
    with NonSQLExpression {

  private def function = target.function()
  private def nullIn = function.signature().nullRule().nullIn()
  private def neverNull = function.signature().nullRule() == NullRule.NEVER_NULL

  override def children: Seq[Expression] = udf.children
  override def dataType: DataType = udf.dataType
  override def nullable: Boolean = udf.nullable && !neverNull
  override lazy val deterministic: Boolean = udf.deterministic
  override lazy val canonicalized: Expression = udf.canonicalized
  override def prettyName: String = udf.udfName.getOrElse(function.signature().name())
  override def toString: String = children.mkString(prettyName + "(", ", ", ")")

  @transient private lazy val call = target.internal()

  /** The children, widened where they need nothing else. */
  @transient private lazy val inputs: Seq[Expression] =
    children.indices.map { i =>
      val (child, wanted) = (children(i), target.arguments().get(i))
      if (DataType.equalsIgnoreNullability(child.dataType, wanted)) child else Cast(child, wanted)
    }

  /** Whether all rows have the same result; of a Java UDF, only the signature says so. */
  @transient private lazy val constant =
    deterministic && function.signature().deterministic() && inputs.forall(_.foldable)

  @transient private lazy val count =
    Counters.of(function.signature().name()).rowCount(ExecutionPath.COMPILED)

  /** The result of a constant call, known from the first row on. */
  @transient private var known: Option[Any] = None

  override def eval(input: InternalRow): Any = {
    // Null in a copy that was sent to an executor.
    val isKnown = known != null && known.isDefined
    val values = if (isKnown) null else inputs.map(_.eval(input).asInstanceOf[AnyRef]).toArray
    val begun = count.begin()
    try
      if (isKnown) known.get
      else {
        val result = call.call(values)
        if (constant) known = Some(result)
        result
      }
    catch {
      case e: Exception =>
        count.failed()
        throw failure.because(e)
    } finally count.end(begun)
  }

  private def failing = udf.udfName.map(name => s"$name (${udf.funcCls})").getOrElse(udf.funcCls)
  private def failure = CompiledCall.Failure(failing, udf.inputTypesString, udf.outputType)

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val evals = inputs.map(_.genCode(ctx))
    val counting = CompiledCall.field(ctx, classOf[RowCount].getName, "rowCount") {
      s"""${classOf[Counters].getName}.of("${function.signature().name()}")
         |.rowCount(${classOf[ExecutionPath].getName}.COMPILED)""".stripMargin
    }
    val counted = s"--$counting.left <= 0 ? $counting.due() : 0L"
    val nulls =
      if (nullIn) evals.map(_.isNull).filterNot(_ == FalseLiteral).mkString(" || ") else ""
    val boxed = CodeGenerator.boxedType(dataType)
    val javaType = CodeGenerator.javaType(dataType)
    val none = CodeGenerator.defaultValue(dataType)
    val result = ctx.freshName("result")
    val begun = ctx.freshName("begun")
    val callee = ctx.freshName("callee")
    val (named, calleeClass, body) = invocation(ctx, evals, callee)
    val failed = ctx.addReferenceObj("failure", failure)
    def assigned(isNull: String, value: String) =
      if (neverNull) s"$value = ($boxed) ${classOf[InternalCall].getName}.notNull($result);"
      else s"if (!($isNull = $result == null)) { $value = $result; }"
    // Without getClass the JVM would test for null after boxing the arguments, and keep the boxes
    // in case it is null.
    def called(isNull: String, value: String) =
      code"""
         |if (!$isNull) {
         |  try {
         |    $calleeClass $callee = $named;
         |    $callee.getClass();
         |    $boxed $result = ($boxed) $body;
         |    ${assigned(isNull, value)}
         |  } catch (Throwable e) {
         |    $counting.failed();
         |    throw $failed.because(e);
         |  }
         |}
       """.stripMargin
    val arguments = evals.map(_.code.toString).mkString("\n")
    val isNullIn = if (nulls.isEmpty) "false" else nulls
    val generated =
      if (!constant)
        ev.copy(code = code"""
         |$arguments
         |long $begun = $counted;
         |boolean ${ev.isNull} = $isNullIn;
         |$javaType ${ev.value} = $none;
         |${called(ev.isNull, ev.value)}
         |$counting.end($begun);
       """.stripMargin)
      else {
        val isKnown = ctx.addMutableState(CodeGenerator.JAVA_BOOLEAN, "isKnown")
        val knownNull = ctx.addMutableState(CodeGenerator.JAVA_BOOLEAN, "knownNull")
        val known = CompiledCall.field(ctx, javaType, "known")(none)
        ev.copy(code = code"""
         |if ($isKnown) {
         |  $counting.end($counted);
         |} else {
         |  $arguments
         |  long $begun = $counted;
         |  $knownNull = $isNullIn;
         |  ${called(knownNull, known)}
         |  $isKnown = true;
         |  $counting.end($begun);
         |}
         |boolean ${ev.isNull} = $knownNull;
         |$javaType ${ev.value} = $known;
       """.stripMargin)
      }
    if (nullable) generated else generated.copy(isNull = FalseLiteral)
  }

  /** The function as a field, its class, and the call of its body, which returns a box. */
  private def invocation(
      ctx: CodegenContext,
      evals: Seq[ExprCode],
      callee: String
  ): (String, String, String) = {
    lazy val converting = referred(ctx, "call", call, classOf[InternalCall].getName)
    val arguments = evals.indices.map { i =>
      val boxed = inputs(i).dataType match {
        case _ if call.isOnlyTested(i) => "Boolean.TRUE"
        case BooleanType => s"${classOf[InternalCall].getName}.boxed(${evals(i).value})"
        case t if CodeGenerator.isPrimitiveType(t) =>
          s"${CodeGenerator.boxedType(t)}.valueOf(${evals(i).value})"
        case _ => evals(i).value.toString
      }
      val taken = if (call.isDirect(i)) boxed else s"$converting.argument($i, $boxed)"
      if (nullIn || evals(i).isNull == FalseLiteral) taken
      else s"(${evals(i).isNull} ? null : (Object) $taken)"
    }
    val named = CompiledCall.namedClass(function.getClass)
    val taken = arguments.mkString(", ")
    val body =
      if (named.isEmpty) s"$callee.rowBody(new Object[] {$taken})"
      // Created for each row, so that the JIT compiler can eliminate both array and list.
      else if (function.isInstanceOf[VarargsUdf[_, _]])
        s"$callee.body(${classOf[VarargsUdf[_, _]].getName}.view(new Object[] {$taken}))"
      else s"$callee.body($taken)"
    val className = named.getOrElse(classOf[DualFunction].getName)
    (
      referred(ctx, "function", function, className),
      className,
      if (call.isResultDirect) body else s"$converting.result($body)"
    )
  }

  private def referred(ctx: CodegenContext, name: String, value: AnyRef, className: String) =
    CompiledCall.field(ctx, className, name)(ctx.addReferenceObj(name, value, className))

  override protected def withNewChildrenInternal(
      newChildren: IndexedSeq[Expression]
  ): CompiledCall = copy(udf = udf.copy(children = newChildren))
}

object CompiledCall {

  /** Fields per name: a class has at most 65,535 constants, some of which each field takes. */
  private val MostFields = 1000

  /** A field of the generated class. Spark looks up references in an array and casts them for each
    * row, and also keeps objects in arrays: here, only those that a class has no room for.
    */
  private[rapidsudfs] def field(ctx: CodegenContext, className: String, name: String)(
      value: String
  ): String = {
    val fresh = ctx.freshName(name)
    val number = fresh.substring(fresh.lastIndexOf('_') + 1).toInt
    ctx.addMutableState(
      className,
      fresh,
      v => s"$v = $value;",
      forceInline = number < MostFields,
      useFreshName = false
    )
  }

  /** The description of a failed call in Spark's error. */
  case class Failure(function: String, takes: String, gives: String) {
    def because(e: Throwable): Throwable =
      QueryExecutionErrors.failedExecuteUserDefinedFunctionError(function, takes, gives, e)
  }

  private def superclasses(c: Class[_]): Iterator[Class[_]] =
    Iterator.iterate[Class[_]](c)(_.getSuperclass).takeWhile(_ != null)

  private def isBase(c: Class[_]): Boolean =
    c == classOf[VarargsUdf[_, _]] ||
      (c.getPackage == classOf[Udf1[_, _]].getPackage && c.getSimpleName.matches("Udf\\d+"))

  /** The class by which generated code refers to a function: its own, so that the JVM can inline
    * the body, or else the base class, if that has a body.
    */
  private def namedClass(c: Class[_]): Option[String] = {
    def isOwn(s: Class[_]) =
      Modifier.isPublic(s.getModifiers) && s.getEnclosingClass == null && isVisible(s)
    if (superclasses(c).exists(isBase))
      superclasses(c).find(s => isBase(s) || isOwn(s)).map(_.getName)
    else None
  }

  /** Returns whether generated code can name the class. */
  def isVisible(c: Class[_]): Boolean =
    try Utils.classForName[Any](c.getName, initialize = false) eq c
    catch { case _: ClassNotFoundException => false }
}
