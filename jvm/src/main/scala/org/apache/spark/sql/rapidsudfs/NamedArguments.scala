// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.api.Signature
import org.apache.spark.sql.catalyst.expressions.{Expression, NamedArgumentExpression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.errors.QueryCompilationErrors
import org.apache.spark.sql.internal.SQLConf

import java.lang.reflect.InvocationTargetException
import scala.collection.JavaConverters._

/** Named arguments, with the rules and errors of Spark's own functions. */
private[rapidsudfs] object NamedArguments {

  /** The arguments of a call of the function `name`, in declared order. */
  def inOrder(name: String, signature: Signature, arguments: Seq[Expression]): Seq[Expression] =
    if (!arguments.exists(_.isInstanceOf[NamedArgumentExpression])) arguments
    else if (signature.varargs()) throw QueryCompilationErrors.namedArgumentsNotSupported(name)
    else rearrange(name, signature, arguments)

  /** Spark's own routine; since Spark 4.1 it has one more parameter, the comparison of names. */
  private val routine =
    classOf[FunctionBuilderBase[_]].getMethods.find(_.getName == "rearrange").get

  private def rearrange(
      name: String,
      signature: Signature,
      arguments: Seq[Expression]
  ): Seq[Expression] = {
    val declared = signature.arguments().asScala.map(a => InputParameter(a.name())).toSeq
    val resolver = if (routine.getParameterCount == 4) Seq(SQLConf.get.resolver) else Nil
    val values = Seq(FunctionSignature(declared), arguments, name) ++ resolver
    try routine.invoke(Unbuilt, values: _*).asInstanceOf[Seq[Expression]]
    catch { case e: InvocationTargetException => throw e.getCause }
  }

  private object Unbuilt extends FunctionBuilderBase[Expression] {
    override def build(name: String, expressions: Seq[Expression]): Expression =
      throw new UnsupportedOperationException(name)
  }
}
