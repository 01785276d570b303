// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import com.tngtech.archunit.core.domain.{Dependency, JavaClasses}
import com.tngtech.archunit.core.importer.{ClassFileImporter, ImportOption}
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices

import scala.collection.JavaConverters._

/** Which package uses which: `jvm/src/README.md` says what belongs into each. */
class PackagesSuite extends PatientSuite {
  private val ours = "io.github.rapidsudfs"
  private val inSpark = "org.apache.spark.sql.rapidsudfs"

  /** Each package with those that it may use, which precede it: so there are no circles. */
  private val mayUse: Seq[(String, Set[String])] = {
    val forFunctions = Set("api", "metrics", "rows", "columns", "udf")
    val compiler = Set("python", "python.columns", "python.compiler")
    val rules = Set("registry", "spark")
    Seq(
      "api" -> Set[String](),
      "metrics" -> Set[String](),
      "rows" -> Set("api", "metrics"),
      "columns" -> Set("api", "metrics"),
      "udf" -> Set("api", "metrics", "rows", "columns"),
      "functions" -> forFunctions,
      "builtins" -> (forFunctions + "functions"),
      "python" -> Set[String](),
      "python.columns" -> Set("python", "columns"),
      "python.compiler" -> Set("python", "python.columns"),
      "registry" -> (forFunctions + "functions"),
      "spark" -> (forFunctions + "registry"),
      "spark.builtins" -> (forFunctions ++ rules ++ Set("functions", "builtins")),
      "spark.python" -> (forFunctions ++ rules ++ compiler ++ Set("builtins", "spark.builtins"))
    )
  }

  private lazy val classes: JavaClasses = new ClassFileImporter()
    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
    .withImportOption(!_.matches(".*(emulator|testkit|test-classes|hive).*".r.pattern))
    .importPackages(ours, inSpark)

  /** The package's name in the table; empty for the entry points, None for other libraries. */
  private def room(name: String): Option[String] =
    if (name.startsWith(inSpark)) Some("spark" + name.stripPrefix(inSpark))
    else if (name.startsWith(s"$ours.functions.")) Some("functions")
    else if (name.startsWith(ours)) Some(name.stripPrefix(ours).stripPrefix("."))
    else None

  /** An operation of Python names the class of its columnar form in an annotation. */
  private def isAnnotation(d: Dependency): Boolean = d.getDescription.contains("annotation member")

  private lazy val dependencies: Map[String, Seq[(String, Dependency)]] =
    classes.asScala.toSeq
      .flatMap(_.getDirectDependenciesFromSelf.asScala)
      .filterNot(isAnnotation)
      .flatMap { d =>
        for (
          from <- room(d.getOriginClass.getPackageName); to <- room(d.getTargetClass.getPackageName)
        )
          yield from -> (to -> d)
      }
      .groupBy(_._1)
      .map { case (from, all) => from -> all.map(_._2) }

  mayUse.foreach { case (name, used) =>
    test(
      s"$name uses only ${if (used.isEmpty) "other libraries" else used.toSeq.sorted.mkString(", ")}"
    ) {
      val found = dependencies(name)
      assert(found.size > 5, s"only ${found.size} dependencies within $name were seen")
      val wrong = found.collect { case (to, d) if to != name && !used(to) => d.getDescription }
      assert(wrong.isEmpty, wrong.take(5).mkString("\n"))
    }
  }

  test("the table has every package, each after those that it may use") {
    val names = mayUse.map(_._1)
    assertEquals(classes.asScala.flatMap(c => room(c.getPackageName)).toSet, names.toSet + "")
    mayUse.zipWithIndex.foreach { case ((name, used), i) =>
      assert(used.subsetOf(names.take(i).toSet), name)
    }
  }

  test("the subjects of functions are free of circles") {
    slices().matching(s"$ours.functions.(*)").should().beFreeOfCycles().check(classes)
  }

  test("nothing uses Hive, which a session may lack") {
    noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAPackage("org.apache.hadoop.hive..")
      .check(classes)
  }
}
