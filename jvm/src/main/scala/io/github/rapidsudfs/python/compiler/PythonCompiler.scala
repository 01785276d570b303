// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import scala.collection.mutable

/** The static value of a `return` of the UDF: the name of its Python type, or empty, and whether it
  * is a string literal of the source.
  */
final case class Hint(line: Int, python: String, isText: Boolean)

/** The Java source of a UDF and the arguments of its `init`. */
final case class Compiled(
    source: String,
    className: String,
    fastArgs: Seq[String],
    fastReturns: String,
    constants: Array[AnyRef],
    hints: Seq[Hint]
)

/** Compiles a front-end program to the Java source of one class, for Janino.
  *
  * The class has two bodies, `fast` and `wide`: see the package's documentation.
  */
object PythonCompiler {

  /** Longer functions may exceed the 64 KB of a Java method. */
  private val MostNodes = 2000

  def compile(
      program: Program,
      args: Seq[ArgType],
      className: String
  ): Either[Refusal, Compiled] =
    try Right(new Compiler(program, className).compile(args, MostNodes))
    catch { case Refused(refusal) => Left(refusal) }
}

/** The class being written. */
private[python] final class Compiler(val program: Program, className: String) {
  private val constants = mutable.ArrayBuffer.empty[AnyRef]
  private val fields = mutable.LinkedHashMap.empty[String, Value]
  private val exceptions = mutable.LinkedHashMap.empty[String, String]

  /** The values of constants that are written into the code. */
  val literals = mutable.Map[String, AnyRef]("Py.ABSENT" -> Py.ABSENT)

  private val numbers = mutable.Map.empty[String, Int]
  private val methods = mutable.ArrayBuffer.empty[String]
  private val known =
    mutable.Map.empty[(Int, Seq[StaticType], Seq[StaticType], Boolean), (String, StaticType)]
  private val functions = mutable.LinkedHashMap.empty[String, Int]
  private var called = 0

  /** Whether there may be regular expression matches, whose `m[1]` is a group. */
  lazy val hasMatches: Boolean = program.functions.exists(
    _.nodes.exists(n =>
      n.kind == "Named" && n.id.startsWith("re.") ||
        n.kind == "Constant" && n("value").text("k") == "pattern"
    )
  ) && !Operations.named("Match.group").isEmpty

  /** A number for a name that is not a Java identifier. */
  def number(name: String): Int = numbers.getOrElseUpdate(name, numbers.size)

  def constant(node: Node, v: Node): Value =
    fields.getOrElseUpdate(
      v.json.toString, {
        val (value, tpe) = Constants.value(node, v, program.minor)
        add(value, tpe)
      }
    )

  def constant(text: String, tpe: StaticType): Value =
    fields.getOrElseUpdate("text " + text, add(text, tpe))

  private def add(value: AnyRef, tpe: StaticType): Value = {
    constants += value
    val boxed = if (tpe.isPrimitive || tpe == StaticType.None) StaticType.Any else tpe
    Value("K" + (constants.size - 1), boxed)
  }

  /** The value of a constant by its code, or the type of any other value. */
  def sampled(v: Value): Either[AnyRef, StaticType] =
    if (v.tpe == StaticType.None) Left(null)
    else if (v.code.matches("K[0-9]+")) Left(constants(v.code.drop(1).toInt))
    else literals.get(v.code).toLeft(v.tpe)

  def exception(name: String): String = exceptions.getOrElseUpdate(name, "X" + exceptions.size)

  /** A function as a value: the body of `call` with arguments `a` and captured values `c`.
    *
    * @param operation
    *   the Java expression for the name of the operation that it is, if it is one
    */
  def function(body: String, captured: Seq[Value], operation: String = "null"): Value = {
    val id = functions.getOrElseUpdate(body, functions.size)
    val objects = captured.map(_.boxed).mkString("new Object[] {", ", ", "}")
    Value(s"((Object) new Fn($id, $objects, $operation))", StaticType.Any)
  }

  /** The Java method of a function for some argument types, and its return type. */
  def method(
      node: Node,
      index: Int,
      args: Seq[StaticType],
      captured: Seq[StaticType],
      wide: Boolean
  ): (String, StaticType) = {
    val f = program.functions(index)
    // Not the size of the map: nested functions are written before this one is registered.
    def named = {
      called += 1
      s"m${called}_${if (wide) "wide" else "fast"}"
    }
    def parameters(all: Seq[StaticType]) =
      (f.parameters.map(_.name) ++ program.captures(index)).zip(all)
    if (program.recursive(index)) {
      // Registered before it is written, with objects as its types.
      if (index == 0) node.refuse("a UDF's function that calls itself")
      val types = args.map(_ => StaticType.Any) ++
        captured.map(t => if (t == StaticType.Unbound) t else StaticType.Any)
      val key = (index, args.map(_ => StaticType.Any), types.drop(args.size), wide)
      known.getOrElse(
        key, {
          val name = named
          known(key) = (name, StaticType.Any)
          write(
            f,
            name + "_body",
            parameters(types),
            wide,
            entry = false,
            returns = Some(StaticType.Any)
          )
          methods += recursion(name, types.size)
          known(key)
        }
      )
    } else
      known.getOrElseUpdate(
        (index, args, captured, wide), {
          val name = named
          (name, write(f, name, parameters(args ++ captured), wide, entry = false)._1)
        }
      )
  }

  /** Counts the calls in progress. */
  private def recursion(name: String, n: Int): String = {
    val taken = (0 until n).map(i => s"Object a$i").mkString(", ")
    val passed = (0 until n).map(i => s"a$i").mkString(", ")
    s"""static Object $name($taken) {
       |Recursion.enter();
       |Object r = null;
       |try { r = ${name}_body($passed); }
       |catch (RuntimeException e) { Recursion.leave(); throw e; }
       |catch (Error e) { throw Recursion.leave(e); }
       |Recursion.leave();
       |return r;
       |}
       |""".stripMargin
  }

  private def write(
      f: Function,
      name: String,
      parameters: Seq[(String, StaticType)],
      wide: Boolean,
      entry: Boolean,
      returns: Option[StaticType] = None
  ): (StaticType, Seq[Hint]) = {
    val writer = new FunctionWriter(this, f, wide)
    val (text, tpe) = writer.write(name, parameters, entry, returns)
    methods += text
    (
      tpe,
      writer.returns.map { case r =>
        Hint(r.line, r.value.tpe.python, r.value.code.startsWith("\""))
      }.toList
    )
  }

  def compile(args: Seq[ArgType], mostNodes: Int): Compiled = {
    val f = program.functions.head
    def refuse(reason: String) = throw Refused(Refusal(f.line, 0, reason))
    program.functions.foreach(f => if (f.nodes.size > mostNodes) refuse("function too large"))
    if (args.size > f.positional.size && f.several.isEmpty)
      refuse(s"${f.name} takes at most ${f.positional.size} arguments, not ${args.size}")
    f.positional
      .drop(args.size)
      .find(_.default.isEmpty)
      .foreach(p => refuse(s"no argument ${p.name}"))
    val left = (0 until args.size - f.positional.size).map(FunctionWriter.several)
    val names = f.positional.map(_.name) ++ left
    val types = args.map(_.tpe)
    val (fast, hints) = write(f, "fast", names.zip(types), wide = false, entry = true)
    write(f, "wide", names.zip(types.map(_ => StaticType.Any)), wide = true, entry = true)
    Compiled(
      source,
      className,
      types.map(_.java),
      Compiler.entry(fast).java,
      constants.toArray,
      hints
    )
  }

  private def source: String = {
    val b = new StringBuilder
    val dot = className.lastIndexOf('.')
    if (dot > 0) b ++= s"package ${className.take(dot)};\n"
    b ++= "import io.github.rapidsudfs.python.*;\nimport java.util.Iterator;\n"
    b ++= s"public final class ${className.drop(dot + 1)} {\n"
    b ++= "public static Object[] C;\n"
    fields.values.foreach(v => b ++= s"private static ${v.tpe.java} ${v.code};\n")
    exceptions.foreach { case (name, field) =>
      b ++= s"private static final PyType $field = PyType.named(${Code.quote(name)});\n"
    }
    b ++= "public static void init(Object[] c) {\nC = c;\n"
    fields.values.foreach(v => b ++= s"${v.code} = (${v.tpe.java}) c[${v.code.drop(1)}];\n")
    b ++= "}\n"
    methods.foreach(b ++= _)
    if (functions.nonEmpty) {
      b ++= "public static final class Fn implements PyFunction {\n"
      b ++= "private final int id; private final Object[] c; private final String operation;\n"
      b ++= "Fn(int id, Object[] c, String operation) {\n"
      b ++= "this.id = id; this.c = c; this.operation = operation; }\n"
      b ++= "public String operation() { return operation; }\n"
      b ++= "static Object[] with(Object[] a, int minor) {\nObject[] all = new Object[a.length + 1];\n"
      b ++= "System.arraycopy(a, 0, all, 0, a.length);\nall[a.length] = Integer.valueOf(minor);\n"
      b ++= "return all;\n}\n"
      b ++= "public Object call(Object[] a) {\nswitch (id) {\n"
      functions.foreach { case (body, id) => b ++= s"case $id: { $body }\n" }
      b ++= "default: throw new IllegalStateException();\n}\n}\n}\n"
    }
    b ++= "}\n"
    b.toString
  }
}

private[python] object Compiler {

  /** The result of an entry point: values of classes as objects. */
  def entry(tpe: StaticType): StaticType =
    if (tpe.isPrimitive || tpe == StaticType.Str) tpe else StaticType.Any
}

private[python] object FunctionWriter {

  /** The name of one of the `*args`. */
  def several(i: Int): String = "several$" + i
}

/** Writes one function as a Java method. */
private[python] final class FunctionWriter(compiler: Compiler, function: Function, wide: Boolean)
    extends Emitter(compiler, function, wide)
    with Statements
    with CallExpressions
    with Sources
    with EarlyExits
    with Searches {

  def write(
      name: String,
      parameters: Seq[(String, StaticType)],
      entry: Boolean,
      returnType: Option[StaticType]
  ): (String, StaticType) = {
    val passed = parameters.filter(p => entry || p._2 != StaticType.None).map { case (p, t) =>
      s"${t.java} ${java(p, t)}"
    }
    val own = declared.keySet.toSet
    env = parameters.map {
      case (p, StaticType.Unbound) => p -> Local(StaticType.Any, maybe = true)
      case (p, t)                  => p -> Local(t, maybe = false)
    }.toMap
    val body = in(new Block) {
      if (entry) {
        function.positional.drop(parameters.size).foreach { p =>
          p.default.foreach(d => assign(p.name, constant(function.body.head, d)))
        }
        function.several.foreach { p =>
          val left = parameters.drop(function.positional.size).map { case (n, t) =>
            if (t == StaticType.None) Value.None else Value(java(n, t), t)
          }
          assign(p.name, temp(s"new PyTuple(${objects(left)})", StaticType.Tuple))
          if (function.settled(p.name)) several = Some(left)
        }
      }
      block(function.body)
      if (!dead) giveBack(Value.None, function.body.lastOption.fold(function.line)(_.line))
    }
    val all = returns.map(_.value.tpe).distinct
    val result = returnType.getOrElse(if (all.size == 1) all.head else StaticType.Any)
    val returned = if (entry) (if (wide) StaticType.Any else Compiler.entry(result)) else result
    locals(returning) = returned.java
    returns.foreach { r =>
      r.slot.text = s"${if (r.waits) s"$returning =" else "return"} ${r.value.as(returned)};"
    }
    val b = new StringBuilder
    b ++= s"${if (entry) "public " else ""}static ${returned.java} $name(${passed.mkString(", ")}) {\n"
    b ++= "int line = 0;\n"
    declared.foreach { case (n, t) => if (!own(n)) b ++= s"${t.java} $n = ${t.zero};\n" }
    val statements = new StringBuilder
    body.render(statements)
    "\\b[tia][0-9]+\\b".r.findAllIn(statements).toSeq.distinct.foreach { n =>
      locals.get(n).foreach { t =>
        val zero = if (t == "int") "0" else StaticType("", t, "").zero
        b ++= s"$t $n = $zero;\n"
      }
    }
    b ++= "try {\n"
    b ++= statements
    b ++= s"} catch (PyError error) {\nthrow error.at(line, ${function.index}, ${program.minor});\n"
    b ++= s"} catch (Unsupported limit) {\nthrow limit.at(line, ${function.index});\n}\n}\n"
    (b.toString, result)
  }
}
