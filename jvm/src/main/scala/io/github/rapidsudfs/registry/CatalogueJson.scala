// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import com.fasterxml.jackson.databind.{ObjectMapper, SerializationFeature}
import io.github.rapidsudfs.api.{DualFunction, TypeMapping}

import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Paths}
import java.util.{LinkedHashMap => JMap}
import scala.collection.JavaConverters._

/** The catalogue as JSON, for the Python package, the reference pages and their checks. */
object CatalogueJson {
  private val mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)

  def render: String = render(Catalogue.all.asJava)

  /** Functions outside the catalogue, in the same format. */
  def render(functions: java.util.List[DualFunction]): String =
    mapper.writeValueAsString(fields("functions" -> functions.asScala.map(function).asJava)) + "\n"

  /** Writes the catalogue to the file given as the only argument. */
  def main(args: Array[String]): Unit =
    Files.write(Paths.get(args(0)), render.getBytes(StandardCharsets.UTF_8))

  private def function(f: DualFunction): Any = {
    val s = f.signature()
    fields(
      "name" -> s.name(),
      "category" -> s.category().toString,
      "class" -> f.getClass.getName,
      "signature" -> s.toString,
      "arguments" -> s
        .arguments()
        .asScala
        .map { a =>
          val cudf = if (a.isAny) null else TypeMapping.toCudf(a.`type`()).toString
          fields("name" -> a.name(), "type" -> a.ddl(), "cudf" -> cudf, "literal" -> a.literal())
        }
        .asJava,
      "varargs" -> s.varargs(),
      "returns" -> s.resultDdl(),
      "returnsCudf" -> (if (s.dependentResult()) null
                        else TypeMapping.toCudf(s.resultType(java.util.List.of())).toString),
      "dependentResult" -> s.dependentResult(),
      "nullRule" -> s.nullRule().name().toLowerCase,
      "deterministic" -> s.deterministic(),
      "tolerance" -> s.tolerance().relative(),
      "summary" -> s.summary(),
      "description" -> s.description(),
      "examples" -> s
        .examples()
        .asScala
        .map(e => fields("sql" -> e.sql(), "shows" -> e.shows()))
        .asJava,
      "divergences" -> s.divergences(),
      "since" -> s.since()
    )
  }

  private def fields(entries: (String, Any)*): JMap[String, Any] = {
    val map = new JMap[String, Any]
    entries.foreach { case (key, value) => map.put(key, value) }
    map
  }
}
