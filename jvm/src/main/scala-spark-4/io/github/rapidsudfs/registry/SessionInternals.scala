package io.github.rapidsudfs.registry

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry

/** The differences between Spark's lines: the variant for Spark 4, where a session may also be a
  * Connect client's.
  */
private[rapidsudfs] object SessionInternals {

  /** The functions of one session. */
  def functionRegistry(spark: SparkSession): FunctionRegistry =
    spark.asInstanceOf[org.apache.spark.sql.classic.SparkSession].sessionState.functionRegistry
}
