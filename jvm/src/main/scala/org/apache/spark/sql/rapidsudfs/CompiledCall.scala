// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.core._
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Cast, Expression, NonSQLExpression, ScalaUDF}
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.errors.QueryExecutionErrors
import org.apache.spark.sql.types.DataType
import org.apache.spark.util.Utils

import java.lang.reflect.Modifier

/** A call of a dual function's row-wise body on Spark's internal values, compiled into the query.
  *
  * @param udf
  *   the call that it replaces; it is canonicalized as this one, for plans are compared with others
  *   that still have it (an exchange's partitioning, the next stages of an adaptive plan)
  * @param target
  *   the function, and the argument types that the body takes
  */
case class CompiledCall(udf: ScalaUDF, target: ResolvedFunction)
    extends Expression
    with NonSQLExpression {

  private def function = target.function()
  private def nullIn = function.signature().nullRule().nullIn()

  override def children: Seq[Expression] = udf.children
  override def dataType: DataType = udf.dataType
  override def nullable: Boolean = udf.nullable
  override lazy val deterministic: Boolean = udf.deterministic
  override lazy val canonicalized: Expression = udf.canonicalized
  override def nodeName: String = udf.udfName.getOrElse(function.signature().name())
  override def toString: String = children.mkString(nodeName + "(", ", ", ")")

  @transient private lazy val call = new InternalCall(target)

  /** The children, widened where only that is missing. */
  @transient private lazy val inputs: Seq[Expression] =
    children.indices.map { i =>
      val (child, wanted) = (children(i), target.arguments().get(i))
      if (DataType.equalsIgnoreNullability(child.dataType, wanted)) child else Cast(child, wanted)
    }

  @transient private lazy val count =
    Counters.of(function.signature().name()).rowCount(Where.COMPILED)

  override def eval(input: InternalRow): Any = {
    val values = inputs.map(_.eval(input).asInstanceOf[AnyRef]).toArray
    val begun = count.begin()
    try
      if (nullIn && values.contains(null)) null
      else {
        val result =
          try call.body(values)
          catch {
            case e: Exception =>
              count.failed()
              throw QueryExecutionErrors
                .failedExecuteUserDefinedFunctionError(failing, takes, udf.outputType, e)
          }
        call.internal(result)
      }
    finally count.end(begun)
  }

  private def failing = udf.udfName.map(name => s"$name (${udf.funcCls})").getOrElse(udf.funcCls)
  private def takes = udf.inputTypesString

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val evals = inputs.map(_.genCode(ctx))
    val counting = ctx.addMutableState(
      classOf[RowCount].getName,
      "rowCount",
      v =>
        s"""$v = ${classOf[Counters].getName}.of("${function
            .signature()
            .name()}").rowCount(${classOf[Where].getName}.COMPILED);"""
    )
    val nulls =
      if (nullIn) evals.map(_.isNull).filterNot(_ == FalseLiteral).mkString(" || ") else ""
    val boxed = CodeGenerator.boxedType(dataType)
    val result = ctx.freshName("result")
    val begun = ctx.freshName("begun")
    val body = invocation(ctx, evals)
    val failed =
      ctx.addReferenceObj("failure", CompiledCall.Failure(failing, takes, udf.outputType))
    ev.copy(code = code"""
         |${evals.map(_.code.toString).mkString("\n")}
         |long $begun = $counting.begin();
         |boolean ${ev.isNull} = ${if (nulls.isEmpty) "false" else nulls};
         |${CodeGenerator.javaType(dataType)} ${ev.value} = ${CodeGenerator.defaultValue(dataType)};
         |if (!${ev.isNull}) {
         |  try {
         |    $boxed $result = ($boxed) $body;
         |    ${ev.isNull} = $result == null;
         |    if (!${ev.isNull}) {
         |      ${ev.value} = $result;
         |    }
         |  } catch (Throwable e) {
         |    $counting.failed();
         |    throw $failed.because(e);
         |  }
         |}
         |$counting.end($begun);
       """.stripMargin)
  }

  private def invocation(ctx: CodegenContext, evals: Seq[ExprCode]): String = {
    lazy val converting = ctx.addReferenceObj("call", call)
    val arguments = evals.indices.map { i =>
      val boxed = inputs(i).dataType match {
        case _ if call.isOnlyTested(i) => "Boolean.TRUE"
        case t if CodeGenerator.isPrimitiveType(t) =>
          s"${CodeGenerator.boxedType(t)}.valueOf(${evals(i).value})"
        case _ => evals(i).value.toString
      }
      val taken = if (call.isDirect(i)) boxed else s"$converting.argument($i, $boxed)"
      if (nullIn || evals(i).isNull == FalseLiteral) taken
      else s"(${evals(i).isNull} ? null : (Object) $taken)"
    }
    val body = CompiledCall.namedClass(function.getClass) match {
      case Some(name) =>
        val named = ctx.addReferenceObj("function", function, name)
        val taken = arguments.mkString(", ")
        // New for each row, where a JVM's compiler sees all of it and makes neither array nor list.
        if (function.isInstanceOf[VarargsUdf[_, _]])
          s"$named.body(${classOf[VarargsUdf[_, _]].getName}.view(new Object[] {$taken}))"
        else s"$named.body($taken)"
      case None =>
        val named = ctx.addReferenceObj("function", function, classOf[DualFunction].getName)
        s"$named.rowBody(${arguments.mkString("new Object[] {", ", ", "}")})"
    }
    if (call.isResultDirect) body else s"$converting.result($body)"
  }

  override protected def withNewChildrenInternal(
      newChildren: IndexedSeq[Expression]
  ): CompiledCall = copy(udf = udf.copy(children = newChildren))
}

object CompiledCall {

  /** What Spark's error says of a call that failed. */
  case class Failure(function: String, takes: String, gives: String) {
    def because(e: Throwable): Throwable =
      QueryExecutionErrors.failedExecuteUserDefinedFunctionError(function, takes, gives, e)
  }

  private def superclasses(c: Class[_]): Iterator[Class[_]] =
    Iterator.iterate[Class[_]](c)(_.getSuperclass).takeWhile(_ != null)

  private def isBase(c: Class[_]): Boolean =
    c == classOf[VarargsUdf[_, _]] ||
      (c.getPackage == classOf[Udf1[_, _]].getPackage && c.getSimpleName.matches("Udf\\d+"))

  /** The class by which generated code names a function: its own, so that the JVM can inline the
    * body; else the base class, if it is one with a body.
    */
  private def namedClass(c: Class[_]): Option[String] = {
    def isOwn(s: Class[_]) =
      Modifier.isPublic(s.getModifiers) && s.getEnclosingClass == null && isVisible(s)
    if (superclasses(c).exists(isBase))
      superclasses(c).find(s => isBase(s) || isOwn(s)).map(_.getName)
    else None
  }

  /** Whether generated code can name the class. */
  def isVisible(c: Class[_]): Boolean =
    try Utils.classForName[Any](c.getName, initialize = false) eq c
    catch { case _: ClassNotFoundException => false }
}
