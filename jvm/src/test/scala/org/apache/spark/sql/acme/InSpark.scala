// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.acme

import io.github.rapidsudfs.udf.Udf1
import org.apache.spark.sql.expressions.UserDefinedFunction
import org.apache.spark.sql.functions.udf

/** A user's lambda in a package under Spark's, for what only Spark's own packages see. */
object InSpark {
  def shifted(function: Udf1[java.lang.Long, java.lang.Long]): UserDefinedFunction =
    udf((value: java.lang.Long) => function.call(value + 1))
}
