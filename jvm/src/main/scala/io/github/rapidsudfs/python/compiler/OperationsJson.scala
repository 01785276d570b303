// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import com.fasterxml.jackson.databind.{ObjectMapper, SerializationFeature}

import java.nio.file.{Files, Paths}
import scala.collection.JavaConverters._

/** The operations as JSON, for the survey and the page of constructs. */
object OperationsJson {

  /** Constructs that the compiler writes itself. */
  private val OfCompiler = Seq("isinstance", "pyspark.sql.Row", "type")

  /** The parameter names that can be passed by keyword, by operation. */
  def render: String = {
    val mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
    val all = mapper.createObjectNode()
    (Operations.names.asScala.toSeq ++ OfCompiler).sorted.foreach { name =>
      val node = all.putObject(name)
      val longest =
        Operations
          .named(name)
          .asScala
          .map(_.params.toSeq)
          .sortBy(-_.length)
          .headOption
          .toSeq
          .flatten
      val params = node.putArray("params")
      longest.foreach(params.add(_))
    }
    mapper.writeValueAsString(all) + "\n"
  }

  /** Writes the operations to the file given as the only argument. */
  def main(args: Array[String]): Unit =
    Files.write(Paths.get(args(0)), render.getBytes("UTF-8"))
}
