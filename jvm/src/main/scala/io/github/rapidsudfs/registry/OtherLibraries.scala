// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import io.github.rapidsudfs.RapidsUdfs
import io.github.rapidsudfs.core.DualFunction

import java.util.ServiceLoader
import scala.collection.JavaConverters._

/** The functions of libraries that build upon this one. Their jars name the classes, one per line,
  * in `META-INF/services/io.github.rapidsudfs.core.DualFunction`.
  */
object OtherLibraries {

  /** Those on the class path of this thread.
    *
    * @throws java.util.ServiceConfigurationError
    *   for a class that is not there, is not a dual function, or has no constructor without
    *   arguments
    * @throws java.lang.IllegalStateException
    *   for a name that a Spark builtin, this library or another of these functions has
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
          s"${sameName.head.getClass.getName} is named '$name', which $taken is named, too: " +
            "rename it in its signature"
        )
      }
    }
    found
  }
}
