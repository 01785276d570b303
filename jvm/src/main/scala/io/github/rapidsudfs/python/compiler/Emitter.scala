// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import com.fasterxml.jackson.databind.JsonNode

import java.util.IdentityHashMap
import scala.collection.mutable

/** The state of a variable at a point in the program; `maybe` if it may be unbound. */
private[python] final case class Local(tpe: StaticType, maybe: Boolean)

/** The state while a function is written: the position of the next statement, the variables and the
  * returns. A Python variable is one Java variable for each type that it takes; where control flow
  * joins, variables of different types are copied to the one of type `Object`.
  */
private[python] abstract class Emitter(
    val compiler: Compiler,
    val function: Function,
    val wide: Boolean
) {
  type Env = Map[String, Local]

  val program: Program = compiler.program
  var out = new Block

  /** The values of `*args`, if their number is known. */
  var several: Option[Seq[Value]] = None

  /** Null if the code is unreachable. */
  var env: Env = Map.empty
  val declared = mutable.LinkedHashMap.empty[String, StaticType]
  val returns = mutable.ArrayBuffer.empty[Emitter.Return]

  /** Holds the result while `finally` runs. */
  lazy val returning: String = fresh("t")

  /** Variables also kept as objects beside the typed ones, for handlers. */
  protected var shadows: Set[String] = Set.empty
  protected val records = mutable.ArrayBuffer.empty[mutable.Map[String, Set[Local]]]
  private var names = 0
  private var line = 0

  def fresh(prefix: String): String = {
    names += 1
    prefix + names
  }

  def dead: Boolean = env == null

  /** Records the current line of the user's file. */
  def at(node: Node): Unit = if (node.line > 0 && node.line != line) {
    line = node.line
    out += s"line = $line;"
  }

  /** Temporaries and their Java types. All are declared at the beginning of the method: Janino
    * fails at a `long` declared where a variable of an inner block, left by a break, was.
    */
  val locals = mutable.Map.empty[String, String]

  def local(javaType: String, name: String, code: String): Unit = {
    locals(name) = javaType
    out += s"$name = $code;"
  }

  def temp(code: String, tpe: StaticType): Value = {
    val name = fresh("t")
    local(tpe.java, name, code)
    Value(name, tpe)
  }

  /** The arguments after a generator in a call: they are computed after its iterable, and before
    * its elements.
    */
  protected val beside = new IdentityHashMap[JsonNode, Seq[Node]]

  /** The values of such arguments. */
  protected val computed = new IdentityHashMap[JsonNode, Value]

  /** Where loops found their characters: in which string, and at which index. For each, the
    * temporary that holds it, and in the loop its variable, unless that is bound elsewhere, too.
    */
  protected var characters: Map[String, String] = Map.empty

  /** A snapshot of a value that is unaffected by later assignments to its variable. */
  def held(v: Value): Value = if (v.code.contains('_')) temp(v.code, v.tpe) else v

  /** Writes into a separate block. */
  def in(block: Block)(body: => Unit): Block = {
    val outer = out
    out = block
    line = 0
    body
    out = outer
    line = 0
    block
  }

  def java(name: String, tpe: StaticType): String = {
    val id = name.map(c => if (c.isLetterOrDigit && c < 128 || c == '_') c else '$')
    val unique = if (id == name) id else id + compiler.number(name)
    val full = unique + "_" + tpe.suffix
    if (!declared.contains(full)) declared(full) = tpe
    full
  }

  def assign(name: String, v: Value): Unit = {
    if (v.tpe != StaticType.None) out += s"${java(name, v.tpe)} = ${v.code};"
    if (shadows(name) && v.tpe != StaticType.Any)
      out += s"${java(name, StaticType.Any)} = ${v.boxed};"
    set(name, Local(v.tpe, maybe = false))
  }

  def delete(name: String): Unit = {
    out += s"${java(name, StaticType.Any)} = Py.UNBOUND;"
    set(name, Local(StaticType.Any, maybe = true))
  }

  private def set(name: String, local: Local): Unit = {
    records.foreach(r => r(name) = r.getOrElse(name, Set.empty) + local)
    env += name -> local
  }

  private def raiseUnbound(name: String): String = {
    val message =
      if (!function.bound(name))
        s"cannot access free variable '$name' where it is not associated with a value in enclosing scope"
      else if (program.minor < 11) s"local variable '$name' referenced before assignment"
      else s"cannot access local variable '$name' where it is not associated with a value"
    val tpe = if (function.bound(name)) "UNBOUND_LOCAL_ERROR" else "NAME_ERROR"
    s"throw PyError.of(PyType.$tpe, ${Code.quote(message)});"
  }

  def load(node: Node, name: String): Value = env.get(name) match {
    case Some(Local(StaticType.None, _)) => Value.None
    case Some(Local(tpe, maybe)) =>
      val code = java(name, tpe)
      if (maybe) {
        at(node)
        out += s"if ($code == Py.UNBOUND) ${raiseUnbound(name)}"
        env += name -> Local(tpe, maybe = false)
      }
      if (function.rebindsInExpressions) temp(code, tpe) else Value(code, tpe)
    case None =>
      at(node)
      out += s"if (line >= 0) ${raiseUnbound(name)}"
      temp("null", StaticType.Any)
  }

  def joined(a: Env, b: Env): Env =
    if (a == null) b
    else if (b == null) a
    else
      (a.keySet ++ b.keySet).map { name =>
        name -> ((a.get(name), b.get(name)) match {
          case (Some(x), Some(y)) => Local(StaticType.join(x.tpe, y.tpe), x.maybe || y.maybe)
          case _                  => Local(StaticType.Any, maybe = true)
        })
      }.toMap

  /** Copies variables whose form in `to` differs from that in `from`. */
  def convert(block: Block, from: Env, to: Env): Unit = if (from != null) to.foreach {
    case (name, Local(tpe, _)) =>
      from.get(name) match {
        case None => block += s"${java(name, tpe)} = Py.UNBOUND;"
        case Some(local) if local.tpe != tpe =>
          val value =
            if (local.tpe == StaticType.None) Value.None
            else Value(java(name, local.tpe), local.tpe)
          block += s"${java(name, tpe)} = ${value.as(tpe)};"
        case _ =>
      }
  }

  /** Merges the variables of branches. */
  def merge(ends: Seq[(Block, Env)]): Unit = {
    val live = ends.filter(_._2 != null)
    env = if (live.isEmpty) null else live.map(_._2).reduce(joined)
    live.foreach { case (block, from) => convert(block, from, env) }
  }

  /** `if`; omits the branch not taken if the condition is known. */
  def branch(condition: Value)(yes: => Unit)(no: => Unit): Unit = condition.code match {
    case "true"  => yes
    case "false" => no
    case code =>
      val before = env
      val first = in(new Block)(yes)
      val afterFirst = env
      env = before
      val second = in(new Block)(no)
      val afterSecond = env
      out += s"if ($code) {"
      out.add(first)
      out += "} else {"
      out.add(second)
      out += "}"
      merge(Seq(first -> afterFirst, second -> afterSecond))
  }

  /** A value from one of two branches. */
  def choose(condition: Value)(yes: => Value)(no: => Value): Value = condition.code match {
    case "true"  => yes
    case "false" => no
    case _ =>
      val name = fresh("t")
      var parts = List.empty[(Value, Slot)]
      def part(value: => Value): Unit = {
        val v = value
        parts ::= v -> out.slot()
      }
      branch(condition)(part(yes))(part(no))
      val tpe = parts.map(_._1.tpe).reduce(StaticType.join)
      locals(name) = tpe.java
      parts.foreach { case (v, slot) => slot.text = s"$name = ${v.as(tpe)};" }
      if (tpe == StaticType.None) Value.None else Value(name, tpe)
  }

  /** A Java `while (true)` and its exits. */
  final class Loop {
    val label: String = fresh("L")
    var exits: List[(Block, Env)] = Nil
    var breaks: List[(Block, Env)] = Nil
    var nexts: List[(Block, Env)] = Nil
    def exit(): Unit = { exits ::= out.block() -> env; out += s"break $label;" }
    def break(): Unit = { breaks ::= out.block() -> env; out += s"break ${label}b;"; env = null }
    def continue(): Unit = { nexts ::= out.block() -> env; out += s"break ${label}n;"; env = null }
  }
  protected var loops: List[Loop] = Nil

  /** A loop: `head` calls `exit` when it is done, `step` follows the body. The types at its start
    * must equal those at its end: the loop is rewritten until they do.
    */
  def loop(
      head: Loop => Unit,
      body: => Unit,
      step: Loop => Unit = _ => (),
      orElse: => Unit = ()
  ): Unit = {
    val before = env
    val outside = characters
    val entry = out.block()
    var types = env
    var written: Option[(Loop, Block)] = None
    var again = true
    while (written.isEmpty) {
      val (l, block, mark) = (new Loop, new Block, returns.size)
      env = types
      in(block) {
        head(l)
        if (!dead) {
          loops ::= l
          val inner = in(new Block)(body)
          loops = loops.tail
          out += s"${l.label}n: {"
          out.add(inner)
          out += "}"
          merge((inner -> env) :: l.nexts)
          line = 0
          if (!dead) step(l)
        }
      }
      // Variables of comprehensions in the body get new names each time it is written.
      val end = if (dead) null else env.filter(v => before.contains(v._1) || !v._1.contains('$'))
      val next = joined(types, end)
      if (next == types) {
        convert(block, end, types)
        written = Some(l -> block)
        again = env != null
      } else {
        returns.remove(mark, returns.size - mark)
        types = next
      }
    }
    characters = outside
    convert(entry, before, types)
    written.foreach { case (l, block) =>
      if (l.breaks.nonEmpty) out += s"${l.label}b: {"
      out += (if (again) s"${l.label}: while (true) {" else s"${l.label}: {")
      out.add(block)
      out += "}"
      line = 0
      merge(l.exits)
      if (!dead) orElse
      if (l.breaks.nonEmpty) {
        val end = out.block()
        out += "}"
        merge((end -> env) :: l.breaks)
      }
    }
    line = 0
  }
}

private[python] object Emitter {

  /** A `return`, written when the type of all returns is known; `waits` for a `finally`. */
  final case class Return(slot: Slot, value: Value, line: Int, waits: Boolean)
}
