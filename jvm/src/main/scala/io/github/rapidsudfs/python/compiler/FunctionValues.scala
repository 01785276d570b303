// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Functions as values: operations, methods of values, the user's own. */
private[python] trait FunctionValues {
  this: Emitter with Expressions with CallExpressions with Operators with Consumers =>

  /** A method of a value, as in `key=counts.get`. */
  def boundMethod(node: Node): Value = {
    val name = Code.quote(node.text("attr"))
    val self = expr(node("value"))
    at(node)
    val value = temp(self.boxed, StaticType.Any)
    out += s"DynamicCalls.check(${value.code}, $name);"
    compiler.function(s"return DynamicCalls.method(c[0], $name, a);", Seq(value))
  }

  def operationValue(node: Node, name: String): Value = {
    if (PyType.named(name) != null) node.refuse(s"$name as a value")
    val full = operation(name).getOrElse(node.refuse(s"$name as a value"))
    val args = if (versioned(full)) s"Fn.with(a, ${program.minor})" else "a"
    val quoted = Code.quote(full)
    compiler.function(s"return DynamicCalls.call($quoted, $args);", Nil, quoted)
  }

  /** A function as a value, with copies of its enclosing variables; refused if these may have
    * changed by the time it is called.
    */
  def functionValue(node: Node, callee: String): Value = {
    val f = program.functions(node.int("function"))
    val captured = captures(node, f.index)
    def settled(name: String) = function.settled(name) || !function.bound(name) && !isRenamed(name)
    if (!isUsedUp(callee))
      program
        .captures(f.index)
        .find(!settled(_))
        .foreach(name =>
          node.refuse(s"a function that is called later, for which $name may change")
        )
    if (f.parameters.exists(_.kind.nonEmpty)) node.refuse(s"${f.name} as a value")
    val (name, tpe) =
      compiler.method(
        node,
        f.index,
        f.parameters.map(_ => StaticType.Any),
        captured.map(_.tpe),
        wide
      )
    val n = f.parameters.size
    val least = n - f.parameters.reverse.takeWhile(_.default.isDefined).size
    val args = f.parameters.zipWithIndex.map { case (p, i) =>
      if (i < least) s"a[$i]"
      else s"a.length > $i ? a[$i] : (Object) ${constant(node, p.default.get).boxed}"
    } ++
      captured.filter(_.tpe != StaticType.None).zipWithIndex.map { case (c, i) =>
        unboxed(s"c[$i]", c.tpe)
      }
    val call = Value(args.mkString(s"$name(", ", ", ")"), tpe)
    val wrong = Code.quote(s"a call of ${f.name} with that many arguments")
    compiler.function(
      s"if (a.length < $least || a.length > $n) throw new Unsupported($wrong); return ${call.boxed};",
      captured.filter(_.tpe != StaticType.None)
    )
  }

  private def unboxed(code: String, tpe: StaticType): String = tpe match {
    case StaticType.Int   => s"((Long) $code).longValue()"
    case StaticType.Float => s"((Double) $code).doubleValue()"
    case StaticType.Bool  => s"((Boolean) $code).booleanValue()"
    case StaticType.Any   => code
    case t                => s"((${t.java}) $code)"
  }
}
