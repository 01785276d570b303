// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry
import org.apache.spark.sql.execution.ColumnarRule

/** The differences between Spark's lines: this is the variant for Spark 3.5. */
object SessionInternals {

  /** The functions of one session. */
  def functionRegistry(spark: SparkSession): FunctionRegistry =
    spark.sessionState.functionRegistry

  /** The rules of a session's extensions. */
  def columnarRules(spark: SparkSession): Seq[ColumnarRule] = spark.sessionState.columnarRules
}
