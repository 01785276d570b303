package io.github.rapidsudfs

import io.github.rapidsudfs.registry.Catalogue
import org.apache.spark.sql.rapidsudfs.{Builders, CompileRowCalls}
import org.apache.spark.sql.SparkSessionExtensions

/** Puts every function of the catalogue into every session, and compiles row-wise calls into its
  * queries: `spark.sql.extensions=io.github.rapidsudfs.RapidsUdfsExtensions`.
  */
class RapidsUdfsExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    Catalogue.all.foreach(function => extensions.injectFunction(Builders.description(function)))
    extensions.injectColumnar(_ => CompileRowCalls)
  }
}
