// SPDX-License-Identifier: Apache-2.0

import sbt.io.IO
import java.io.File
import sjsonnew.shaded.scalajson.ast.unsafe._
import sjsonnew.support.scalajson.unsafe.Parser

/** One build of the library, for a Spark and a Scala version, as `project/versions.json` declares
  * it.
  */
final case class Line(
    name: String,
    scala: String,
    scalaFull: String,
    hive: String,
    main: String
) {

  /** Spark's release line: `spark-4`, `spark-3.5`. */
  def spark: String = name.takeWhile(_ != '_')

  /** Whether artifacts common to all lines are published and tested on this one. */
  def isFirst: Boolean = this == Versions.lines.head

  /** The suffix that distinguishes this build's artifacts from those of the first line. */
  def suffix: String = if (isFirst) "" else s"-$spark"
}

/** Reads `project/versions.json`, the only place for versions of Spark, Scala and the plugin. */
object Versions {
  private val root: JObject =
    Parser.parseFromString(IO.read(new File("project/versions.json"))).get.asInstanceOf[JObject]

  private def field(o: JObject, name: String): JValue =
    o.value.find(_.field == name).map(_.value).getOrElse(sys.error(s"versions.json lacks '$name'"))

  private def text(o: JObject, name: String): String = field(o, name) match {
    case JString(s) => s
    case other      => sys.error(s"versions.json: '$name' is not a string: $other")
  }

  private def objects(array: JValue): Seq[JObject] =
    array.asInstanceOf[JArray].value.toSeq.collect { case o: JObject => o }

  val version: String = text(root, "version")

  val plugin: String = text(root, "plugin")

  val lines: Seq[Line] = objects(field(root, "lines")).map { o =>
    Line(
      text(o, "name"),
      text(o, "scala"),
      text(o, "scalaFull"),
      text(o, "hive"),
      text(o, "main")
    )
  }

  /** The line to build: `-Dspark.line=spark-3.5_2.12`, by default the first one in the file. */
  val line: Line = {
    val wanted = sys.props.getOrElse("spark.line", lines.head.name)
    lines
      .find(_.name == wanted)
      .getOrElse(
        sys.error(s"-Dspark.line=$wanted is not one of ${lines.map(_.name).mkString(", ")}")
      )
  }
}
