// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python

/** Calls: of builtins, of functions of modules, of methods, of the user's own functions. */
private[python] trait CallExpressions {
  this: Emitter with Expressions with Sources with Operators with Exceptions =>

  /** They read all of a generator before anything else happens. */
  private val consumers =
    Set("list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max", "str.join")

  def call(node: Node): Value = {
    val f = node("func")
    f.kind match {
      case "Builtin"         => builtin(node, f.id)
      case "Named"           => named(node, f.id)
      case "Func" | "Lambda" => userCall(node, f)
      case "Attribute"       => methodCall(node, f)
      case _                 => node.refuse("call of a value")
    }
  }

  private def starred(node: Node): Boolean = node.list("args").exists(_.kind == "Starred")

  private def positional(node: Node, callee: String): Seq[Value] = {
    val args = node.list("args")
    args.find(_.kind == "Starred").foreach(_.refuse("starred argument"))
    args.map(a => argument(callee, a))
  }

  /** A call whose number of arguments is not known before. */
  private def spreadCall(node: Node, name: String, self: Seq[Value]): Value = {
    if (node.list("keywords").nonEmpty) node.refuse("starred argument beside keywords")
    if (!exists(name)) node.refuse(name)
    val all = spread(node.list("args"), argument(name, _))
    at(node)
    val (array, k) = (fresh("a"), fresh("i"))
    val extra = if (versioned(name)) 1 else 0
    local("Object[]", array, s"new Object[${all.code}.size() + ${self.size + extra}]")
    self.foreach(v => out += s"$array[0] = ${v.boxed};")
    locals(k) = "int"
    out += s"for ($k = 0; $k < ${all.code}.size(); $k++) " +
      s"$array[$k + ${self.size}] = ${all.code}.get($k);"
    if (extra == 1) out += s"$array[$array.length - 1] = Integer.valueOf(${program.minor});"
    temp(s"Calls.call(${Code.quote(name)}, $array)", Type.Any)
  }

  /** The operation `name` with the arguments of a call. */
  private def operationCall(node: Node, name: String, self: Seq[Value] = Nil): Value =
    if (starred(node)) spreadCall(node, name, self)
    else {
      val values = positional(node, name)
      op(node, name, self ++ values, keywords(node, name))
    }

  private def keywords(node: Node, callee: String): Seq[(String, Value)] =
    node.list("keywords").map { k =>
      if (!k.has("arg")) node.refuse("keyword-variadic argument (**)")
      k.text("arg") -> argument(callee, k("value"))
    }

  /** An argument; functions and generators only where the callee uses them up. */
  def argument(callee: String, node: Node): Value = node.kind match {
    case "GeneratorExp" =>
      if (!consumers(callee)) node.refuse("generator expression that escapes")
      consumed(callee, node)
    case "Lambda" | "Func"   => functionValue(node)
    case "Builtin" | "Named" => operationValue(node, node.id)
    case "Attribute" if node("value").kind == "Builtin" =>
      operationValue(node, s"${node("value").id}.${node.text("attr")}")
    case _ => expr(node)
  }

  private def operationValue(node: Node, name: String): Value = {
    if (PyType.named(name) != null) node.refuse(s"$name as a value")
    val full = operation(name).getOrElse(node.refuse(s"$name as a value"))
    val args = if (versioned(full)) s"Fn.with(a, ${program.minor})" else "a"
    compiler.function(s"return Calls.call(${Code.quote(full)}, $args);", Nil)
  }

  private def functionValue(node: Node): Value = {
    val f = program.functions(node.int("function"))
    val captured = captures(node, f.index)
    val (name, tpe) =
      compiler.method(node, f.index, f.parameters.map(_ => Type.Any), captured.map(_.tpe), wide)
    val n = f.parameters.size
    val args = f.parameters.indices.map(i => s"a[$i]") ++
      captured.filter(_.tpe != Type.None).zipWithIndex.map { case (c, i) =>
        unboxed(s"c[$i]", c.tpe)
      }
    val call = Value(args.mkString(s"$name(", ", ", ")"), tpe)
    val wrong = s""""${f.name}() takes $n positional argument${if (n == 1) ""
      else "s"} but " + a.length + " were given""""
    compiler.function(
      s"if (a.length != $n) throw PyError.type($wrong); return ${call.boxed};",
      captured.filter(_.tpe != Type.None)
    )
  }

  private def unboxed(code: String, tpe: Type): String = tpe match {
    case Type.Int   => s"((Long) $code).longValue()"
    case Type.Float => s"((Double) $code).doubleValue()"
    case Type.Bool  => s"((Boolean) $code).booleanValue()"
    case Type.Any   => code
    case t          => s"((${t.java}) $code)"
  }

  private def builtin(node: Node, name: String): Value = {
    val args = node.list("args")
    val only = if (args.size == 1 && node.list("keywords").isEmpty) args.headOption else None
    (name, only) match {
      case ("any" | "all", Some(g)) if g.kind == "GeneratorExp" => quantifier(g, name == "any")
      case ("next", _) if args.headOption.exists(_.kind == "GeneratorExp") && args.size <= 2 =>
        first(node, args.head, args.lift(1))
      case ("isinstance", _) if args.size == 2 => instance(expr(args.head), args(1), exact = false)
      case ("str", Some(a))                    => text(node, expr(a))
      case ("bool", Some(a))                   => condition(a, expr(a))
      case ("type" | "print", _)               => node.refuse(s"$name()")
      case ("min" | "max", _) if node.list("keywords").nonEmpty => extreme(node, name)
      case ("zip", _) if node.list("keywords").map(_.text("arg")) == Seq("strict") =>
        if (keywords(node, name).head._2 == Value.True)
          op(node, "zip.strict", positional(node, name))
        else if (keywords(node, name).head._2 == Value.False) op(node, name, positional(node, name))
        else node.refuse("zip() with a computed strict")
      case ("dict", None) if args.isEmpty && node.list("keywords").nonEmpty =>
        val values = keywords(node, name).map { case (k, v) => s"${Code.quote(k)}, ${v.boxed}" }
        temp(values.mkString("PyDict.of(new Object[] {", ", ", "})"), Type.Dict)
      case _ =>
        exception(node("func")) match {
          case Some(tpe) =>
            val values = positional(node, name)
            temp(s"PyError.make($tpe, ${objects(values)})", Type.Error)
          case None =>
            if (!exists(name)) node.refuse(s"$name()")
            operationCall(node, name)
        }
    }
  }

  /** `min` and `max` with `key` or `default`. */
  private def extreme(node: Node, name: String): Value = {
    if (starred(node)) node.refuse("starred argument beside keywords")
    val several = node.list("args")
    val items = several match {
      case Seq(one) => if (one.kind == "GeneratorExp") comprehension(one) else argument(name, one)
      case more     => temp(s"new PyTuple(${objects(more.map(expr))})", Type.Tuple)
    }
    val named = keywords(node, name).toMap
    if (!named.keySet.subsetOf(Set("key", "default"))) node.refuse(s"$name() with such keywords")
    val absent = Value("Py.ABSENT", Type.Any)
    val both = Seq("key", "default").map(named.getOrElse(_, absent))
    op(node, s"$name.by", items +: both)
  }

  /** The operation that a name of a module stands for: `datetime.datetime.strptime` is the class's.
    */
  private def operation(name: String): Option[String] =
    Seq(name, name.substring(name.indexOf('.') + 1)).find(exists)

  private def named(node: Node, name: String): Value = exception(node("func")) match {
    case Some(tpe) =>
      temp(s"PyError.make($tpe, ${objects(positional(node, name))})", Type.Error)
    case None if name == "decimal.Decimal" && constantDecimal(node).isDefined =>
      constant(node, constantDecimal(node).get)
    case None =>
      operationCall(node, operation(name).getOrElse(node.refuse(name)))
  }

  /** A Decimal of a plain literal, which is made once. */
  private def constantDecimal(node: Node): Option[Node] = node.list("args") match {
    case Seq(a) if a.kind == "Constant" && node.list("keywords").isEmpty =>
      Some(a("value"))
        .filter(v => v.text("k") == "str" && v.text("v").matches("-?[0-9]{1,28}(\\.[0-9]{1,28})?"))
        .map(v => Constants.decimal(v.text("v")))
    case _ => None
  }

  private def methodCall(node: Node, f: Node): Value = {
    val name = f.text("attr")
    f("value").kind match {
      case "Builtin" | "Named" =>
        val full = s"${f("value").id}.$name"
        operationCall(node, operation(full).getOrElse(node.refuse(full)))
      case _ =>
        val self = expr(f("value"))
        if (
          Methods.of(self.tpe.python, name).isEmpty && (node
            .list("args") ++ node.list("keywords")).nonEmpty
        ) {
          at(f)
          out += s"Calls.check(${self.boxed}, ${Code.quote(name)});"
        }
        val callee = if (name == "join") "str.join" else name
        if (starred(node))
          spreadCall(
            node,
            Methods.of(self.tpe.python, name).getOrElse(node.refuse("starred argument")),
            Seq(self)
          )
        else {
          val values = positional(node, callee)
          method(node, self, name, values, keywords(node, callee))
        }
    }
  }

  /** The variables around a function that it reads, as they are now. */
  private def captures(node: Node, index: Int): Seq[Value] =
    program.captures(index).map { name =>
      val inside = program.parent.get(index).contains(function.index)
      if (!inside && (function.bound(name) || !env.contains(name)))
        node.refuse(s"call of a function that reads $name of another function")
      val own = if (node.kind == "Lambda") variable(name) else name
      env.get(own) match {
        case None                   => Value("Py.UNBOUND", Type.Unbound)
        case Some(Local(tpe, true)) => Value(java(own, tpe), Type.Unbound)
        case _                      => load(node, own)
      }
    }

  private def userCall(node: Node, callee: Node): Value = {
    val f = program.functions(callee.int("function"))
    val first = positional(node, f.name)
    val byName = keywords(node, f.name).toMap
    val wrong = first.size > f.parameters.size || byName.size < node.list("keywords").size ||
      byName.keys.exists(k => f.parameters.drop(first.size).forall(_.name != k))
    if (wrong) node.refuse(s"call of ${f.name} with arguments that it does not take")
    val rest = f.parameters.drop(first.size).map { p =>
      byName.getOrElse(
        p.name,
        p.default match {
          case Some(d) => constant(node, d)
          case None    => node.refuse(s"call of ${f.name} without its argument ${p.name}")
        }
      )
    }
    val all = first ++ rest
    val captured = captures(callee, f.index)
    val (name, tpe) = compiler.method(node, f.index, all.map(_.tpe), captured.map(_.tpe), wide)
    at(node)
    val passed = (all ++ captured).filter(_.tpe != Type.None).map(_.code)
    val v = temp(passed.mkString(s"$name(", ", ", ")"), tpe)
    if (tpe == Type.None) Value.None else v
  }

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

  private def instance(v: Value, types: Node, exact: Boolean): Value = types.kind match {
    case "Tuple" | "List" | "Set" =>
      val each = types.list("elts").map(t => instance(v, t, exact).code)
      if (each.contains("true")) Value.True
      else
        each.filter(_ != "false") match {
          case Seq() => Value.False
          case some  => Value(some.mkString("(", " || ", ")"), Type.Bool)
        }
    case "Builtin" | "Named" => isA(v, types, types.id, exact)
    case "Call"
        if types("func").is("Builtin", "type") && types.list("args").size == 1 &&
          types.list("args").head.kind == "Constant" =>
      identicalNone(v)
    case _ => types.refuse("isinstance with a computed type")
  }

  private def identicalNone(v: Value): Value =
    if (v.tpe == Type.None) Value.True
    else if (v.tpe == Type.Any) Value(s"(${v.code} == null)", Type.Bool)
    else Value.False

  private def isA(v: Value, node: Node, name: String, exact: Boolean): Value = {
    val short = name.substring(name.lastIndexOf('.') + 1)
    def test(code: String) = Value(s"($code)", Type.Bool)
    def known(yes: Boolean) = if (yes) Value.True else Value.False
    val x = v.code
    exception(node) match {
      case Some(_) if exact               => node.refuse("type() of an exception")
      case Some(t) if v.tpe == Type.Error => test(s"$x.is($t)")
      case Some(t) if v.tpe == Type.Any   => test(s"$x instanceof PyError && ((PyError) $x).is($t)")
      case Some(_)                        => Value.False
      case None =>
        val sub = Map("int" -> "bool", "date" -> "datetime", "tuple" -> "Row").filterNot(_ => exact)
        (v.tpe, short) match {
          case (_, "object")                               => known(!exact)
          case (_, "bytearray" | "complex" | "memoryview") => Value.False
          case (Type.Set, "set")                           => test(s"!$x.frozenset")
          case (Type.Set, "frozenset")                     => test(s"$x.frozenset")
          case (Type.Any, "set")       => test(s"$x instanceof PySet && !((PySet) $x).frozenset")
          case (Type.Any, "frozenset") => test(s"$x instanceof PySet && ((PySet) $x).frozenset")
          case (Type.Any, "int") =>
            val bool = if (exact) "" else s" || $x instanceof Boolean"
            test(s"$x instanceof Long || $x instanceof java.math.BigInteger$bool")
          case (Type.Any, "float") => test(s"$x instanceof Double")
          case (Type.Any, "bool")  => test(s"$x instanceof Boolean")
          case (Type.Any, _) =>
            Type.byPython(short).map(_.java).getOrElse(node.refuse(s"isinstance of $name")) match {
              case "PyDate" if exact => test(s"$x instanceof PyDate && !($x instanceof PyDateTime)")
              case "PyTuple" if exact => test(s"$x instanceof PyTuple && !($x instanceof PyRow)")
              case c                  => test(s"$x instanceof $c")
            }
          case (t, _) =>
            val all = Set("int", "float", "bool", "frozenset", "set")
            if (!all(short) && Type.byPython(short).isEmpty) node.refuse(s"isinstance of $name")
            known(t.python == short || sub.get(short).contains(t.python))
        }
    }
  }
}
