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
    def isSplit = call.kind == "Call" && call("func").kind == "Attribute" &&
      call("func").text("attr") == "split" && call.list("keywords").isEmpty &&
      !Set("Builtin", "Named")(call("func")("value").kind)
    for {
      n <- number if isSplit
      separator <- Some(call.list("args")).filter(_.size == 1).flatMap(a => literal(a.head, "str"))
      // From the right, only a single character is found at the same places.
      if separator.nonEmpty && (n.matches("[0-9]{1,4}") || n == "-1" && separator.length == 1)
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

  /** The text of a constant of a kind. */
  private def literal(node: Node, kind: String): Option[String] =
    if (node.kind == "Constant" && node("value").text("k") == kind) Some(node("value").text("v"))
    else None
}
