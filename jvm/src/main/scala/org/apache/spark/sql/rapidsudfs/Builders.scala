// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.api.DualFunction
import io.github.rapidsudfs.metrics.Counters
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry.FunctionBuilder
import org.apache.spark.sql.catalyst.expressions.{Expression, ExpressionInfo}
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.errors.QueryCompilationErrors

import scala.collection.JavaConverters._

/** A function's entry in Spark's registry. Spark's errors for builtins are private to it. */
object Builders {

  /** The entry under the name in the function's signature. */
  def description(function: DualFunction): (FunctionIdentifier, ExpressionInfo, FunctionBuilder) =
    description(function, function.signature().name())

  /** The entry under another SQL name, which errors, columns and documentation then use. */
  def description(
      function: DualFunction,
      name: String
  ): (FunctionIdentifier, ExpressionInfo, FunctionBuilder) = {
    // Lists the function among the counters before its first call.
    Counters.of(function.signature().name())
    (FunctionIdentifier(name), info(function, name), builder(function, name))
  }

  private def builder(function: DualFunction, name: String): FunctionBuilder = {
    (passed: Seq[Expression]) =>
      val signature = function.signature()
      val children = NamedArguments.inOrder(name, signature, passed)
      if (!signature.acceptsCount(children.length)) {
        val valid =
          if (signature.varargs()) s"${signature.arguments().size() - 1} or more"
          else signature.arguments().size()
        throw QueryCompilationErrors.wrongNumArgsError(name, Seq(valid), children.length)
      }
      CatalogueCall(function, name, children)
  }

  /** For `DESCRIBE FUNCTION EXTENDED`, which replaces `_FUNC_` with the name. */
  private def info(function: DualFunction, name: String): ExpressionInfo = {
    val s = function.signature()
    val examples = s
      .examples()
      .asScala
      .map { e =>
        val call = e.sql().replaceAll(s"\\b${s.name()}\\(", "_FUNC_(")
        s"      > SELECT $call;\n       ${e.shows()}\n"
      }
      .mkString("\n    Examples:\n", "", "  ")
    new ExpressionInfo(
      function.getClass.getName,
      null,
      name,
      s"_FUNC_${s.toString.stripPrefix(s.name())} - ${s.summary()}.",
      "",
      examples,
      "",
      s.category().sparkGroup(),
      s"${s.since()}",
      "",
      "scala_udf"
    )
  }
}
