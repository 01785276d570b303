// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** `isinstance`, and comparisons of `type(x)`. */
private[python] trait TypeTests {
  this: Emitter with Expressions with Exceptions =>

  /** `type(x) == str` and the like. */
  def typeTest(node: Node): Option[Value] = {
    val left = node("left")
    val right = node.list("comparators")
    val ofType = left.kind == "Call" && left("func").is("Builtin", "type") &&
      left.list("args").size == 1 && right.size == 1
    if (!ofType) None
    else {
      def v = expr(left.list("args").head)
      node.texts("ops").head match {
        case "Eq" | "Is"       => Some(instance(v, right.head, exact = true))
        case "NotEq" | "IsNot" => Some(not(instance(v, right.head, exact = true)))
        case "In"              => Some(instance(v, right.head, exact = true))
        case "NotIn"           => Some(not(instance(v, right.head, exact = true)))
        case _                 => None
      }
    }
  }

  protected def instance(v: Value, types: Node, exact: Boolean): Value = types.kind match {
    case "Tuple" | "List" | "Set" =>
      val each = types.list("elts").map(t => instance(v, t, exact).code)
      if (each.contains("true")) Value.True
      else
        each.filter(_ != "false") match {
          case Seq() => Value.False
          case some  => Value(some.mkString("(", " || ", ")"), StaticType.Bool)
        }
    case "Builtin" | "Named" => isA(v, types, types.id, exact)
    case "Call"
        if types("func").is("Builtin", "type") && types.list("args").size == 1 &&
          types.list("args").head.kind == "Constant" =>
      identicalNone(v)
    case _ => types.refuse("isinstance with a computed type")
  }

  private def identicalNone(v: Value): Value =
    if (v.tpe == StaticType.None) Value.True
    else if (v.tpe == StaticType.Any) Value(s"(${v.code} == null)", StaticType.Bool)
    else Value.False

  private def isA(v: Value, node: Node, name: String, exact: Boolean): Value = {
    val short = name.substring(name.lastIndexOf('.') + 1)
    def test(code: String) = Value(s"($code)", StaticType.Bool)
    def known(yes: Boolean) = if (yes) Value.True else Value.False
    val x = v.code
    exception(node) match {
      case Some(_) if exact                     => node.refuse("type() of an exception")
      case Some(t) if v.tpe == StaticType.Error => test(s"$x.is($t)")
      case Some(t) if v.tpe == StaticType.Any =>
        test(s"$x instanceof PyError && ((PyError) $x).is($t)")
      case Some(_) => Value.False
      case None =>
        (v.tpe, short) match {
          case (_, "object")                               => known(!exact)
          case (_, "bytearray" | "complex" | "memoryview") => Value.False
          case (StaticType.Set, "set")                     => test(s"!$x.frozenset")
          case (StaticType.Set, "frozenset")               => test(s"$x.frozenset")
          case (StaticType.Any, "set") => test(s"$x instanceof PySet && !((PySet) $x).frozenset")
          case (StaticType.Any, "frozenset") =>
            test(s"$x instanceof PySet && ((PySet) $x).frozenset")
          case (StaticType.Any, "int") =>
            val bool = if (exact) "" else s" || $x instanceof Boolean"
            test(s"$x instanceof Long || $x instanceof java.math.BigInteger$bool")
          case (StaticType.Any, "float") => test(s"$x instanceof Double")
          case (StaticType.Any, "bool")  => test(s"$x instanceof Boolean")
          case (StaticType.Any, _) =>
            StaticType
              .byPython(short)
              .map(_.java)
              .getOrElse(node.refuse(s"isinstance of $name")) match {
              case "PyDate" if exact => test(s"$x instanceof PyDate && !($x instanceof PyDateTime)")
              case c @ ("PyTuple" | "PyDict") if exact =>
                test(s"$x != null && $x.getClass() == $c.class")
              case c => test(s"$x instanceof $c")
            }
          case (t, _) =>
            val all = Set("int", "float", "bool", "frozenset", "set")
            if (!all(short) && StaticType.byPython(short).isEmpty)
              node.refuse(s"isinstance of $name")
            known(t.python == short || !exact && Methods.isSubtype(t.python, short))
        }
    }
  }
}
