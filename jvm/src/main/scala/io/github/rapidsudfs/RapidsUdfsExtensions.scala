// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import io.github.rapidsudfs.registry.{Catalogue, OtherLibraries}
import org.apache.spark.sql.rapidsudfs._
import org.apache.spark.sql.rapidsudfs.python._
import org.apache.spark.sql.rapidsudfs.builtins._
import org.apache.spark.sql.SparkSessionExtensions

/** Adds the functions of the catalogue, and of libraries built on this one (see
  * [[io.github.rapidsudfs.registry.OtherLibraries]]), to every session, compiles row-wise calls
  * (and Python UDFs, if enabled) into queries, and supplies columnar bodies of builtins that the
  * plugin lacks: `spark.sql.extensions=io.github.rapidsudfs.RapidsUdfsExtensions`.
  */
class RapidsUdfsExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    (Catalogue.all ++ OtherLibraries.functions())
      .foreach(function => extensions.injectFunction(Builders.description(function)))
    extensions.injectPlannerStrategy(session => new SwapBuiltins(session))
    extensions.injectColumnar(_ => CompileRowCalls)
    extensions.injectPostHocResolutionRule(_ => CollectForPython)
    extensions.injectPostHocResolutionRule(_ => CompilePythonUdfs.Early)
    extensions.injectOptimizerRule(_ => CompilePythonUdfs)
    extensions.injectPreCBORule(_ => GuardFilters)
    extensions.injectPreCBORule(session => new GuardBranches(session))
    extensions.injectOptimizerRule(_ => KeepOwnLambdas)
    extensions.injectOptimizerRule(_ => CountForeignUdfs)
    extensions.injectColumnar(_ => CountHiveUdfs)
    extensions.injectColumnar(session => new NameFilesBelowBroadcasts(session))
    // The last injected rule runs first.
    extensions.injectColumnar(_ => PutBackBuiltins)
  }
}
