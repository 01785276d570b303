// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Calls: of builtins, of functions of modules, of methods, of the user's own functions. */
private[python] trait CallExpressions
    extends TypeTests
    with Consumers
    with FunctionValues
    with SplitParts
    with RecordCalls {
  this: Emitter
    with Expressions
    with Sources
    with EarlyExits
    with Operators
    with Exceptions
    with Searches =>

  def call(node: Node): Value = {
    val all = node.list("args") ++
      node.list("keywords").filterNot(k => k.has("arg") && k.text("arg") == "key").map(_("value"))
    val generator = all.find(_.kind == "GeneratorExp")
    val rest = all.dropWhile(_.kind != "GeneratorExp").filter(isComputed)
    generator.filter(_ => rest.nonEmpty).foreach(g => beside.put(g.json, rest))
    try called(node)
    finally rest.foreach(n => computed.remove(n.json))
  }

  /** Whether an argument is computed before a generator among the earlier ones is consumed, and may
    * raise.
    */
  private def isComputed(argument: Node) = argument.kind match {
    case "Attribute" => !Set("Builtin", "Named")(argument("value").kind)
    case kind        => !Set("Constant", "Lambda", "Func", "Builtin", "Named", "GeneratorExp")(kind)
  }

  private def called(node: Node): Value = {
    val f = node("func")
    f.kind match {
      case "Builtin"         => builtin(node, f.id)
      case "Named"           => named(node, f.id)
      case "Func" | "Lambda" => userCall(node, f)
      case "Attribute"       => methodCall(node, f)
      case "Record"          => record(node, f)
      case _                 => valueCall(node, f)
    }
  }

  /** A call of a function held as a value: positional only, because its parameters are unknown. */
  private def valueCall(node: Node, f: Node): Value = {
    val callee = expr(f)
    if (node.list("keywords").nonEmpty) node.refuse("call of a value with keywords")
    val values = positional(node, "")
    at(node)
    if (callee.tpe == StaticType.Row) {
      if (f.kind == "Call" && f.list("args").size != values.size)
        node.refuse("a Row with fewer or more values than fields")
      temp(s"${callee.code}.row(${objects(values)})", StaticType.Row)
    } else temp(s"DynamicCalls.value(${callee.boxed}, ${objects(values)})", StaticType.Any)
  }

  protected def starred(nodes: Seq[Node]): Boolean = nodes.exists(_.kind == "Starred")
  protected def starred(node: Node): Boolean = starred(node.list("args"))

  protected def positional(node: Node, callee: String): Seq[Value] = {
    val args = node.list("args")
    args.find(_.kind == "Starred").foreach(_.refuse("starred argument"))
    // With a start, elements need not be numbers, so that they are not checked one by one.
    val started = callee == "sum" && args.size + node.list("keywords").size > 1
    consuming(callee)(args.map(a => argument(if (started) "list" else callee, a)))
  }

  /** A call whose number of arguments is not known statically. */
  private def spreadCall(node: Node, name: String, self: Seq[Value]): Value = {
    if (node.list("keywords").nonEmpty) node.refuse("starred argument beside keywords")
    if (!exists(name)) node.refuse(name)
    val all = consuming(name)(spread(node.list("args"), argument(name, _)))
    at(node)
    val (array, k) = (fresh("a"), fresh("i"))
    val extra = if (versioned(name)) 1 else 0
    local("Object[]", array, s"new Object[${all.code}.size() + ${self.size + extra}]")
    self.foreach(v => out += s"$array[0] = ${v.boxed};")
    locals(k) = "int"
    out += s"for ($k = 0; $k < ${all.code}.size(); $k++) " +
      s"$array[$k + ${self.size}] = ${all.code}.get($k);"
    if (extra == 1) out += s"$array[$array.length - 1] = Integer.valueOf(${program.minor});"
    temp(s"DynamicCalls.call(${Code.quote(name)}, $array)", StaticType.Any)
  }

  /** The operation `name` with the arguments of a call. */
  private def operationCall(node: Node, name: String, self: Seq[Value] = Nil): Value =
    if (starred(node)) spreadCall(node, name, self)
    else {
      val values = positional(node, name)
      requireOrder(node, values)
      op(node, name, self ++ values, keywords(node, name))
    }

  protected def keywords(node: Node, callee: String): Seq[(String, Value)] =
    node.list("keywords").map { k =>
      if (!k.has("arg")) node.refuse("keyword-variadic argument (**)")
      k.text("arg") -> consuming(callee)(argument(callee, k("value")))
    }

  /** An argument; functions and generators only if the callee uses them up.
    *
    * @param anyOrder
    *   whether the order of its elements does not matter
    */
  def argument(callee: String, node: Node, anyOrder: Boolean = false): Value = node.kind match {
    case _ if computed.containsKey(node.json) => computed.get(node.json)
    case "GeneratorExp" =>
      if (callee == "reversed") node.refuse("reversed() of a generator")
      if (!takesAll(callee, node)) node.refuse("generator expression that escapes")
      consumed(callee, node, anyOrder || anyOrderFor(callee))
    case "ListComp" => comprehension(node, anyOrder || anyOrderFor(callee))
    case "Call" if anyOrder || anyOrderFor(callee) => listed(node)
    case "Lambda" | "Func"                         => functionValue(node, callee)
    case "Builtin" | "Named"                       => operationValue(node, node.id)
    case "Attribute" if node("value").kind == "Builtin" =>
      operationValue(node, s"${node("value").id}.${node.text("attr")}")
    case "Attribute" if Methods.readOnly(node.text("attr")) && isUsedUp(callee) =>
      boundMethod(node)
    case _ => expr(node)
  }

  /** `list(x)` or `tuple(x)` where the order of the elements does not matter; other calls as they
    * are.
    */
  private def listed(node: Node): Value = {
    val (f, args) = (node("func"), node.list("args"))
    val isList = f.is("Builtin", "list") || f.is("Builtin", "tuple")
    if (!isList || args.size != 1 || starred(node) || node.list("keywords").nonEmpty) expr(node)
    else {
      val v = consuming(f.id)(argument(f.id, args.head, anyOrder = true))
      at(node)
      if (v.tpe == StaticType.Set || Set("GeneratorExp", "ListComp")(args.head.kind)) v
      else if (v.tpe == StaticType.Any) temp(s"Ops.listed(${v.code})", StaticType.Any)
      else op(node, f.id, Seq(v))
    }
  }

  /** Whether a call has a `key` that may see the order of its calls. */
  private var byImpureKey = false

  private def anyOrderFor(callee: String) = AnyOrder.Callees(callee) && !byImpureKey

  private def builtin(node: Node, name: String): Value = {
    val outer = byImpureKey
    byImpureKey = node
      .list("keywords")
      .exists(k => k.has("arg") && k.text("arg") == "key" && !order.isPureFunction(k("value")))
    try builtinCall(node, name)
    finally byImpureKey = outer
  }

  private def builtinCall(node: Node, name: String): Value = {
    val args = node.list("args")
    val only = if (args.size == 1 && node.list("keywords").isEmpty) args.headOption else None
    (name, only) match {
      case ("any" | "all", Some(g)) if g.kind == "GeneratorExp" => quantifier(g, name == "any")
      case ("next", _) if only.isEmpty && node.list("keywords").nonEmpty =>
        node.refuse("keywords of next()")
      case ("next", _) if args.headOption.exists(_.kind == "GeneratorExp") && args.size <= 2 =>
        first(node, args.head, args.lift(1))
      case ("isinstance", _) if args.size == 2 && node.list("keywords").isEmpty =>
        instance(expr(args.head), args(1), exact = false)
      case ("str", Some(a))                                     => text(node, expr(a))
      case ("bool", Some(a))                                    => condition(a, expr(a))
      case ("type" | "print", _)                                => node.refuse(s"$name()")
      case ("min" | "max", _) if node.list("keywords").nonEmpty => extreme(node, name)
      case ("zip", _) if node.list("keywords").map(_.text("arg")) == Seq("strict") =>
        if (keywords(node, name).head._2 == Value.True)
          op(node, "zip.strict", positional(node, name))
        else if (keywords(node, name).head._2 == Value.False) op(node, name, positional(node, name))
        else node.refuse("zip() with a computed strict")
      case ("dict", None) if args.isEmpty && node.list("keywords").nonEmpty =>
        val values = keywords(node, name).map { case (k, v) => s"${Code.quote(k)}, ${v.boxed}" }
        temp(values.mkString("PyDict.of(new Object[] {", ", ", "})"), StaticType.Dict)
      case _ =>
        exception(node("func")) match {
          case Some(tpe) => error(node, tpe, name)
          case None =>
            if (!exists(name)) node.refuse(s"$name()")
            operationCall(node, name)
        }
    }
  }

  private def error(node: Node, tpe: String, name: String): Value = {
    if (node.list("keywords").nonEmpty) node.refuse("keywords of an exception")
    requirePlain(node("func"), node.list("args").size)
    temp(s"PyError.make($tpe, ${objects(positional(node, name))})", StaticType.Error)
  }

  private def requireOrder(node: Node, values: Seq[Value]): Unit =
    if (byImpureKey && values.exists(_.tpe == StaticType.Set)) node.refuse(AnyOrder.Reason)

  /** `min` and `max` with `key` or `default`. */
  private def extreme(node: Node, name: String): Value = {
    if (starred(node)) node.refuse("starred argument beside keywords")
    val several = node.list("args")
    val items = several match {
      case Seq(one) if one.kind == "GeneratorExp" => comprehension(one, !byImpureKey)
      case Seq(one)                               => argument(name, one)
      case more => temp(s"new PyTuple(${objects(more.map(expr))})", StaticType.Tuple)
    }
    requireOrder(node, Seq(items))
    val named = keywords(node, name).toMap
    val known = if (several.size == 1) Set("key", "default") else Set("key")
    if (!named.keySet.subsetOf(known)) node.refuse(s"$name() with these keywords")
    val absent = Value("Py.ABSENT", StaticType.Any)
    val both = Seq("key", "default").map(named.getOrElse(_, absent))
    op(node, s"$name.by", items +: both)
  }

  /** The operation that a qualified name denotes: `datetime.datetime.strptime` is the class's. */
  def operation(name: String): Option[String] = {
    val inner = Some(name.substring(name.indexOf('.') + 1)).filter(_.contains('.'))
    (name +: inner.toSeq).find(exists)
  }

  private def named(node: Node, name: String): Value = exception(node("func")) match {
    case Some(tpe) => error(node, tpe, name)
    case None if name == "decimal.Decimal" && constantDecimal(node).isDefined =>
      constant(node, constantDecimal(node).get)
    case None if name == "pyspark.sql.Row" => row(node, name)
    case None =>
      val full = operation(name).getOrElse(node.refuse(name))
      node.list("keywords") match {
        // Any number of iterables, and a keyword.
        case Seq(k) if k.has("arg") && exists(s"$full.${k.text("arg")}") =>
          val all = temp(s"new PyTuple(${objects(positional(node, full))})", StaticType.Tuple)
          op(node, s"$full.${k.text("arg")}", all +: keywords(node, full).map(_._2))
        case _ => operationCall(node, full)
      }
  }

  /** A Decimal from a literal, created once. */
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
        // Of named tuples; of a user's class, they are unknown here.
        if (name.startsWith("_") && !Methods.types.exists(Methods.of(_, name).isDefined))
          node.refuse(s"method $name")
        val self = expr(f("value"))
        if (
          Methods.of(self.tpe.python, name).isEmpty && (node
            .list("args") ++ node.list("keywords")).nonEmpty
        ) {
          at(f)
          out += s"DynamicCalls.check(${self.boxed}, ${Code.quote(name)});"
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

  /** The current values of the enclosing variables that a function reads. */
  def captures(node: Node, index: Int): Seq[Value] =
    program.captures(index).map { name =>
      val inside = program.parent.get(index).contains(function.index)
      if (!inside && (function.bound(name) || !env.contains(name)))
        node.refuse(s"call of a function that reads $name of another function")
      val own = if (node.kind == "Lambda") variable(name) else name
      env.get(own) match {
        case None                   => Value("Py.UNBOUND", StaticType.Unbound)
        case Some(Local(tpe, true)) => Value(java(own, tpe), StaticType.Unbound)
        case _                      => load(node, own)
      }
    }

  /** The positional arguments for a user's function, including those of a starred `*args`. */
  private def passed(node: Node, callee: String): Seq[Value] = {
    val own = function.several.map(_.name)
    node.list("args").flatMap { a =>
      if (a.kind != "Starred") Seq(argument(callee, a))
      else if (a("value").kind == "Local" && own.contains(a("value").id) && several.isDefined)
        several.get
      else {
        val n = length(a("value")).getOrElse(a.refuse("starred argument"))
        val all = expr(a("value"))
        (0 until n).map(i => op(a, "operator.getitem", Seq(all, Value(s"${i}L", StaticType.Int))))
      }
    }
  }

  /** The length of a display, a constant, or a variable bound once to a tuple. */
  private def length(node: Node): Option[Int] = node.kind match {
    case "Tuple" | "List" => Some(node.list("elts")).filterNot(starred).map(_.size)
    case "Constant" if Set("tuple", "list")(node("value").text("k")) =>
      Some(node("value").list("v").size)
    case "Local" if function.settled(node.id) && !isRenamed(node.id) =>
      function.nodes
        .find(n => n.kind == "Assign" && n.list("targets").exists(_.is("Local", node.id)))
        .map(_("value"))
        .filter(v => v.kind == "Tuple" || v.kind == "Constant" && v("value").text("k") == "tuple")
        .flatMap(length)
    case _ => None
  }

  private def userCall(node: Node, callee: Node): Value = {
    val f = program.functions(callee.int("function"))
    val all = passed(node, f.name)
    val first = all.take(f.positional.size)
    val byName = keywords(node, f.name).toMap
    val named = f.positional.drop(first.size) ++ f.parameters.filter(_.kind == "keyword")
    val wrong = all.size > first.size && f.several.isEmpty ||
      byName.size < node.list("keywords").size || byName.keys.exists(k => named.forall(_.name != k))
    if (wrong) node.refuse(s"call of ${f.name} with arguments that it does not take")
    def chosen(p: Parameter): Value =
      byName.getOrElse(
        p.name,
        p.default match {
          case Some(d) => constant(node, d)
          case None    => node.refuse(s"call of ${f.name} without its argument ${p.name}")
        }
      )
    val values = f.parameters.map { p =>
      if (p.kind == "several")
        temp(s"new PyTuple(${objects(all.drop(first.size))})", StaticType.Tuple)
      else first.lift(f.positional.indexOf(p)).filter(_ => p.kind.isEmpty).getOrElse(chosen(p))
    }
    val captured = captures(callee, f.index)
    val (name, tpe) = compiler.method(node, f.index, values.map(_.tpe), captured.map(_.tpe), wide)
    at(node)
    val cached = callee.has("cached")
    if (cached && program.recursive(f.index))
      node.refuse(s"${f.name}, which is cached and calls itself: no result would be kept")
    // Equal arguments share a result: 1, 1.0 and True, or 0.0 and -0.0.
    if (cached && values.exists(v => v.tpe == StaticType.Float || v.tpe == StaticType.Bool))
      node.refuse(s"${f.name}, which is cached, with floats or booleans")
    if (cached)
      values
        .filter(v => !v.tpe.isPrimitive && v.tpe != StaticType.Str && v.tpe != StaticType.None)
        .foreach { v =>
          out += s"DynamicCalls.hashable(${v.code});"
        }
    // A recursive function takes objects.
    val passing =
      if (program.recursive(f.index)) (values ++ captured).map(_.boxed)
      else (values ++ captured).filter(_.tpe != StaticType.None).map(_.code)
    val v = temp(passing.mkString(s"$name(", ", ", ")"), tpe)
    if (tpe == StaticType.None) Value.None
    else if (cached && tpe == StaticType.Any)
      temp(s"DynamicCalls.cached(${v.code})", StaticType.Any)
    else if (cached && Set("list", "dict", "set", "deque")(tpe.plain.python))
      node.refuse(s"a cached function that returns a ${tpe.python}, which its callers share")
    else v
  }
}
