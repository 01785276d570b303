// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Expressions, each evaluated into temporaries in Python's order. */
private[python] trait Expressions extends Operators {
  this: Emitter with CallExpressions with Sources with Searches =>

  /** The names of comprehensions' own variables. */
  private var renamed: Map[String, String] = Map.empty

  def variable(name: String): String = renamed.getOrElse(name, name)

  def isRenamed(name: String): Boolean = renamed.contains(name)

  def renaming[A](names: Set[String])(body: => A): A = {
    val before = renamed
    renamed = before ++ names.map(n => n -> (n + "$" + fresh("")))
    try body
    finally renamed = before
  }

  def constant(node: Node, value: Node): Value = {
    val v = written(node, value)
    if (v.tpe == StaticType.Str || v.tpe.isPrimitive)
      compiler.literals.getOrElseUpdate(v.code, Constants.value(node, value, program.minor)._1)
    v
  }

  private def written(node: Node, value: Node): Value = value.text("k") match {
    case "none" => Value.None
    case "bool" => if (value("v").json.asBoolean) Value.True else Value.False
    case "float" =>
      val d = Constants.float(value.text("v"))
      Value(
        if (d.isNaN) "Double.NaN"
        else if (d.isInfinite)
          (if (d > 0) "Double.POSITIVE_INFINITY" else "Double.NEGATIVE_INFINITY")
        else s"${d}d",
        StaticType.Float
      )
    case "int" if BigInt(value.text("v")).isValidLong =>
      val long = BigInt(value.text("v")).toLong
      val code = if (long == Long.MinValue) "Long.MIN_VALUE" else s"${long}L"
      if (wide) Value(s"Long.valueOf($code)", StaticType.Any)
      else Value(if (long < 0) s"($code)" else code, StaticType.Int)
    case "str" =>
      val s = value.text("v")
      if (Constants.loneSurrogate(s)) node.refuse("a string with a lone surrogate")
      if (s.length > 4000) compiler.constant(s, StaticType.Str)
      else Value(Code.quote(s), StaticType.Str)
    case _ => compiler.constant(node, value)
  }

  def expr(node: Node): Value = node.kind match {
    case _ if computed.containsKey(node.json) => computed.get(node.json)
    case "Constant"                           => constant(node, node("value"))
    case "Local"                              => load(node, variable(node.id))
    case "BinOp"     => binary(node, node.text("op"), expr(node("left")), node("right"))
    case "UnaryOp"   => unary(node)
    case "BoolOp"    => bool(node, node.text("op") == "And", node.list("values"))
    case "Compare"   => compare(node)
    case "IfExp"     => choose(test(node("test")))(kept(node("body")))(kept(node("orelse")))
    case "JoinedStr" => joinedString(node)
    case "Call"      => call(node)
    case "Attribute" => attribute(node)
    case "Subscript" => subscript(node)
    case "NamedExpr" =>
      val v = expr(node("value"))
      assign(variable(node("target").id), v)
      v
    case "Tuple" | "List" | "Set"            => display(node)
    case "Dict"                              => dict(node)
    case "ListComp" | "SetComp" | "DictComp" => comprehension(node)
    case "GeneratorExp"                      => node.refuse("generator expression that escapes")
    case "Lambda" | "Func"                   => node.refuse("function as a value")
    case "Builtin" | "Named"                 => node.refuse(s"${node.id} as a value")
    case "Record"                            => node.refuse("a class as a value")
    case "Starred"                           => node.refuse("starred expression")
    case kind                                => node.refuse(Words.of(kind))
  }

  /** A value that is kept, including a function to be called later. Not a key and not compared:
    * CPython's functions are equal by identity.
    */
  def kept(node: Node): Value = node.kind match {
    case "Lambda" | "Func"   => functionValue(node, "")
    case "Builtin" | "Named" => operationValue(node, node.id)
    case _                   => expr(node)
  }

  private def display(node: Node): Value = {
    val elements = node.list("elts")
    if (elements.exists(_.kind == "Starred")) {
      val all = spread(elements, expr, isSet = node.kind == "Set")
      if (node.kind == "List") all else op(node, node.kind.toLowerCase, Seq(all))
    } else {
      val values = elements.map(if (node.kind == "Set") expr else kept)
      at(node)
      val item = values.map(_.tpe).distinct match {
        case Seq(one) => one
        case _        => StaticType.Any
      }
      node.kind match {
        case "Tuple" if elements.nonEmpty && elements.forall(_.kind == "Constant") =>
          compiler.constant(node, Constants.display(node)).copy(tpe = StaticType.Tuple.of(item))
        case "Tuple" => temp(s"new PyTuple(${objects(values)})", StaticType.Tuple.of(item))
        case "List" =>
          val l = temp(s"PyList.of(${objects(values)})", StaticType.List.of(item))
          if (node.has("shared")) out += s"${l.code}.freeze();"
          l
        case _ => temp(s"PySet.of(${objects(values)})", StaticType.Set)
      }
    }
  }

  /** A list of elements, some of which are starred. */
  def spread(elements: Seq[Node], one: Node => Value, isSet: Boolean = false): Value = {
    val all = temp("new PyList()", StaticType.List)
    elements.foreach { e =>
      if (e.kind == "Starred") {
        val v = argument("list", e("value"))
        at(e)
        // A set display has the error of any iteration.
        if (!isSet && !Set(StaticType.Str, StaticType.List, StaticType.Set)(v.tpe)) {
          val o = temp(v.boxed, StaticType.Any).code
          val kinds = Seq("Iterable", "String", "PySet", "PyBytes").map(k => s"$o instanceof $k")
          val message = "\"Value after * must be an iterable, not \""
          out += s"if (!(${kinds.mkString(" || ")})) throw PyError.type($message + Py.typeName($o));"
        }
        val i = iteratorOf(e, v)
        out += s"while ($i.hasNext()) ${all.code}.add($i.next());"
      } else out += s"${all.code}.add(${one(e).boxed});"
    }
    all
  }

  private def dict(node: Node): Value = {
    val d = temp("PyDict.of(new Object[0])", StaticType.Dict)
    val keys = node("keys").json
    var pairs = Seq.empty[(Value, Value)]
    // Keys are hashed after all values are computed.
    def put(): Unit = {
      at(node)
      pairs.foreach { case (k, v) => out += s"${d.code}.put(${k.boxed}, ${v.boxed});" }
      pairs = Nil
    }
    node.list("values").zipWithIndex.foreach { case (value, i) =>
      if (keys.get(i).isNull) {
        put()
        val all = expr(value)
        at(node)
        out += s"Dicts.merge(${d.code}, ${all.boxed});"
      } else {
        val k = held(expr(new Node(keys.get(i))))
        pairs :+= k -> held(kept(value))
      }
    }
    put()
    if (node.has("shared")) out += s"${d.code}.freeze();"
    d
  }

  def binary(node: Node, op: String, left: Value, right: Node): Value =
    arithmetic(node, op, left, expr(right), inPlace = false)

  def arithmetic(node: Node, name: String, a: Value, b: Value, inPlace: Boolean): Value = {
    val operator = Words.operator(name).getOrElse(node.refuse("matrix multiplication (@)"))
    val changing = s"operator.i${operator.stripSuffix("_")}"
    val plain =
      a.tpe.isPrimitive && b.tpe.isPrimitive || a.tpe == StaticType.Str && b.tpe == StaticType.Str && name == "Add"
    if (inPlace && !plain && exists(changing)) op(node, changing, Seq(a, b))
    else if (name == "Mod" && a.tpe == StaticType.Str && !exists("operator.mod")) {
      at(node)
      temp(s"Py.percent(${a.code}, ${b.boxed})", StaticType.Str)
    } else {
      val result = op(node, s"operator.$operator", Seq(a, b))
      val isSet = Set("Sub", "BitAnd", "BitOr", "BitXor")(name) &&
        (a.tpe == StaticType.Set || b.tpe == StaticType.Set)
      if (isSet && result.tpe == StaticType.Any) presume(result, StaticType.Set) else result
    }
  }

  private def unary(node: Node): Value = node.text("op") match {
    case "Not"    => not(test(node("operand")))
    case "UAdd"   => op(node, "operator.pos", Seq(expr(node("operand"))))
    case "Invert" => op(node, "operator.invert", Seq(expr(node("operand"))))
    case _ =>
      val literal = node("operand")
      if (literal.kind == "Constant" && Set("int", "float")(literal("value").text("k")))
        constant(node, Constants.negative(literal("value")))
      else op(node, "operator.neg", Seq(expr(literal)))
  }

  /** The truth of an expression; `and`, `or`, `not` of conditions need no values. */
  def test(node: Node): Value = node.kind match {
    case "BoolOp" =>
      val and = node.text("op") == "And"
      node.list("values").tail.foldLeft(test(node.list("values").head)) { (c, next) =>
        if (and) choose(c)(test(next))(Value.False) else choose(c)(Value.True)(test(next))
      }
    case _ =>
      val v = expr(node)
      condition(node, v)
  }

  private def bool(node: Node, and: Boolean, values: Seq[Node]): Value = values match {
    case Seq(last) => expr(last)
    case first +: rest =>
      val v = held(expr(first))
      val c = condition(first, v)
      if (and) choose(c)(bool(node, and, rest))(v) else choose(c)(v)(bool(node, and, rest))
  }

  private def compare(node: Node): Value = {
    val ops = node.texts("ops")
    val right = node.list("comparators")
    def from(left: Value, i: Int): Value = {
      val isLast = i + 1 == ops.size
      // A display is a list where the next comparison sees it.
      val isContainer = isLast && Set("In", "NotIn")(ops(i))
      val r = if (isContainer) container(right(i)) else expr(right(i))
      val v = compared(node, ops(i), left, r)
      if (isLast) v
      else choose(condition(node, v))(from(held(r), i + 1))(v)
    }
    typeTest(node).getOrElse(from(expr(node("left")), 0))
  }

  private def compared(node: Node, name: String, a: Value, b: Value): Value = name match {
    case "Is"    => identical(node, a, b)
    case "IsNot" => not(identical(node, a, b))
    case "In"    => op(node, "operator.contains", Seq(b, a))
    case "NotIn" => not(condition(node, op(node, "operator.contains", Seq(b, a))))
    case _       => op(node, "operator." + Words.comparison(name), Seq(a, b))
  }

  /** A display of constants after `in` is created once. */
  private def container(node: Node): Value = {
    val elements = node.list("elts")
    if (elements.nonEmpty && elements.forall(_.kind == "Constant"))
      compiler.constant(node, Constants.display(node))
    else expr(node)
  }

  private def joinedString(node: Node): Value = {
    val parts = node.list("values").map { part =>
      if (part.kind == "Constant") constant(part, part("value"))
      else {
        val v = expr(part("value"))
        at(part)
        val converted = part.int("conversion") match {
          case 115 => text(part, v)
          case 114 =>
            trial(part, Seq(v))(values => Py.repr(values.head))
            temp(s"Py.repr(${v.boxed})", StaticType.Str)
          case 97 => op(part, "ascii", Seq(v))
          case _  => v
        }
        part.get("format_spec") match {
          case None if Set(StaticType.Str, StaticType.Int, StaticType.Float)(converted.tpe) =>
            held(text(part, converted))
          case None =>
            trial(part, Seq(converted))(values => Py.format(values.head, ""))
            temp(s"""Py.format(${converted.boxed}, "")""", StaticType.Str)
          case Some(spec) =>
            val as = joinedString(spec)
            trial(part, Seq(converted, as))(v => Py.format(v.head, v(1).asInstanceOf[String]))
            val value = if (converted.tpe == StaticType.Int) converted.code else converted.boxed
            temp(s"Py.format($value, ${as.code})", StaticType.Str)
        }
      }
    }
    if (parts.isEmpty) Value("\"\"", StaticType.Str)
    else if (parts.size == 1) parts.head
    else
      temp(
        parts.map(p => s".append(${p.code})").mkString("new StringBuilder()", "", ".toString()"),
        StaticType.Str
      )
  }

  def text(node: Node, v: Value): Value = v.tpe match {
    case StaticType.Str   => v
    case StaticType.Int   => temp(s"Long.toString(${v.code})", StaticType.Str)
    case StaticType.Float => temp(s"Py.str(${v.code})", StaticType.Str)
    case _ =>
      trial(node, Seq(v))(values => Py.str(values.head))
      temp(s"Py.str(${v.boxed})", StaticType.Str)
  }

  private def attribute(node: Node): Value = {
    val name = node.text("attr")
    val of = node("value")
    if (name == "__name__" && of.kind == "Call" && of("func").is("Builtin", "type"))
      return op(node, "type.__name__", of.list("args").map(expr))
    if (name.startsWith("_")) node.refuse(s"attribute $name")
    val self = expr(of)
    Methods.of(self.tpe.python, name) match {
      case Some(_) if Methods.isMethod(name)            => node.refuse(s"method $name as a value")
      case Some(full)                                   => op(node, full, Seq(self))
      case None if Methods.known(self.tpe.python, name) => node.refuse(s"${self.tpe.python}.$name")
      case None =>
        at(node)
        temp(s"DynamicCalls.attribute(${self.boxed}, ${Code.quote(name)})", StaticType.Any)
    }
  }

  def subscript(node: Node): Value = partOfSplit(node).getOrElse {
    val self = expr(node("value"))
    val index = node("slice")
    if (index.kind == "Slice" && self.tpe.python == "range") node.refuse("a slice of a range")
    else if (index.kind == "Slice")
      op(node, "operator.getslice", self +: limits(self, bounds(index)))
    else {
      val i = expr(index)
      def item = op(node, "operator.getitem", Seq(self, i))
      if (self.tpe != StaticType.Any || !compiler.hasMatches) item
      else
        choose(Value(s"(${self.code} instanceof PyMatch)", StaticType.Bool))(
          op(node, "Match.group", Seq(temp(s"(PyMatch) ${self.code}", StaticType.Match), i))
        )(item)
    }
  }

  /** The bounds of a string's slice without a step, as two numbers. */
  private def limits(self: Value, bounds: Seq[Value]): Seq[Value] = {
    def whole(v: Value, missing: Long) = v match {
      case Value.None => Some(Value(s"${missing}L", StaticType.Int))
      case _          => Some(v).filter(_.tpe == StaticType.Int)
    }
    bounds match {
      case Seq(from, to, Value.None) if self.tpe == StaticType.Str && !wide =>
        val both = whole(from, 0L).toSeq ++ whole(to, Long.MaxValue)
        if (both.size == 2) both else bounds
      case _ => bounds
    }
  }

  def bounds(slice: Node): Seq[Value] =
    Seq("lower", "upper", "step").map(f => slice.get(f).fold(Value.None)(expr))
}

/** Python's names for the nodes of its syntax tree. */
private[python] object Words {
  private val operators = Map(
    "Add" -> "add",
    "Sub" -> "sub",
    "Mult" -> "mul",
    "Div" -> "truediv",
    "FloorDiv" -> "floordiv",
    "Mod" -> "mod",
    "Pow" -> "pow",
    "BitAnd" -> "and_",
    "BitOr" -> "or_",
    "BitXor" -> "xor",
    "LShift" -> "lshift",
    "RShift" -> "rshift"
  )
  private val comparisons =
    Map("Eq" -> "eq", "NotEq" -> "ne", "Lt" -> "lt", "LtE" -> "le", "Gt" -> "gt", "GtE" -> "ge")

  /** The function of module `operator` for a binary operator. */
  def operator(name: String): Option[String] = operators.get(name)

  def comparison(name: String): String = comparisons(name)

  def expression(kind: String): String = kind match {
    case "ListComp" | "SetComp" | "DictComp" => "comprehension"
    case "GeneratorExp"                      => "generator expression"
    case "Tuple" | "List" | "Set" | "Dict"   => s"a ${kind.toLowerCase}"
    case "Lambda" | "Func"                   => "function as a value"
    case "Builtin" | "Named"                 => "a function of a module as a value"
    case other                               => of(other)
  }

  def of(kind: String): String = kind match {
    case "Await" | "AsyncFor" | "AsyncWith" => "asynchronous code"
    case "Yield" | "YieldFrom"              => "generator function"
    case "With"                             => "with statement"
    case "Delete"                           => "del statement"
    case "Match"                            => "match statement"
    case "Global" | "Nonlocal"              => kind.toLowerCase + " statement"
    case "ClassDef"                         => "class statement"
    case "TryStar"                          => "except* clause"
    case "Import" | "ImportFrom"            => "import statement"
    case other                              => s"syntax $other"
  }
}
