// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import com.fasterxml.jackson.databind.ObjectMapper
import io.github.rapidsudfs.python.compiler.{Program, Refusal}
import org.apache.spark.api.python.PythonFunction

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.LinkedHashMap
import java.util.concurrent.ConcurrentHashMap

/** The front end's result for a Python function: its program, or the reason why there is none. */
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
  * Functions are compared by identity: comparing their contents would read all of their pickled
  * code.
  */
object PythonPrograms {
  private val known = new ConcurrentHashMap[Key, KnownFunction]
  private val collected = new ReferenceQueue[PythonFunction]

  /** For the newest ones, by their pickled code. */
  private val commands = new LinkedHashMap[String, KnownFunction] {
    override def removeEldestEntry(eldest: java.util.Map.Entry[String, KnownFunction]): Boolean =
      size > 10000
  }

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
  def put(function: AnyRef, json: String): Unit = put(function, parsed(json))

  private def put(function: AnyRef, found: KnownFunction): Unit = {
    Iterator.continually(collected.poll()).takeWhile(_ != null).foreach(known.remove(_))
    known.put(new Key(function.asInstanceOf[PythonFunction], collected), found)
  }

  private def parsed(json: String): KnownFunction = {
    val tree = new ObjectMapper().readTree(json)
    val refusal = Option(tree.get("refusal")).map { node =>
      Refusal(node.path("line").asInt, node.path("column").asInt, node.path("reason").asText)
    }
    val described = if (refusal.isDefined && !tree.has("name")) tree.get("refusal") else tree
    KnownFunction(
      described.path("name").asText,
      described.path("file").asText,
      described.path("line").asInt,
      json,
      refusal.toLeft(Program.parse(json)),
      tree.path("always").asBoolean,
      tree.path("outcome").asBoolean
    )
  }

  def has(function: AnyRef): Boolean = function match {
    case of: PythonFunction => known.containsKey(new Key(of, null))
    case _                  => false
  }

  /** As [[put]], for all functions with this pickled code: over Spark Connect nothing else of a
    * function arrives.
    *
    * @param command
    *   the SHA-256 of the code, as hexadecimal digits
    */
  def putCommand(command: String, json: String): Unit =
    commands.synchronized(commands.put(command, parsed(json)))

  def of(function: PythonFunction): Option[KnownFunction] = {
    val key = new Key(function, null)
    Option(known.get(key)).orElse {
      val found = commands.synchronized {
        if (commands.isEmpty) None
        else Option(commands.get(PythonTarget.digest(function.command.toArray)))
      }
      found.foreach(put(function, _))
      found
    }
  }
}
