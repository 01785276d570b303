// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import com.fasterxml.jackson.databind.ObjectMapper
import io.github.rapidsudfs.api.{Ddl, TypeMapping}
import io.github.rapidsudfs.columns.Resources
import io.github.rapidsudfs.udf.ResolvedFunction

import io.github.rapidsudfs.PatientSuite
import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.nio.file.{Files, Paths}
import scala.collection.JavaConverters._

/** Requirements on every function of the catalogue. */
class CatalogueSuite extends PatientSuite {
  private val JavaUdf = "org.apache.spark.sql.api.java.UDF"

  private def copied[T](value: T): T = {
    val bytes = new ByteArrayOutputStream
    Resources.withResource(new ObjectOutputStream(bytes))(_.writeObject(value))
    Resources.withResource(new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)))(
      _.readObject().asInstanceOf[T]
    )
  }

  test("names are unique, and no builtin of Spark's has them") {
    val names = Catalogue.all.map(_.signature().name())
    assertEquals(names.diff(names.distinct), Nil)
    assertEquals(names.filter(io.github.rapidsudfs.RapidsUdfs.isBuiltin), Nil)
  }

  Catalogue.all.foreach { function =>
    val signature = function.signature()
    val name = signature.name()
    val className = function.getClass.getSimpleName

    test(s"$name can be registered with registerJavaFunction") {
      // Of any number of arguments, Spark's API takes the calls with one.
      val arity = if (signature.varargs()) 1 else signature.arguments().size()
      assertEquals(
        function.getClass.getInterfaces.map(_.getName).filter(_.startsWith(JavaUdf)).toSeq,
        Seq(JavaUdf + arity),
        s"$className has $arity arguments: add 'implements UDF$arity<...>' to the class itself, for " +
          "Spark looks at a class's own interfaces"
      )
    }

    test(s"$name can be made anew, as Spark does it from the class") {
      assertEquals(
        function.getClass.getDeclaredConstructor().newInstance().signature().name(),
        name
      )
    }

    test(s"$name travels to executors, alone and resolved") {
      assertEquals(copied(function).signature().toString, signature.toString)
      val count = if (signature.varargs()) 2 else signature.arguments().size()
      val types = (0 until count).map { i =>
        Option(signature.argument(i).`type`()).getOrElse(Ddl.parse("array<decimal(12,3)>"))
      }
      val resolved = ResolvedFunction.functionObject(function, types.asJava)
      // Used once, so that what it holds for itself must not travel.
      if (count == 0) resolved.asInstanceOf[() => Any].apply()
      assertEquals(copied(resolved).getClass.getName, resolved.getClass.getName)
    }

    test(s"the types of $name are of the mapping") {
      signature.arguments().asScala.filterNot(_.isAny).foreach(a => TypeMapping.toCudf(a.`type`()))
      if (!signature.dependentResult())
        TypeMapping.toCudf(signature.resultType(java.util.List.of()))
    }

    test(s"the examples of $name call it") {
      signature.examples().asScala.foreach(e => assert(e.sql().contains(name + "("), e.sql()))
    }
  }

  test("an unknown function: the closest names are suggested") {
    val e = intercept[NoSuchElementException](Catalogue("asci_lower"))
    assert(
      e.getMessage.startsWith(
        "there is no function 'asci_lower' in the catalogue; the closest are ascii_lower"
      ),
      e.getMessage
    )
    assert(Catalogue.contains("ascii_lower"))
    assert(!Catalogue.contains("asci_lower"))
  }

  test("the JSON holds every function") {
    val listed = new ObjectMapper().readTree(CatalogueJson.render).get("functions")
    assertEquals(
      listed.asScala.map(_.get("name").asText).toSeq,
      Catalogue.all.map(_.signature().name())
    )
    listed.asScala.foreach { f =>
      assertEquals(f.get("class").asText, Catalogue(f.get("name").asText).getClass.getName)
      assert(f.get("examples").size() > 0)
    }
  }

  test("every class that declares a signature is found") {
    val files = Files.walk(Paths.get("jvm/src/main/java/io/github/rapidsudfs/functions"))
    val declared =
      try
        files
          .iterator()
          .asScala
          .filter(Files.isRegularFile(_))
          .filter(file => Files.readString(file).contains("Signature.named("))
          .map(_.getFileName.toString.stripSuffix(".java"))
          .toSet
      finally files.close()
    assertEquals(Catalogue.all.map(_.getClass.getSimpleName).toSet, declared)
  }
}
