// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.api.{TypeMapping, UnsupportedTypeException}
import io.github.rapidsudfs.builtins.{BuiltinBody, BuiltinFunction}
import io.github.rapidsudfs.udf.ResolvedFunction
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression, ScalaUDF}

import scala.collection.JavaConverters._
import scala.reflect.ClassTag

/** The GPU twin of a Spark builtin, with a columnar body: see `docs/adding-a-builtin.md`. Calls
  * that its pattern does not match stay Spark's own. `root` is the class of the expression in the
  * physical plan, often a `StaticInvoke` or `Invoke`; the name is the builtin's in SQL. A twin that
  * corrects replaces also calls that the plugin takes, with wrong answers.
  */
final class Twin private (
    val name: String,
    val root: Class[_],
    val corrects: Boolean,
    covers: PartialFunction[Expression, Covered]
) {

  /** The call that replaces the builtin in a plan, if this twin covers it. */
  def call(builtin: Expression): Option[ScalaUDF] =
    covers.lift(builtin).flatMap(covered => Twin.call(name, builtin, covered))
}

/** The part of a call that a twin covers: a new body, and its arguments, nodes of the call. */
final case class Covered(body: BuiltinBody, columns: Expression*)

object Twin {
  private val MostArguments = 22

  def of[E <: Expression: ClassTag](name: String)(covers: PartialFunction[E, Covered]): Twin =
    make(name, corrects = false, covers)

  /** A twin that covers every call, with all arguments as columns and a new body for each. */
  def whole[E <: Expression: ClassTag](name: String)(body: => BuiltinBody): Twin =
    of[E](name) { case builtin => Covered(body, builtin.children: _*) }

  /** The twin of a builtin whose covered calls the plugin takes, with wrong answers. */
  def correcting[E <: Expression: ClassTag](name: String)(
      covers: PartialFunction[E, Covered]
  ): Twin = make(name, corrects = true, covers)

  private def make[E <: Expression](
      name: String,
      corrects: Boolean,
      covers: PartialFunction[E, Covered]
  )(implicit root: ClassTag[E]): Twin = new Twin(
    name,
    root.runtimeClass,
    corrects,
    { case root(e) if covers.isDefinedAt(e) => covers(e) }
  )

  /** The call that replaces an expression in a plan, if the plugin can pass its types. */
  private[rapidsudfs] def call(
      name: String,
      builtin: Expression,
      covered: Covered
  ): Option[ScalaUDF] = {
    val columns = covered.columns
    val types = columns.map(_.dataType)
    if (
      columns.isEmpty || columns.size > MostArguments || !builtin.deterministic ||
      builtin.foldable || !(types :+ builtin.dataType).forall(isTaken)
    ) None
    else {
      val function = new BuiltinFunction(
        name,
        template(builtin, columns),
        types.asJava,
        builtin.dataType,
        covered.body
      )
      Some(
        ScalaUDF(
          function = ResolvedFunction.functionObject(function, types.asJava),
          dataType = builtin.dataType,
          children = columns,
          udfName = Some(name),
          nullable = builtin.nullable
        )
      )
    }
  }

  /** Nullable: an adaptive plan learns about nulls as it runs, and calls must stay equal. */
  private def template(builtin: Expression, columns: Seq[Expression]): Expression =
    builtin.transformDown {
      case e if columns.exists(_ eq e) =>
        BoundReference(columns.indexWhere(_ eq e), e.dataType, nullable = true)
    }

  private def isTaken(dataType: org.apache.spark.sql.types.DataType): Boolean =
    try { TypeMapping.toCudf(dataType); true }
    catch { case _: UnsupportedTypeException => false }

  /** The builtin's function behind a call, if the call is of a twin. */
  def function(udf: ScalaUDF): Option[BuiltinFunction] = udf.function match {
    case adapter: ResolvedFunction.Adapter =>
      Option(adapter.resolved()).map(_.function()).collect { case own: BuiltinFunction => own }
    case _ => None
  }

  /** The builtin that a twin's call replaced, over the call's current arguments. */
  def builtin(udf: ScalaUDF): Option[Expression] = function(udf).map { own =>
    own.template().transformDown { case BoundReference(i, _, _) => udf.children(i) } match {
      case swappable: Swappable => swappable.inRows
      case other                => other
    }
  }
}
