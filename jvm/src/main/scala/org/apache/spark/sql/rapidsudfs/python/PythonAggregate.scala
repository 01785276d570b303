// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import org.apache.spark.sql.Column
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.{FunctionRegistry, TypeCheckResult}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  AggregateExpression,
  AggregateFunction,
  CollectList
}
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project, Window}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePattern.AGGREGATE_EXPRESSION
import org.apache.spark.sql.execution.python.UserDefinedPythonFunction
import org.apache.spark.sql.rapidsudfs.{Coercion, ColumnConversions}
import org.apache.spark.sql.types._

/** A Python function of the list of a group's values, until [[CollectForPython]] replaces it with
  * Spark's own collecting aggregate.
  *
  * @param udf
  *   of one argument, the list
  * @param element
  *   the type of the values: that of the only child, or a struct with a field for each child
  */
case class PythonAggregate(
    children: Seq[Expression],
    udf: UserDefinedPythonFunction,
    element: DataType
) extends AggregateFunction {
  override def dataType: DataType = udf.dataType
  override def nullable: Boolean = true
  override def defaultResult: Option[Literal] = None
  override def aggBufferSchema: StructType = new StructType
  override def aggBufferAttributes: Seq[AttributeReference] = Nil
  override def inputAggBufferAttributes: Seq[AttributeReference] = Nil
  override def eval(input: InternalRow): Any = notReplaced()
  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = notReplaced()
  private def notReplaced() = throw new IllegalStateException(s"$prettyName was not replaced")
  override def prettyName: String = udf.name

  /** In plans and messages: without the pickled function. */
  override protected def flatArguments: Iterator[Any] = children.iterator
  override lazy val deterministic: Boolean =
    udf.udfDeterministic && children.forall(_.deterministic)

  /** The field for each child, if several columns make a value. */
  private def ofTuple: Option[Array[StructField]] = element match {
    case struct: StructType
        if struct.length == children.length &&
          !(children.length == 1 && children.head.dataType.isInstanceOf[StructType]) =>
      Some(struct.fields)
    case _ => None
  }

  /** Whether Spark's pivot has replaced the other values' rows with nulls, which aggregates are
    * meant to skip. It does so for result types that `PivotFirst` does not support.
    */
  private def isPivoted: Boolean = children.nonEmpty && children.forall {
    case If(_: EqualNullSafe, _, Literal(null, _))                => true
    case If(_: EqualNullSafe, _, Cast(Literal(null, _), _, _, _)) => true
    case _                                                        => false
  }

  private def isPartOfTuple = element match {
    case struct: StructType =>
      struct.length > 1 && children.length == 1 && !children.head.dataType.isInstanceOf[StructType]
    case _ => false
  }

  private def fields = ofTuple.getOrElse(Array(StructField("value", element)))

  override def checkInputDataTypes(): TypeCheckResult = {
    val expected = fields
    val named = children.collectFirst { case n: NamedArgumentExpression => n.key }
    if (named.isDefined)
      TypeCheckResult.TypeCheckFailure(
        s"$prettyName takes its columns by position: write them without ${named.get} =>"
      )
    else if (isPivoted)
      TypeCheckResult.TypeCheckFailure(
        s"a pivot whose aggregate returns ${dataType.sql} would give $prettyName nulls for the rows " +
          "of the other values: select each with FILTER (WHERE ...) instead"
      )
    else if (children.length != expected.length || isPartOfTuple) {
      val wanted = element match {
        case struct: StructType =>
          val names = struct.fieldNames.mkString(", ")
          s"${struct.length} columns ($names), or one of the type ${struct.sql}"
        case _ => s"one column of the type ${element.sql}"
      }
      TypeCheckResult.TypeCheckFailure(s"$prettyName takes $wanted, not ${children.length}")
    } else
      children
        .zip(expected)
        .collectFirst {
          case (child, field)
              if !Cast.canUpCast(child.dataType, field.dataType) ||
                Coercion.loses(child, field.dataType) =>
            s"$prettyName takes ${field.dataType.sql}, ${Coercion.refusal(child.dataType, child.sql, field.dataType)}"
        }
        .fold[TypeCheckResult](TypeCheckResult.TypeCheckSuccess)(
          TypeCheckResult.TypeCheckFailure(_)
        )
  }

  /** Spark's aggregate of the same values: as structs, because it skips nulls. */
  def collecting: CollectList = new CollectList(
    CreateNamedStruct(children.zip(fields).flatMap { case (child, field) =>
      val value = if (child.dataType == field.dataType) child else Cast(child, field.dataType)
      Seq(Literal(field.name), value)
    })
  )

  /** The function's call over the collected structs.
    *
    * @param largest
    *   the most rows that a group may have
    */
  def over(collected: Expression, largest: Int): Expression = {
    val row = NamedLambdaVariable("row", collecting.child.dataType, nullable = false)
    val index = NamedLambdaVariable("index", IntegerType, nullable = false)
    val value = if (ofTuple.isDefined) row else GetStructField(row, 0)
    val tooLarge = new RaiseError(
      Literal(
        s"a group of $prettyName has more than $largest rows, which Python gets as one list; " +
          s"${PythonSettings.LargestGroup} sets the limit"
      )
    )
    val checked =
      If(LessThan(index, Literal(largest)), value, Cast(tooLarge, value.dataType))
    udf.builder(Seq(ArrayTransform(collected, LambdaFunction(checked, Seq(row, index)))))
  }

  override protected def withNewChildrenInternal(
      newChildren: IndexedSeq[Expression]
  ): PythonAggregate = copy(children = newChildren)
}

object PythonAggregate {

  /** A call, as a column. */
  def column(udf: UserDefinedPythonFunction, element: DataType, columns: Seq[Column]): Column =
    ColumnConversions.column(
      call(udf, element, columns.map(ColumnConversions.expression)).toAggregateExpression()
    )

  /** Makes a SQL function. */
  def register(
      functions: FunctionRegistry,
      name: String,
      udf: UserDefinedPythonFunction,
      element: DataType
  ): Unit =
    functions.createOrReplaceTempFunction(name, call(udf, element, _), "python_udf")

  private def call(udf: UserDefinedPythonFunction, element: DataType, of: Seq[Expression]) =
    PythonAggregate(of, udf, element)
}

/** Replaces each [[PythonAggregate]] with its UDF over a collecting aggregate, which every plugin
  * supports.
  */
object CollectForPython extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan =
    plan.resolveOperatorsUpWithPruning(_.containsPattern(AGGREGATE_EXPRESSION)) {
      case window: Window if window.windowExpressions.exists(has) => below(window)
      case node =>
        node.transformExpressionsWithPruning(_.containsPattern(AGGREGATE_EXPRESSION)) {
          // With wrong types it stays, and Spark reports them.
          case of @ AggregateExpression(function: PythonAggregate, _, _, _, _) if of.resolved =>
            val collected = of.copy(aggregateFunction = function.collecting)
            function.over(collected, PythonSettings.largestGroup(conf))
        }
    }

  private def has(e: Expression): Boolean = e.resolved && e.exists {
    case AggregateExpression(_: PythonAggregate, _, _, _, _) => true
    case _                                                   => false
  }

  /** A window contains only aggregates: the calls go into a projection on top of it. */
  private def below(window: Window): LogicalPlan = {
    val (collected, calls) = window.windowExpressions.map {
      case alias @ Alias(
            call @ WindowExpression(of @ AggregateExpression(f: PythonAggregate, _, _, _, _), _),
            name
          ) =>
        val aggregate = call.copy(windowFunction = of.copy(aggregateFunction = f.collecting))
        val list = Alias(aggregate, name)()
        list -> Alias(f.over(list.toAttribute, PythonSettings.largestGroup(conf)), name)(
          alias.exprId,
          alias.qualifier
        )
      case other => other -> other.toAttribute
    }.unzip
    Project(window.child.output ++ calls, window.copy(windowExpressions = collected))
  }
}
