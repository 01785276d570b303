// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.Operations.Operation

import scala.collection.JavaConverters._

/** Calls of run-time operations: the overload chosen by static types, or else at run time. */
private[python] trait Operators { this: Emitter =>

  private val absent = Value("Py.ABSENT", StaticType.Any)

  /** Whether an int may be used as the equal float: not in comparisons, which are exact. */
  private val floats = Set("float") ++ Set("truediv", "floordiv", "mod", "pow").map("operator." + _)

  private def score(o: Operation, parameter: Class[_], v: Value): Option[Int] = {
    val tpe = StaticType.of(parameter)
    if (parameter == classOf[Object])
      Some(if (v.tpe == StaticType.Any || v.tpe == StaticType.None) 0 else 6)
    else if (tpe == v.tpe.plain) Some(0)
    else if (
      tpe == StaticType.Float && v.tpe == StaticType.Int && (floats(o.name) || o.name.startsWith(
        "math."
      ))
    )
      Some(3)
    else if (tpe == StaticType.Any || v.tpe.isPrimitive || tpe.isPrimitive) None
    else if (Methods.isSubtype(v.tpe.python, tpe.python)) Some(2)
    else None
  }

  /** The distance of an overload from the arguments, if it accepts them. */
  private def score(o: Operation, args: Seq[Value]): Option[Int] = {
    val all = o.types.toSeq
    val fixed = if (o.variadic) all.init else all
    if (args.size < fixed.size || !o.variadic && args.size > fixed.size) None
    else {
      val each = fixed.zip(args).map { case (p, v) => score(o, p, v) }
      val long = o.method.getReturnType == classOf[Long]
      val left = args.count(_.code == absent.code) * 100
      if (each.contains(None)) None
      else
        // In the wide body a result in 64 bits is the last choice: it may overflow, and nothing is
        // left to compute the row then.
        Some(
          each.flatten.sum + left + (if (o.variadic) 50 else 0) +
            (if (wide && long) 1000 else if (!wide && !long) 10 else 0)
        )
    }
  }

  /** The arguments in the order of an overload's parameters; omitted ones are ABSENT. */
  private def bind(
      o: Operation,
      args: Seq[Value],
      keywords: Seq[(String, Value)]
  ): Option[Seq[Value]] =
    if (o.variadic) Some(args).filter(_ => keywords.isEmpty)
    else {
      val size = o.types.length
      val names = o.params.toSeq
      val places = keywords.map { case (k, _) => size - names.size + names.indexOf(k) }
      val byPlace = places.zip(keywords.map(_._2)).toMap
      val rest = (args.size until size).map(byPlace.get)
      val fits = keywords.forall(k => names.contains(k._1)) && args.size <= size - o.keywordOnly &&
        places.forall(_ >= args.size) && rest.dropRight(o.optional).forall(_.isDefined)
      if (fits) Some(args ++ rest.map(_.getOrElse(absent))) else None
    }

  def versioned(name: String): Boolean = Operations.named(name).asScala.exists(_.versioned)

  def exists(name: String): Boolean = !Operations.named(name).isEmpty

  /** The result of an operation, computed here. */
  def op(
      node: Node,
      name: String,
      args: Seq[Value],
      keywords: Seq[(String, Value)] = Nil
  ): Value = {
    if (name == "str.replace" && keywords.nonEmpty && program.minor < 13)
      node.refuse("replace() with a keyword before Python 3.13")
    if (name == "str.format" && keywords.nonEmpty) {
      val named = keywords.map { case (k, v) => s"${Code.quote(k)}, ${v.boxed}" }
      val values = Seq(
        temp(s"new PyTuple(${objects(args.tail)})", StaticType.Tuple),
        temp(named.mkString("PyDict.of(new Object[] {", ", ", "})"), StaticType.Dict)
      )
      return op(node, "str.format.kw", args.head +: values)
    }
    val overloads = Operations.named(name).asScala.toSeq
    if (overloads.isEmpty) node.refuse(name)
    if (AnyOrder.isOrdered(name) && args.exists(_.tpe == StaticType.Set))
      node.refuse(AnyOrder.Reason)
    val bound = overloads.flatMap(o => bind(o, args, keywords).map(o -> _))
    if (bound.isEmpty && keywords.nonEmpty)
      node.refuse(s"$name with the keyword ${keywords.head._1}")
    bound.headOption.foreach { case (_, all) =>
      trial(node, all) { values =>
        val version = if (versioned(name)) Seq(Integer.valueOf(program.minor)) else Nil
        DynamicCalls.call(name, values ++ version: _*)
      }
    }
    at(node)
    direct(name, args)
      .orElse(ofCharacter(name, args))
      .getOrElse(bound.flatMap { case (o, a) => score(o, a).map((_, o, a)) } match {
        case Seq() if bound.isEmpty && overloads.exists(_.keywordOnly > 0) =>
          temp(s"DynamicCalls.positional(${Code.quote(name)})", StaticType.Any)
        case Seq() =>
          dynamic(overloads, name, if (keywords.isEmpty) args else bound.maxBy(_._2.size)._2)
        case fits =>
          val (_, o, a) = fits.minBy(_._1)
          known(name, args, invoke(o, a))
      })
  }

  /** Rejects a call that no typical arguments decide. */
  def trial(node: Node, args: Seq[Value])(call: Seq[AnyRef] => Any): Unit =
    if (!wide) Samples.undecided(args.map(compiler.sampled))(call).foreach(node.refuse)

  private val signs = Map(
    "operator.add" -> "+",
    "operator.sub" -> "-",
    "operator.mul" -> "*",
    "operator.lt" -> "<",
    "operator.le" -> "<=",
    "operator.gt" -> ">",
    "operator.ge" -> ">=",
    "operator.eq" -> "==",
    "operator.ne" -> "!="
  )

  /** Java's own operators where they match Python's: floats, comparisons of ints, strings. Two
    * literals form a Java constant expression, which Janino miscompiles.
    */
  private def direct(name: String, args: Seq[Value]): Option[Value] =
    (signs.get(name), args) match {
      case (Some(sign), Seq(first, b)) =>
        def isVariable(v: Value) = v.code.matches("[A-Za-z_$][\\w$]*")
        val isLiteral = first.tpe.isPrimitive && !isVariable(first) && !isVariable(b)
        lazy val a = if (isLiteral) temp(first.code, first.tpe) else first
        def small(v: Value) =
          v.tpe == StaticType.Float || v.tpe == StaticType.Int && v.code.matches(
            "[(]?-?[0-9]{1,15}L[)]?"
          )
        val arithmetic = "+-*".contains(sign)
        val types = Set(first.tpe, b.tpe)
        if (
          arithmetic && types(StaticType.Float) && types.subsetOf(
            Set(StaticType.Float, StaticType.Int)
          )
        )
          Some(temp(s"${a.code} $sign ${b.code}", StaticType.Float))
        else if (
          !arithmetic && (types == Set(StaticType.Int) || types(StaticType.Float) && small(
            first
          ) && small(b))
        )
          Some(temp(s"${a.code} $sign ${b.code}", StaticType.Bool))
        else if (!arithmetic && types == Set(StaticType.Str)) {
          val order = s"Comparison.strings(${a.code}, ${b.code}) $sign 0"
          if (sign == "==") Some(temp(s"${a.code}.equals(${b.code})", StaticType.Bool))
          else if (sign == "!=") Some(temp(s"!${a.code}.equals(${b.code})", StaticType.Bool))
          else Some(temp(order, StaticType.Bool))
        } else None
      case _ => None
    }

  /** `int` and `ord` of a loop's character: without its string. */
  private def ofCharacter(name: String, args: Seq[Value]): Option[Value] = args match {
    case Seq(v) if !wide && (name == "int" || name == "ord") =>
      val method = if (name == "int") "Numbers.digit" else "Texts.codePoint"
      characters.get(v.code).map(place => temp(s"$method($place)", StaticType.Int))
    case _ => None
  }

  /** The static type of a result, beyond its class. */
  private def known(name: String, args: Seq[Value], v: Value): Value = {
    val item = args.headOption.flatMap(_.tpe.item)
    (name, item) match {
      case ("str.split" | "str.rsplit" | "str.splitlines", _) if v.tpe == StaticType.List =>
        v.copy(tpe = StaticType.List.of(StaticType.Str))
      case ("str.partition" | "str.rpartition", _) if v.tpe == StaticType.Tuple =>
        v.copy(tpe = StaticType.Tuple.of(StaticType.Str))
      case ("operator.getslice" | "sorted" | "list" | "list.copy", Some(t))
          if v.tpe == StaticType.List =>
        v.copy(tpe = StaticType.List.of(t))
      case ("operator.getslice" | "sorted" | "list", Some(t)) if v.tpe == StaticType.Any =>
        if (wide || args.head.tpe.plain != StaticType.List) v
        else temp(s"(PyList) ${v.code}", StaticType.List.of(t))
      case ("operator.getitem" | "min" | "max" | "sum" | "list.pop", Some(t)) if args.size < 3 =>
        presume(v, t)
      case _ => v
    }
  }

  /** The value as one of a type, in the fast body; otherwise the wide body computes the row. */
  def presume(v: Value, t: StaticType): Value =
    if (wide || v.tpe != StaticType.Any) v
    else {
      val c = Map("long" -> "Long", "double" -> "Double", "boolean" -> "Boolean")
        .getOrElse(t.java, t.java)
      if (c == "Object") v
      else {
        out += s"if (!(${v.code} instanceof $c)) throw Overflow.INSTANCE;"
        val unboxed = if (t.isPrimitive) s"(($c) ${v.code}).${t.java}Value()" else s"($c) ${v.code}"
        temp(unboxed, t)
      }
    }

  private def dynamic(overloads: Seq[Operation], name: String, args: Seq[Value]): Value = {
    val version =
      if (overloads.exists(_.versioned)) Seq(s"Integer.valueOf(${program.minor})") else Nil
    val all = (args.map(_.boxed) ++ version).mkString(", ")
    val call = s"DynamicCalls.call(${Code.quote(name)}, new Object[] {$all})"
    val results = overloads.map(_.method.getReturnType).distinct
    if (results == Seq(classOf[Boolean])) temp(s"((Boolean) $call).booleanValue()", StaticType.Bool)
    else if (results == Seq(classOf[String])) temp(s"(String) $call", StaticType.Str)
    else temp(call, StaticType.Any)
  }

  private def invoke(o: Operation, args: Seq[Value]): Value = {
    val types = o.types.toSeq
    val fixed = if (o.variadic) types.size - 1 else types.size
    def pass(v: Value, p: Class[_]) =
      if (p == classOf[Object]) s"(Object) ${v.boxed}"
      else if (StaticType.of(p) == v.tpe.plain) v.code
      else s"(${p.getSimpleName}) ${v.code}" // Java would choose another overload
    val direct = args.take(fixed).zip(types).map { case (v, p) => pass(v, p) }
    val rest =
      if (o.variadic) Seq(args.drop(fixed).map(_.boxed).mkString("new Object[] {", ", ", "}"))
      else Nil
    val version = if (o.versioned) Seq(program.minor.toString) else Nil
    val named = if (o.named) Seq(Code.quote(o.shortName)) else Nil
    val call = (named ++ direct ++ rest ++ version).mkString(s"${o.javaName}(", ", ", ")")
    result(call, o.method.getReturnType)
  }

  private def result(call: String, c: Class[_]): Value =
    if (c == classOf[Unit]) {
      out += s"$call;"
      Value.None
    } else
      StaticType.of(c) match {
        case StaticType.Int if wide => temp(s"Long.valueOf($call)", StaticType.Any)
        case StaticType.Match       => temp(call, StaticType.Any) // or None
        case tpe                    => temp(call, tpe)
      }

  def objects(values: Seq[Value]): String =
    values.map(_.boxed).mkString("new Object[] {", ", ", "}")

  /** The truth of a value. Janino miscompiles an `if` whose condition is a Java constant. */
  def condition(node: Node, v: Value): Value = v.tpe match {
    case StaticType.Int | StaticType.Float if v.code.matches("[(]?-?[0-9.E]+[Ld][)]?") =>
      if (v.code.matches("[(]?-?[0.]+[Ld][)]?")) Value.False else Value.True
    case StaticType.Float if v.code.contains('.') => Value.True // inf or nan
    case StaticType.Bool                          => v
    case StaticType.Int                           => Value(s"(${v.code} != 0L)", StaticType.Bool)
    case StaticType.Float                         => Value(s"(${v.code} != 0.0)", StaticType.Bool)
    case StaticType.Str  => Value(s"(${v.code}.length() != 0)", StaticType.Bool)
    case StaticType.None => Value.False
    case _               => temp(s"Ops.truth(${v.code})", StaticType.Bool)
  }

  def not(v: Value): Value = v.code match {
    case "true"  => Value.False
    case "false" => Value.True
    case code    => Value(s"(!$code)", StaticType.Bool)
  }

  /** A method of a value, by its static type if known. */
  def method(
      node: Node,
      self: Value,
      name: String,
      args: Seq[Value],
      keywords: Seq[(String, Value)]
  ): Value =
    self.tpe match {
      case _ if Methods.ofClasses(name) => node.refuse(s"$name of a value, not of its class")
      case StaticType.Any | StaticType.Error | StaticType.None =>
        val having = Methods.types.filter(t => exists(s"$t.$name"))
        if (having.isEmpty && self.tpe == StaticType.Any) node.refuse(s"a method $name")
        anyMethod(node, self, name, having, args, keywords)
      case tpe =>
        Methods.of(tpe.python, name) match {
          case Some(full)                              => op(node, full, self +: args, keywords)
          case None if Methods.known(tpe.python, name) => node.refuse(s"${tpe.python}.$name")
          case None => anyMethod(node, self, name, Nil, args, keywords)
        }
    }

  private def anyMethod(
      node: Node,
      self: Value,
      name: String,
      having: Seq[String],
      args: Seq[Value],
      keywords: Seq[(String, Value)]
  ): Value = {
    if (self.tpe == StaticType.Any)
      Methods.types.filter(t => Methods.known(t, name) && Methods.of(t, name).isEmpty).foreach {
        t =>
          Methods.javaClass(t).foreach { c =>
            out += s"if (${self.code} instanceof $c) throw new Unsupported(${Code.quote(s"$t.$name")});"
          }
      }
    val versions = having.exists(t => versioned(s"$t.$name"))
    val version = if (versions) Seq(s"Integer.valueOf(${program.minor})") else Nil
    val all = (args.map(_.boxed) ++ version).mkString("new Object[] {", ", ", "}")
    at(node)
    val dynamic = s"DynamicCalls.method(${self.boxed}, ${Code.quote(name)}, $all)"
    val first = having.headOption
    val text = first.contains("str") && having.forall(t => t == "str" || t == "bytes")
    if (!wide && self.tpe == StaticType.Any && text)
      return op(node, s"str.$name", presume(self, StaticType.Str) +: args, keywords)
    if (keywords.nonEmpty) byKeywords(node, self, name, having, args, keywords)
    else if (self.tpe == StaticType.Any && first.isDefined) {
      val t = first.get
      val c = Methods.javaClass(t).getOrElse("Object")
      val test = Value(s"(${self.code} instanceof $c)", StaticType.Bool)
      val cast = StaticType.byPython(t)
      if (cast.isEmpty) temp(dynamic, StaticType.Any)
      else
        choose(test)(op(node, s"$t.$name", temp(s"($c) ${self.code}", cast.get) +: args))(
          temp(dynamic, StaticType.Any)
        )
    } else temp(dynamic, StaticType.Any)
  }

  /** A method of a value of unknown type: tests each type whose method accepts the keywords. */
  private def byKeywords(
      node: Node,
      self: Value,
      name: String,
      having: Seq[String],
      args: Seq[Value],
      keywords: Seq[(String, Value)]
  ): Value = {
    val taking = having.filter { t =>
      StaticType.byPython(t).isDefined &&
      Operations.named(s"$t.$name").asScala.exists(bind(_, self +: args, keywords).isDefined)
    }
    if (taking.isEmpty && having.nonEmpty)
      node.refuse(s"$name with the keyword ${keywords.head._1}")
    val none = s"DynamicCalls.keywords(${self.boxed}, ${Code.quote(name)})"
    def chain(types: Seq[String]): Value = types match {
      case t +: more if self.tpe == StaticType.Any =>
        val cast = StaticType.byPython(t).get
        choose(Value(s"(${self.code} instanceof ${cast.java})", StaticType.Bool))(
          op(node, s"$t.$name", temp(s"(${cast.java}) ${self.code}", cast) +: args, keywords)
        )(chain(more))
      case _ => temp(none, StaticType.Any)
    }
    chain(taking)
  }

  /** `is`. */
  protected def identical(node: Node, a: Value, b: Value): Value = (a, b) match {
    case (Value("null", _), v) if b != Value.None => identical(node, v, a)
    case (v, Value.None) =>
      if (v.tpe == StaticType.None) Value.True
      else if (v.tpe == StaticType.Any) Value(s"(${v.code} == null)", StaticType.Bool)
      else Value.False
    case (v, Value(c @ ("true" | "false"), StaticType.Bool)) =>
      if (Set("true", "false")(v.code)) (if (v.code == c) Value.True else Value.False)
      else if (v.tpe == StaticType.Bool) Value(s"(${v.code} == $c)", StaticType.Bool)
      else if (v.tpe == StaticType.Any)
        Value(s"Boolean.${c.toUpperCase}.equals(${v.code})", StaticType.Bool)
      else Value.False
    case _ => node.refuse("`is` on anything but None, True and False")
  }
}
