// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.metrics.{Counters, ExecutionPath, RowCount}
import org.apache.spark.sql.catalyst.expressions.{Expression, NonSQLExpression, UnaryExpression}
import org.apache.spark.sql.catalyst.expressions.codegen.{CodeGenerator, CodegenContext, ExprCode}
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

/** Counts and times a call on the CPU and its arguments; canonicalized as that call. */
case class CountedRows(child: Expression, name: String)
    extends UnaryExpression
    with NonSQLExpression {
  override def dataType: DataType = child.dataType
  override def nullable: Boolean = child.nullable
  override lazy val canonicalized: Expression = child.canonicalized
  override def nodeName: String = child.nodeName
  override def toString: String = child.toString

  @transient private lazy val count = Counters.of(name).rowCount(ExecutionPath.ROWS)

  override def eval(input: InternalRow): Any = {
    val begun = count.begin()
    try child.eval(input)
    catch {
      case e: Throwable =>
        count.failed()
        throw e
    } finally count.end(begun)
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val named = ctx.addReferenceObj("name", name)
    val count =
      s"${classOf[Counters].getName}.of($named).rowCount(${classOf[ExecutionPath].getName}.ROWS)"
    val counting =
      ctx.addMutableState(classOf[RowCount].getName, "rowCount", v => s"$v = $count;")
    val call = child.genCode(ctx)
    val Seq(begun, answered) = Seq("begun", "answered").map(ctx.freshName)
    ev.copy(code = code"""
         |long $begun = $counting.begin();
         |boolean $answered = false;
         |boolean ${ev.isNull} = true;
         |${CodeGenerator.javaType(dataType)} ${ev.value} = ${CodeGenerator.defaultValue(dataType)};
         |try {
         |  ${call.code}
         |  ${ev.isNull} = ${call.isNull};
         |  ${ev.value} = ${call.value};
         |  $answered = true;
         |} finally {
         |  if (!$answered) {
         |    $counting.failed();
         |  }
         |  $counting.end($begun);
         |}
       """.stripMargin)
  }

  override protected def withNewChildInternal(newChild: Expression): CountedRows =
    copy(child = newChild)
}
