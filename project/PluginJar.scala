// SPDX-License-Identifier: Apache-2.0

import java.io.File

/** The cuDF plugin's jar to compile against, for which its classes suffice. Its POM names a parent
  * that is not published, so it cannot be a managed dependency.
  */
object PluginJar {

  private val Variable = "RAPIDS_UDFS_PLUGIN_JAR"
  private val Stem = s"rapids-4-spark_2.13-${Versions.plugin}"

  /** The jar named by `RAPIDS_UDFS_PLUGIN_JAR`, or else the newest slim copy in the cache, whose
    * folder is chosen as in `rapids_udfs/runtime/cache.py`. The classes that this build uses are
    * written in Java and the same in the plugin's jars of both Scala versions.
    */
  def find(env: Map[String, String] = sys.env): Option[File] =
    env.get(Variable).filter(_.nonEmpty).map(new File(_)) match {
      case Some(named) => Some(named).filter(_.isFile)
      case None =>
        val jars = Option(new File(cache(env), "plugin").listFiles()).getOrElse(Array.empty[File])
        jars
          .filter(_.getName.matches(s"\\Q$Stem\\E-.*-slim-[0-9a-f]+\\.jar"))
          .sortBy(_.lastModified)
          .lastOption
    }

  /** The error if there is none. */
  def missing(env: Map[String, String] = sys.env): String =
    env.get(Variable).filter(_.nonEmpty) match {
      case Some(named) => s"$Variable names $named, which is not a file"
      case None =>
        s"no slim copy of $Stem-*.jar in ${new File(cache(env), "plugin")}; run: make setup"
    }

  private def cache(env: Map[String, String]): File = {
    def named(name: String) = env.get(name).filter(_.nonEmpty).map(new File(_))
    named("RAPIDS_UDFS_CACHE").getOrElse(
      new File(
        named("XDG_CACHE_HOME").getOrElse(new File(sys.props("user.home"), ".cache")),
        "rapids-udfs"
      )
    )
  }
}
