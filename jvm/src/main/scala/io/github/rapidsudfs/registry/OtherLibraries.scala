// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import io.github.rapidsudfs.RapidsUdfs
import io.github.rapidsudfs.core.DualFunction

import java.util.ServiceLoader
import scala.collection.JavaConverters._

/** The functions of libraries built on this one. Their jars name the classes, one per line, in
  * `META-INF/services/io.github.rapidsudfs.core.DualFunction`.
  */
object OtherLibraries {

  /** The functions on the class path of this thread.
    *
    * @throws java.util.ServiceConfigurationError
    *   for a class that is missing, is not a dual function, or has no no-argument constructor
    * @throws java.lang.IllegalStateException
    *   for the name of a Spark builtin, a function of this library, or another of these functions
    */
  def functions(): Seq[DualFunction] = {
    val loader =
      Option(Thread.currentThread().getContextClassLoader).getOrElse(getClass.getClassLoader)
    val found = ServiceLoader.load(classOf[DualFunction], loader).asScala.toList
    found.groupBy(_.signature().name()).foreach { case (name, sameName) =>
      val other =
        if (RapidsUdfs.isBuiltin(name)) Some("a Spark builtin")
        else if (Catalogue.contains(name)) Some("a function of rapids-udfs")
        else sameName.drop(1).headOption.map(_.getClass.getName)
      other.foreach { taken =>
        throw new IllegalStateException(
          s"${sameName.head.getClass.getName} is named '$name', like $taken: " +
            "rename it in its signature"
        )
      }
    }
    found
  }
}
