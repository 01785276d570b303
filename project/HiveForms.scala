// SPDX-License-Identifier: Apache-2.0

import sbt._
import sjsonnew.shaded.scalajson.ast.unsafe._
import sjsonnew.support.scalajson.unsafe.Parser

/** Generates the Hive forms of the catalogue's functions, from the catalogue as JSON: for each a
  * generic UDF, and a simple one where Hive can find the types by reflection.
  */
object HiveForms {
  private val Package = "io.github.rapidsudfs.hive"
  private final case class Function(name: String, className: String, types: Option[Seq[String]]) {
    val simpleName: String = className.substring(className.lastIndexOf('.') + 1)
  }

  def generate(catalogue: File, target: File): Seq[File] = {
    val dir = target / Package.replace('.', '/')
    val wanted = read(catalogue).flatMap { function =>
      val simple =
        function.types.map(t => dir / "simple" / fileName(function) -> simpleForm(function, t))
      Seq(dir / fileName(function) -> genericForm(function)) ++ simple
    }
    // Forms of removed functions would not compile.
    IO.delete((dir ** "*.java").get.toSet -- wanted.map(_._1))
    wanted.map { case (file, text) => Generated.write(file, text) }
  }

  private def fileName(function: Function) = s"${function.simpleName}.java"

  private def genericForm(f: Function): String =
    s"""package $Package;
       |
       |/** The function {@code ${f.name}} as a generic Hive UDF. */
       |public final class ${f.simpleName} extends HiveGenericUdf {
       |  public ${f.simpleName}() {
       |    super(new ${f.className}());
       |  }
       |}
       |""".stripMargin

  private def simpleForm(f: Function, types: Seq[String]): String = {
    val names = types.init.indices.map(i => s"a$i")
    val params = types.init.zip(names).map { case (t, name) => s"$t $name" }.mkString(", ")
    val unchecked = if (types.last.contains('<')) "  @SuppressWarnings(\"unchecked\")\n" else ""
    s"""package $Package.simple;
       |
       |import $Package.HiveSimpleUdf;
       |
       |/** The function {@code ${f.name}} as a simple Hive UDF. */
       |public final class ${f.simpleName} extends HiveSimpleUdf {
       |  public ${f.simpleName}() {
       |    super(new ${f.className}());
       |  }
       |
       |${unchecked}  public ${types.last} evaluate($params) {
       |    return (${types.last}) call(${names.mkString(", ")});
       |  }
       |}
       |""".stripMargin
  }

  private def read(catalogue: File): Seq[Function] =
    field(Parser.parseFromFile(catalogue).get, "functions").asInstanceOf[JArray].value.toSeq.map {
      f =>
        val arguments = field(f, "arguments").asInstanceOf[JArray].value.toSeq.map(text(_, "type"))
        val fixed = !isTrue(f, "varargs") && !isTrue(f, "dependentResult")
        // Spark treats a simple UDF without arguments as a constant, which the plugin refuses.
        val ddls = if (arguments.isEmpty) Nil else arguments :+ text(f, "returns")
        val types = if (fixed) ddls.map(javaType) else Seq(None)
        Function(
          text(f, "name"),
          text(f, "class"),
          if (types.nonEmpty && types.forall(_.isDefined)) Some(types.flatten) else None
        )
    }

  private def field(o: JValue, name: String): JValue =
    o.asInstanceOf[JObject]
      .value
      .find(_.field == name)
      .map(_.value)
      .getOrElse(sys.error(s"no $name"))

  private def text(o: JValue, name: String): String = field(o, name).asInstanceOf[JString].value

  private def isTrue(o: JValue, name: String): Boolean = field(o, name) == JTrue

  private val Flat = Map(
    "boolean" -> "Boolean",
    "tinyint" -> "Byte",
    "smallint" -> "Short",
    "int" -> "Integer",
    "bigint" -> "Long",
    "float" -> "Float",
    "double" -> "Double",
    "string" -> "String",
    "date" -> "java.sql.Date",
    "timestamp" -> "java.sql.Timestamp"
  )
  private val ListOf = "array<(.*)>".r
  private val MapOf = "map<(\\w+),(.*)>".r

  /** The class by which Hive knows a type; none for types that it does not find by reflection
    * (binary, void, any) or sees only in part (the precision of decimals, the fields of structs).
    */
  private def javaType(ddl: String): Option[String] = ddl match {
    case ListOf(element) => javaType(element).map(e => s"java.util.List<$e>")
    case MapOf(key, value) =>
      for (k <- javaType(key); v <- javaType(value)) yield s"java.util.Map<$k, $v>"
    case _ => Flat.get(ddl)
  }
}
