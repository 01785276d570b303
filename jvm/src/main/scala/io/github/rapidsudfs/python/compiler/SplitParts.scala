// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Parts of a split text, of which the others are not needed. */
private[python] trait SplitParts {
  this: Emitter with Expressions with Operators =>

  /** `s.split(sep)[n]` with constants: that part alone, without a list. None if it is not that. */
  def partOfSplit(node: Node): Option[Value] = {
    val (call, index) = (node("value"), node("slice"))
    val number =
      if (index.kind != "UnaryOp") literal(index, "int")
      else literal(index("operand"), "int").filter(_ => index.text("op") == "USub").map("-" + _)
    for {
      n <- number
      separator <- separator(call)
      // From the right, only a single character is found at the same places.
      if n.matches("[0-9]{1,4}") || n == "-1" && separator.length == 1
    } yield {
      val self = expr(call("func")("value"))
      val by = expr(call.list("args").head)
      def part(text: Value) = {
        at(node)
        temp(s"StringSplit.part(${text.code}, ${by.code}, $n)", StaticType.Str)
      }
      def item = {
        val all = method(call, self, "split", Seq(by), Nil)
        op(node, "operator.getitem", Seq(all, Value(s"${n}L", StaticType.Int)))
      }
      self.tpe match {
        case StaticType.Str => part(self)
        case StaticType.Any =>
          choose(Value(s"(${self.code} instanceof String)", StaticType.Bool))(
            part(temp(s"(String) ${self.code}", StaticType.Str))
          )(item)
        case _ => item
      }
    }
  }

  /** `a, b = s.split(sep)`: each part, without a list, or the list if `s` may be no string. None if
    * it is not that.
    */
  def partsOfSplit(call: Node, n: Int): Option[Either[Value, Seq[Value]]] =
    separator(call).map { _ =>
      val self = expr(call("func")("value"))
      val by = expr(call.list("args").head)
      at(call)
      if (self.tpe != StaticType.Str) Left(method(call, self, "split", Seq(by), Nil))
      else {
        val parts = fresh("a")
        local("String[]", parts, s"StringSplit.parts(${self.code}, ${by.code}, $n)")
        Right((0 until n).map(i => temp(s"$parts[$i]", StaticType.Str)))
      }
    }

  /** The constant by which a call splits a text. */
  private def separator(call: Node): Option[String] = {
    def isSplit = call.kind == "Call" && call("func").kind == "Attribute" &&
      call("func").text("attr") == "split" && call.list("keywords").isEmpty &&
      !Set("Builtin", "Named")(call("func")("value").kind)
    Some(call)
      .filter(_ => isSplit)
      .map(_.list("args"))
      .collect { case Seq(one) => one }
      .flatMap(literal(_, "str"))
      .filter(_.nonEmpty)
  }

  /** The text of a constant of a kind. */
  private def literal(node: Node, kind: String): Option[String] =
    if (node.kind == "Constant" && node("value").text("k") == kind) Some(node("value").text("v"))
    else None
}
