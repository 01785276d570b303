// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import io.github.rapidsudfs.registry.{Catalogue, OtherLibraries}
import org.apache.spark.sql.rapidsudfs.{Builders, CompileRowCalls, CountForeignUdfs, CountHiveUdfs}
import org.apache.spark.sql.rapidsudfs.builtins.{PutBackBuiltins, SwapBuiltins}
import org.apache.spark.sql.SparkSessionExtensions

/** Puts every function of the catalogue, and of libraries that build upon this one, into every
  * session (see [[io.github.rapidsudfs.registry.OtherLibraries]]), compiles row-wise calls into its
  * queries, and gives the plugin columnar bodies of builtins that it lacks:
  * `spark.sql.extensions=io.github.rapidsudfs.RapidsUdfsExtensions`.
  */
class RapidsUdfsExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    (Catalogue.all ++ OtherLibraries.functions())
      .foreach(function => extensions.injectFunction(Builders.description(function)))
    extensions.injectPlannerStrategy(session => new SwapBuiltins(session))
    extensions.injectColumnar(_ => CompileRowCalls)
    extensions.injectOptimizerRule(_ => CountForeignUdfs)
    extensions.injectColumnar(_ => CountHiveUdfs)
    // The last of these rules is the first to run.
    extensions.injectColumnar(_ => PutBackBuiltins)
  }
}
