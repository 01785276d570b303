// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import scala.collection.JavaConverters._
import scala.util.control.NoStackTrace

/** The reason, in Python's terms, why a function is not compiled, and its source position. */
final case class Refusal(line: Int, column: Int, reason: String) {

  /** With the line, if it is known. */
  def text: String = if (line > 0) s"line $line: $reason" else reason
}

private[python] final case class Refused(refusal: Refusal)
    extends RuntimeException(refusal.reason)
    with NoStackTrace

/** A node of CPython's `ast` as written by the front end.
  *
  * @param file
  *   the file of its function, if it is not the UDF's
  */
private[python] final class Node(val json: JsonNode, file: String = "") {
  val kind: String = if (json.has("t")) json.get("t").asText else ""
  def line: Int = if (json.has("l")) json.get("l").asInt else 0
  def column: Int = if (json.has("c")) json.get("c").asInt else 0
  def has(field: String): Boolean = json.hasNonNull(field)
  def apply(field: String): Node = new Node(json.get(field), file)
  def get(field: String): Option[Node] = if (has(field)) Some(apply(field)) else None
  def list(field: String): Seq[Node] =
    if (has(field)) json.get(field).elements.asScala.map(new Node(_, file)).toList
    else Nil
  def text(field: String): String = json.get(field).asText
  def int(field: String): Int = json.get(field).asInt
  def texts(field: String): Seq[String] =
    if (has(field)) json.get(field).elements.asScala.map(_.asText).toList else Nil
  def id: String = text("id")

  /** Whether this node, or one of its fields, has a kind and an id. */
  def is(kind: String, id: String): Boolean = this.kind == kind && has("id") && this.id == id

  /** Whether this is the constant None. */
  def isNone: Boolean = kind == "Constant" && apply("value").text("k") == "none"

  /** The direct children of this node. */
  def children: Iterator[Node] = {
    def nearest(j: JsonNode): Iterator[Node] =
      if (j.has("t")) Iterator(new Node(j, file))
      else if (j.isContainerNode) j.elements.asScala.flatMap(nearest)
      else Iterator.empty
    json.elements.asScala.flatMap(nearest)
  }

  /** This node and all nodes below it. */
  def all: Iterator[Node] = Iterator(this) ++ children.flatMap(_.all)

  def refuse(reason: String): Nothing = {
    val elsewhere = if (file.isEmpty) "" else s" (of $file)"
    throw Refused(Refusal(line, column, reason + elsewhere))
  }
}

/** A parameter and its constant default. The kind `keyword` is keyword-only; `several` is all
  * remaining positional arguments, as a tuple.
  */
private[python] final case class Parameter(name: String, default: Option[Node], kind: String)

/** One function of the program; the first is the UDF. */
private[python] final class Function(val index: Int, written: Node) {

  /** Its file, if it is not the UDF's. */
  val file: String = if (written.has("file")) written.text("file") else ""
  private val json = new Node(written.json, file)
  val name: String = json.text("name")
  val line: Int = if (json.has("line")) json.int("line") else json.line
  val parameters: Seq[Parameter] =
    json
      .list("params")
      .map(p =>
        Parameter(p.text("name"), p.get("default"), if (p.has("kind")) p.text("kind") else "")
      )
  val positional: Seq[Parameter] = parameters.filter(_.kind.isEmpty)
  val several: Option[Parameter] = parameters.find(_.kind == "several")
  val captures: Seq[String] = json.texts("captures")
  val body: Seq[Node] = json.list("body")
  lazy val nodes: Seq[Node] = body.flatMap(_.all)

  /** A walrus may rebind a variable whose earlier value is still in use. */
  lazy val rebindsInExpressions: Boolean = nodes.exists(_.kind == "NamedExpr")

  /** Variables that are bound once and not in a loop: the copies that a nested function takes when
    * it becomes a value equal the values at the time of a call.
    */
  lazy val settled: Set[String] = {
    val loops = nodes.filter(n => n.kind == "For" || n.kind == "While")
    boundOnce -- Function.assignments(loops)
  }

  lazy val boundOnce: Set[String] =
    (parameters.map(_.name) ++ Function.assignments(body))
      .groupBy(identity)
      .filter(_._2.size == 1)
      .keySet

  /** The names that the function binds, except those of its comprehensions. */
  lazy val bound: Set[String] = parameters.map(_.name).toSet ++ Function.assigned(body)
}

private[python] object Function {

  /** The names that statements may bind or delete. */
  def assigned(body: Seq[Node]): Set[String] = assignments(body).toSet

  /** The same, once per binding. */
  private def assignments(body: Seq[Node]): Seq[String] = {
    def target(n: Node): Seq[String] = n.kind match {
      case "Local"          => Seq(n.id)
      case "Tuple" | "List" => n.list("elts").flatMap(target)
      case "Starred"        => target(n("value"))
      case _                => Nil
    }
    body
      .flatMap(_.all)
      .flatMap { n =>
        n.kind match {
          case "Assign" | "Delete"               => n.list("targets").flatMap(target)
          case "AugAssign" | "For" | "NamedExpr" => target(n("target"))
          case "Try" => n.list("handlers").filter(_.has("name")).map(_.text("name"))
          case _     => Nil
        }
      }
  }
}

/** The front end's input: the UDF, the functions that it calls, and the version of Python. */
final class Program private (json: Node) {
  val name: String = json.text("name")
  val file: String = if (json.has("file")) json.text("file") else ""
  val minor: Int = json.json.get("python").get(1).asInt
  def parameterNames: Seq[String] = functions.head.positional.map(_.name)

  /** The line in the file where the function begins. */
  def line: Int = functions.head.line

  private[python] val functions: IndexedSeq[Function] =
    json.list("functions").zipWithIndex.map { case (f, i) => new Function(i, f) }.toIndexedSeq

  /** The name and the file of a function as in a traceback. */
  def place(function: Int): (String, String) = {
    val f = functions(function)
    (f.name, if (f.file.isEmpty) file else f.file)
  }

  /** The function that encloses a nested one. */
  private[python] val parent: Map[Int, Int] = functions.flatMap { f =>
    f.nodes.filter(n => n.kind == "Def" || n.kind == "Lambda").map(_.int("function") -> f.index)
  }.toMap

  /** Functions that may call themselves, directly or indirectly. */
  private[python] lazy val recursive: Set[Int] = {
    val calls = functions.map(f =>
      f.nodes.filter(n => n.kind == "Func" || n.kind == "Lambda").map(_.int("function")).toSet
    )
    def reached(from: Set[Int], seen: Set[Int]): Set[Int] = {
      val next = from.flatMap(calls) -- seen
      if (next.isEmpty) seen else reached(next, seen ++ next)
    }
    functions.indices.filter(i => reached(Set(i), Set.empty)(i)).toSet
  }

  /** The line where it may change one of these parameters, which get lists or dictionaries.
    *
    * @param deep
    *   whether these contain others
    */
  def changes(parameters: Set[String], deep: Boolean): Option[Int] =
    new ChangedArguments(this, parameters, deep).first.map(_.line)

  /** The enclosing variables that a call of a function needs: its own captures, and those of the
    * functions that it calls.
    */
  private[python] def captures(index: Int, seen: Set[Int] = Set.empty): Seq[String] = {
    val f = functions(index)
    val calls = f.nodes
      .filter(n => n.kind == "Func" || n.kind == "Lambda")
      .map(_.int("function"))
      .distinct
      .filterNot(c => c == index || seen(c))
    val through = calls.flatMap { c =>
      val inner = captures(c, seen + index)
      if (parent.get(c).contains(index)) inner.filterNot(f.bound) else inner
    }
    (f.captures ++ through).distinct
  }
}

object Program {
  private val mapper = new ObjectMapper

  def parse(json: String): Program = new Program(new Node(mapper.readTree(json)))
}
