// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns._

import scala.collection.JavaConverters._

/** Expressions in columns: each operation in the columnar form named by its entry. */
private[python] trait ColumnExpressions {
  this: ColumnFlow with ColumnCalls with ColumnStatements with ColumnLoops with ColumnSequences =>

  def expr(node: Node): Col = refusing(node) {
    node.kind match {
      case "Constant"  => constant(node, node("value"))
      case "Local"     => variable(node)
      case "BinOp"     => arithmetic(node, node.text("op"), expr(node("left")), node("right"))
      case "UnaryOp"   => unary(node)
      case "BoolOp"    => bool(node.text("op") == "And", node.list("values"))
      case "Compare"   => test(node).mask
      case "IfExp"     => choose(test(node("test")))(expr(node("body")))(expr(node("orelse")))
      case "JoinedStr" => TextForms.joined(c, node.list("values").map(part).asJava)
      case "Call"      => call(node)
      case "Attribute" => attribute(node)
      case "Subscript" => subscript(node)
      case "NamedExpr" =>
        val v = expr(node("value"))
        bind(node("target").id, v)
        v
      case "Tuple" | "Set" if node.list("elts").forall(_.kind == "Constant") =>
        constant(node, Constants.display(node))
      case "Tuple" | "List" if node.list("elts").forall(_.kind != "Starred") =>
        display(node.kind == "List", node.list("elts").map(e => settled(expr(e))))
      case "List" =>
        node.list("elts").foldLeft(display(isList = true, Nil)) { (all, e) =>
          val more =
            if (e.kind == "Starred") toList(e("value")) else Col.list(List(settled(expr(e))).asJava)
          SequenceForms.concat(c, all, more)
        }
      case "Set" if node.list("elts").forall(_.kind != "Starred") =>
        SetForms.set(c, Col.list(node.list("elts").map(e => settled(expr(e))).asJava))
      case "SetComp"                   => SetForms.set(c, listed(node))
      case "Dict"                      => dict(node)
      case "ListComp" | "GeneratorExp" => listed(node)
      case kind                        => node.refuse(Words.expression(kind))
    }
  }

  def constant(node: Node, v: Node): Col = {
    val (value, _) = Constants.value(node, v, program.minor)
    // Rows see it in place of invalid UTF-8, which columns pass through.
    if (hasReplacement(value)) node.refuse("a constant with the character U+FFFD")
    Col.constant(value)
  }

  private def hasReplacement(value: Any): Boolean = value match {
    case s: String => s.indexOf('\ufffd') >= 0
    case d: PyDict => d.iterator.asScala.exists(k => hasReplacement(k) || hasReplacement(d.at(k)))
    case s: PySet  => s.elements.asScala.exists(hasReplacement)
    case i: java.lang.Iterable[_] => i.asScala.exists(hasReplacement)
    case _                        => false
  }

  def display(isList: Boolean, parts: Seq[Col]): Col =
    if (parts.forall(_.isConstant)) {
      val values = parts.map(_.constant.asInstanceOf[AnyRef])
      Col.constant(if (isList) PyList.of(values: _*).freeze() else new PyTuple(values: _*))
    } else if (isList) Col.list(parts.asJava)
    else Col.tuple(parts.asJava)

  def settled(v: Col): Col = v.orNone(c.mayBeNone(v))

  /** The keys and values of a dictionary display. */
  def pairs(node: Node): Seq[(Col, Col)] = {
    val keys = node("keys").json.elements.asScala.toSeq
    keys.zip(node.list("values")).map { case (key, value) =>
      if (key.isNull) value.refuse("dictionary unpacking (**)")
      expr(new Node(key)) -> expr(value)
    }
  }

  private def dict(node: Node): Col = {
    val all = pairs(node).flatMap { case (key, value) => Seq(key, value) }
    all.find(!_.isConstant).foreach(_ => node.refuse("a dictionary of computed values"))
    Col.constant(PyDict.of(all.map(_.constant.asInstanceOf[AnyRef]): _*))
  }

  private def variable(node: Node): Col = frame.env.get(node.id) match {
    case Some(Right(col)) => col
    case Some(Left(why))  => node.refuse(why)
    case None             => node.refuse(s"${node.id}, which may be unbound")
  }

  /** An operation; None as an argument raises unless the operation accepts it. */
  def op(name: String, args: Seq[Col]): Col =
    if (args.forall(_.isConstant)) folded(name, args)
    else {
      val taken = name match {
        case "operator.eq" | "operator.ne" | "str" | "bool" | "operator.truth" => args
        case "operator.getitem" if args.head.constant.isInstanceOf[PyDict]     => args
        case "datetime.date"                                                   => args
        // Bounds, components and a default may be None.
        case "date.replace" | "operator.getslice" | "dict.get" => needed(args.head) +: args.tail
        // Also None may be sought in anything but a text.
        case "operator.contains" | "list.count" | "list.index" if args.head.kind != Kind.STR =>
          needed(args.head) +: args(1) +: args.drop(2).map(needed)
        // Bounds may be None, too.
        case _ if BOUNDED(name) => args.take(2).map(needed) ++ args.drop(2).map(bound)
        case _                  => args.map(needed)
      }
      Forms.call(c, name, taken: _*)
    }

  /** Methods of str with a start and an end. */
  private val BOUNDED =
    Set("find", "rfind", "index", "rindex", "count", "startswith", "endswith").map("str." + _)

  /** A start or end, which rows know if it is None. */
  private def bound(v: Col): Col = {
    if (v.isConstant) v
    else {
      c.odd(c.isNone(v))
      v.orNone(false)
    }
  }

  /** A value that raises a TypeError where it is None. */
  def needed(v: Col): Col = if (v.isConstant) v else c.need(v, "TypeError")

  def folded(name: String, args: Seq[Col]): Col = computed(name, args) match {
    case v @ (_: PyIterator | _: PyDeque) => throw c.refuse(s"${Py.typeName(v)} of constants")
    case v: PyDict if v.getClass != classOf[PyDict] =>
      throw c.refuse(s"${Py.typeName(v)} of constants")
    case v => Col.constant(v)
  }

  /** The value of an operation on constants, computed at compile time. */
  def computed(name: String, args: Seq[Col]): Any = {
    val versioned = Operations.named(name).asScala.exists(_.versioned)
    val version = if (versioned) Seq(Integer.valueOf(program.minor)) else Nil
    try DynamicCalls.call(name, args.map(_.constant.asInstanceOf[AnyRef]) ++ version: _*)
    catch {
      case e: PyError     => throw c.refuse(s"$name of constants raises ${e.`type`.display}")
      case e: Unsupported => throw c.refuse(e.getMessage)
    }
  }

  def arithmetic(node: Node, name: String, left: Col, right: Node): Col = {
    val operator = Words.operator(name).getOrElse(node.refuse("matrix multiplication (@)"))
    if (operator == "mod" && left.kind == Kind.STR)
      FormatForms.percent(c, left, settled(expr(right)))
    else op(s"operator.$operator", Seq(left, expr(right)))
  }

  private def unary(node: Node): Col = node.text("op") match {
    case "Not"    => test(node).mask
    case "UAdd"   => op("operator.pos", Seq(expr(node("operand"))))
    case "Invert" => op("operator.invert", Seq(expr(node("operand"))))
    case _        => op("operator.neg", Seq(expr(node("operand"))))
  }

  /** The truth of an expression, and the columns that it implies are not None. */
  def test(node: Node): Test = refusing(node) {
    node.kind match {
      case "BoolOp" =>
        val and = node.text("op") == "And"
        node.list("values").tail.foldLeft(test(node.list("values").head)) { (first, next) =>
          if (and) both(first, test(next))
          else both(first.inverse, test(next).inverse).inverse
        }
      case "UnaryOp" if node.text("op") == "Not" => test(node("operand")).inverse
      case "Compare"                             => compare(node)
      case "Call" if node("func").is("Builtin", "isinstance") && node.list("args").size == 2 =>
        instance(node)
      case _ =>
        val v = expr(node)
        Test(ComparisonForms.truth(c, v), Seq(v), Nil)
    }
  }

  def both(first: Test, next: => Test): Test = {
    var second = Test(Col.FALSE, Nil, Nil)
    branch(first) { second = next }(())
    Test(c.and(first.mask, second.mask), first.yes ++ second.yes, Nil)
  }

  private def bool(and: Boolean, values: Seq[Node]): Col = values match {
    case Seq(last) => expr(last)
    case first +: rest =>
      val v = expr(first)
      val truth = Test(ComparisonForms.truth(c, v), Seq(v), Nil)
      if (and) choose(truth)(bool(and, rest))(v) else choose(truth)(v)(bool(and, rest))
  }

  private def compare(node: Node): Test = {
    val ops = node.texts("ops")
    val rights = node.list("comparators")
    def from(left: Col, i: Int): Test = {
      val right = expr(rights(i))
      val one = compared(node, ops(i), left, right)
      if (i + 1 == ops.size) one else both(one, from(right, i + 1))
    }
    from(expr(node("left")), 0)
  }

  private def compared(node: Node, name: String, a: Col, b: Col): Test = name match {
    case "Is" | "IsNot" =>
      val is =
        if (b.kind == Kind.NONE) Test(c.isNone(a), Nil, Seq(a))
        else if (a.kind == Kind.NONE) Test(c.isNone(b), Nil, Seq(b))
        else if (b.kind == Kind.BOOL && b.isConstant)
          if (a.kind == Kind.BOOL) Test(ComparisonForms.eq(c, a, b), Nil, Nil)
          else Test(Col.FALSE, Nil, Nil)
        else node.refuse("`is` on anything but None, True and False")
      if (name == "Is") is else is.inverse
    case "In"    => Test(op("operator.contains", Seq(b, a)), Nil, Nil)
    case "NotIn" => Test(c.not(op("operator.contains", Seq(b, a))), Nil, Nil)
    case _ =>
      val operator = Words.comparison(name)
      val mask = op(s"operator.$operator", Seq(a, b))
      // A value equal to anything but None is not None.
      val sides = Seq(a, b).filterNot(_.isConstant)
      val known = if (Seq(a, b).exists(v => !c.mayBeNone(v))) sides else Nil
      operator match {
        case "eq" => Test(mask, known, if (b.kind == Kind.NONE) Seq(a) else Nil)
        case "ne" => Test(mask, if (b.kind == Kind.NONE) Seq(a) else Nil, known)
        case _    => Test(mask, Nil, Nil)
      }
  }

  private def instance(node: Node): Test = {
    val v = expr(node.list("args").head)
    def names(n: Node): Seq[String] = n.kind match {
      case "Builtin" | "Named" => Seq(n.id)
      case "Tuple"             => n.list("elts").flatMap(names)
      case _                   => n.refuse("isinstance with a computed type")
    }
    val own = v.kind match {
      case Kind.BOOL  => Set("bool", "int")
      case Kind.INT   => Set("int")
      case Kind.FLOAT => Set("float")
      case Kind.STR   => Set("str")
      case Kind.DATE  => Set("date", "datetime.date")
      case Kind.LIST  => Set("list")
      case Kind.TUPLE => Set("tuple")
      case _          => node.refuse(s"isinstance of ${v.name}")
    }
    val all = names(node.list("args")(1))
    if (all.contains("object")) Test(Col.TRUE, Nil, Nil)
    else if (all.exists(own)) Test(c.not(c.isNone(v)), Seq(v), Nil)
    else Test(Col.FALSE, Nil, Nil)
  }

  /** A part of an f-string. */
  private def part(node: Node): Col =
    if (node.kind == "Constant") constant(node, node("value"))
    else {
      if (!Set(-1, 115)(node.int("conversion"))) node.refuse("a conversion of a formatted value")
      val plain = Col.constant("")
      val value = settled(expr(node("value")))
      val isText = node.has("format_spec") && node.int("conversion") == 115
      val formatted = if (isText) FormatForms.formatted(c, value, plain) else value
      val spec = node.get("format_spec").fold(plain) { spec =>
        TextForms.joined(c, spec.list("values").map(part).asJava)
      }
      FormatForms.formatted(c, formatted, spec)
    }

  private def attribute(node: Node): Col = {
    val self = c.need(expr(node("value")), "AttributeError")
    val name = node.text("attr")
    Methods.of(python(node, self), name) match {
      case Some(full) if !Methods.isMethod(name) => op(full, Seq(self))
      case _                                     => node.refuse(s"attribute $name")
    }
  }

  def python(node: Node, v: Col): String = v.kind match {
    case null | Kind.NONE => node.refuse(s"a method of ${v.name}")
    case Kind.DELTA       => "timedelta"
    case Kind.MATCH       => "Match"
    case _                => v.name
  }

  private def subscript(node: Node): Col = {
    val index = node("slice")
    if (index.kind == "Slice") {
      val self = expr(node("value"))
      op(
        "operator.getslice",
        self +: Seq("lower", "upper", "step").map(f => index.get(f).fold(Col.NONE)(expr))
      )
    } else
      cut(node("value"), index).getOrElse(
        op("operator.getitem", Seq(expr(node("value")), expr(index)))
      )
  }

  /** The first or last part of a split string, without the others. */
  private def cut(call: Node, index: Node): Option[Col] = {
    val isSplit = call.kind == "Call" && call("func").kind == "Attribute" &&
      Set("split", "rsplit")(call("func").text("attr")) && call.list("keywords").isEmpty &&
      Aliases.changed(call).isEmpty && call.list("args").size <= 2 &&
      (call.list("args") :+ index).forall(a => Set("Constant", "UnaryOp")(a.kind))
    if (!isSplit) None
    else {
      val args = call.list("args").map(expr)
      val at = expr(index).constant match {
        case n: java.lang.Long => n
        case _                 => null
      }
      val right = call("func").text("attr") == "rsplit"
      val text = args.headOption.exists(a => a.kind == Kind.STR && a.constant != "")
      def self = c.need(expr(call("func")("value")), "AttributeError")
      // From the other end, places where the separator overlaps itself ("aa" in "aaa") differ.
      def overlaps = {
        val by = args.head.constant.toString
        (1 until by.length).exists(n => by.startsWith(by.takeRight(n)))
      }
      args.lift(1).map(_.constant) match {
        case _ if !text => None
        case None if at == 0L && (!right || !overlaps) =>
          Some(TextForms.first(c, self, args.head))
        case None if at == -1L && (right || !overlaps) =>
          Some(TextForms.last(c, self, args.head))
        case Some(n: java.lang.Long) if n > 0 =>
          if (!right && at == 0L) Some(TextForms.first(c, self, args.head))
          else if (right && at == -1L) Some(TextForms.last(c, self, args.head))
          else
            at match {
              case i: java.lang.Long if n == 1L && (right || i != 1L) =>
                Option(TextForms.halves(c, self, args.head, i, right).orElse(null))
              case _ => None
            }
        case _ => None
      }
    }
  }
}
