// SPDX-License-Identifier: Apache-2.0

import sbt._

/** Generates the identity function of each type of the table `types.tsv`, and the list of them. */
object TypedIdentities {
  private val Package = "io.github.rapidsudfs.testkit.functions"

  def generate(table: File, target: File): Seq[File] = {
    val rows = IO.readLines(table).drop(1).map(_.split("\t"))
    val dir = target / Package.replace('.', '/')
    val classes = rows.map { case Array(suffix, ddl, javaType, example, shows) =>
      val quoted = Seq(suffix, ddl, example, shows).map(t => "\"" + t + "\"").mkString(", ")
      s"""  public static final class ${className(suffix)} extends IdentityOf<$javaType>
         |      implements UDF1<$javaType, $javaType> {
         |    public ${className(suffix)}() {
         |      super($quoted);
         |    }
         |  }
         |""".stripMargin
    }
    val all = rows.map(row => s"new ${className(row.head)}()").mkString(",\n          ")
    val text = s"""package $Package;
       |
       |import io.github.rapidsudfs.api.DualFunction;
       |import java.util.List;
       |import org.apache.spark.sql.api.java.UDF1;
       |
       |/** The identity functions of declared types, for checks of a table of types. */
       |public final class TypedIdentities {
       |  private TypedIdentities() {}
       |
       |  /** One function per row of the table. */
       |  public static List<DualFunction> all() {
       |    return List.of(
       |          $all);
       |  }
       |
       |${classes.mkString("\n")}}
       |""".stripMargin
    Seq(Generated.write(dir / "TypedIdentities.java", text))
  }

  private def className(suffix: String) = "Of" + suffix.split('_').map(_.capitalize).mkString
}
