// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

/** The builtins that only some of Spark's release lines have: Spark 3.5 has none. */
private[builtins] object LineTwins {
  val all: Seq[Twin] = Nil
}
