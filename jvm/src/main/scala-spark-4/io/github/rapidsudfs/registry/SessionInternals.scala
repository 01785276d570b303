// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry
import org.apache.spark.sql.execution.ColumnarRule
import org.apache.spark.sql.internal.SQLConf

/** Code that differs between Spark's release lines: the variant for Spark 4, where a session may
  * also be a Connect client's.
  */
object SessionInternals {

  /** The functions of one session. */
  def functionRegistry(spark: SparkSession): FunctionRegistry =
    state(spark).functionRegistry

  /** The settings of a session. */
  def conf(spark: SparkSession): SQLConf = state(spark).conf

  /** The columnar rules of a session's extensions. */
  def columnarRules(spark: SparkSession): Seq[ColumnarRule] = state(spark).columnarRules

  private def state(spark: SparkSession) =
    spark.asInstanceOf[org.apache.spark.sql.classic.SparkSession].sessionState
}
