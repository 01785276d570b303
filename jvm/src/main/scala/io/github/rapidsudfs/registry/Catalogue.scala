// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import io.github.rapidsudfs.api.DualFunction
import org.apache.spark.unsafe.types.UTF8String

import scala.io.{Codec, Source}

/** All functions: every public class below `io.github.rapidsudfs.functions` that is a dual
  * function. The build writes their list into the jar.
  */
object Catalogue {
  private val Index = "/META-INF/rapids-udfs/functions"

  /** All functions, by category and then by name. */
  val all: Seq[DualFunction] = classNames
    .map { name =>
      val loaded = Class.forName(name, true, getClass.getClassLoader)
      loaded.getDeclaredConstructor().newInstance().asInstanceOf[DualFunction]
    }
    .sortBy(f => (f.signature().category(), f.signature().name()))

  private val byName: Map[String, DualFunction] = all.map(f => f.signature().name() -> f).toMap

  /** The function with this name; a `NoSuchElementException` names the closest names. */
  def apply(name: String): DualFunction = byName.getOrElse(name, throw unknown(name))

  def contains(name: String): Boolean = byName.contains(name)

  private def classNames: Seq[String] = {
    val index = getClass.getResourceAsStream(Index)
    if (index == null)
      throw new IllegalStateException(s"the library's jar lacks $Index: rebuild it")
    try Source.fromInputStream(index)(Codec.UTF8).getLines().toList
    finally index.close()
  }

  private def unknown(name: String): NoSuchElementException = {
    val near = byName.keys.toSeq.sortBy(distance(name, _)).take(3).mkString(", ")
    new NoSuchElementException(
      s"there is no function '$name' in the catalogue; the closest are $near"
    )
  }

  private def distance(a: String, b: String): Int =
    UTF8String.fromString(a).levenshteinDistance(UTF8String.fromString(b))
}
