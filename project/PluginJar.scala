// SPDX-License-Identifier: Apache-2.0

import java.io.File

/** The cuDF plugin's jar to compile against, of which its classes suffice. Its POM names a
  * parent that is not published, so it cannot be a managed dependency.
  */
object PluginJar {

  /** A jar named in `RAPIDS_UDFS_PLUGIN_2_13` (or `2_12`), else the newest slim copy in the cache;
    * the rule for the cache folder is that of `rapids_udfs/runtime/cache.py`.
    */
  def find(line: Line, env: Map[String, String] = sys.env): Option[File] =
    env.get(variable(line)).filter(_.nonEmpty).map(new File(_)) match {
      case Some(named) => Some(named).filter(_.isFile)
      case None =>
        val jars = Option(new File(cache(env), "plugin").listFiles()).getOrElse(Array.empty[File])
        jars
          .filter(_.getName.matches(s"\\Q${stem(line)}\\E-slim-[0-9a-f]+\\.jar"))
          .sortBy(_.lastModified)
          .lastOption
    }

  /** The error if there is none. */
  def missing(line: Line, env: Map[String, String] = sys.env): String =
    env.get(variable(line)).filter(_.nonEmpty) match {
      case Some(named) => s"${variable(line)} names $named, which is not a file"
      case None =>
        s"no slim copy of ${stem(line)}.jar in ${new File(cache(env), "plugin")}; run: make setup"
    }

  private def variable(line: Line): String =
    s"RAPIDS_UDFS_PLUGIN_${line.scala.replace('.', '_')}"

  private def stem(line: Line): String =
    s"rapids-4-spark_${line.scala}-${line.plugin}-${line.pluginClassifier}"

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
