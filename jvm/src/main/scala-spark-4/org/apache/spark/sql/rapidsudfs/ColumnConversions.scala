// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.sql.Column
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.classic.ExpressionUtils

/** Columns of DataFrames as expressions, and back: for Spark 4, whose columns are of no session. */
object ColumnConversions {
  def expression(column: Column): Expression = ExpressionUtils.expression(column)
  def column(expression: Expression): Column = ExpressionUtils.column(expression)
}
