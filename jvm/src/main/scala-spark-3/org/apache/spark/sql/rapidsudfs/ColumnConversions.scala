// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.sql.Column
import org.apache.spark.sql.catalyst.expressions.Expression

/** Columns of DataFrames as expressions, and back: for Spark 3.5. */
object ColumnConversions {
  def expression(column: Column): Expression = column.expr
  def column(expression: Expression): Column = new Column(expression)
}
