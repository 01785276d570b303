// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

/** The builtins that only some lines of Spark have: Spark 3.5 has none of them. */
private[builtins] object LineTwins {
  val all: Seq[Twin] = Nil
}
