// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import com.fasterxml.jackson.databind.ObjectMapper
import io.github.rapidsudfs.python.{Program, Refusal}
import org.apache.spark.api.python.PythonFunction

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.concurrent.ConcurrentHashMap

/** What the front end in Python knows of a Python function: its program, or why there is none. */
final case class KnownFunction(
    name: String,
    file: String,
    line: Int,
    json: String,
    program: Either[Refusal, Program],
    always: Boolean,
    outcome: Boolean
)

/** The programs of the Python functions of this driver, for as long as Spark holds the functions.
  *
  * Functions are told apart by identity: a comparison of their contents would read the whole of
  * their pickled code.
  */
object PythonPrograms {
  private val known = new ConcurrentHashMap[Key, KnownFunction]
  private val collected = new ReferenceQueue[PythonFunction]

  private final class Key(function: PythonFunction, queue: ReferenceQueue[PythonFunction])
      extends WeakReference[PythonFunction](function, queue) {
    override val hashCode: Int = System.identityHashCode(function)
    override def equals(other: Any): Boolean = other match {
      case key: Key => (key eq this) || (get != null && (key.get eq get))
      case _        => false
    }
  }

  /** Takes a function's program from the front end.
    *
    * @param json
    *   the program; or an object `refusal` with `line`, `column` and `reason`
    */
  def put(function: AnyRef, json: String): Unit = {
    Iterator.continually(collected.poll()).takeWhile(_ != null).foreach(known.remove(_))
    val tree = new ObjectMapper().readTree(json)
    val refusal = Option(tree.get("refusal")).map { node =>
      Refusal(node.path("line").asInt, node.path("column").asInt, node.path("reason").asText)
    }
    val described = if (refusal.isDefined && !tree.has("name")) tree.get("refusal") else tree
    known.put(
      new Key(function.asInstanceOf[PythonFunction], collected),
      KnownFunction(
        described.path("name").asText,
        described.path("file").asText,
        described.path("line").asInt,
        json,
        refusal.toLeft(Program.parse(json)),
        tree.path("always").asBoolean,
        tree.path("outcome").asBoolean
      )
    )
  }

  def has(function: AnyRef): Boolean = function match {
    case of: PythonFunction => known.containsKey(new Key(of, null))
    case _                  => false
  }

  def of(function: PythonFunction): Option[KnownFunction] =
    Option(known.get(new Key(function, null)))
}
