// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.core.{Category, DualFunction, NullRule, Signature, Udf1}
import io.github.rapidsudfs.functions.text.AsciiLower

import java.net.{URL, URLClassLoader}
import java.nio.file.Files
import java.util.ServiceConfigurationError

class OtherLibrariesSuite extends munit.FunSuite {

  /** What is found where jars name these classes. */
  private def found(classes: String*): Seq[DualFunction] = {
    val folder = Files.createTempDirectory("library")
    val index = folder.resolve("META-INF/services").resolve(classOf[DualFunction].getName)
    Files.createDirectories(index.getParent)
    Files.write(index, classes.mkString("\n").getBytes("UTF-8"))
    val thread = Thread.currentThread()
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(
      new URLClassLoader(Array[URL](folder.toUri.toURL), getClass.getClassLoader)
    )
    try OtherLibraries.functions()
    finally thread.setContextClassLoader(before)
  }

  test("functions of other libraries are found") {
    assertEquals(found(classOf[Shout].getName).map(_.signature().name()), Seq("shout"))
    assertEquals(OtherLibraries.functions(), Nil)
  }

  test("a name that is taken is refused") {
    for (
      (classes, taken) <- Seq(
        Seq(classOf[AsciiLower].getName) -> "'ascii_lower', like a function of rapids-udfs",
        Seq(classOf[NamedUpper].getName) -> "'upper', like a Spark builtin",
        Seq(classOf[Shout].getName, classOf[Shout2].getName) ->
          s"'shout', like ${classOf[Shout2].getName}"
      )
    ) {
      val e = intercept[IllegalStateException](found(classes: _*))
      assert(e.getMessage.contains(taken), e.getMessage)
    }
  }

  test("a class that is not there is named") {
    val e = intercept[ServiceConfigurationError](found("com.acme.Missing"))
    assert(e.getMessage.contains("com.acme.Missing not found"), e.getMessage)
  }
}

abstract class Named(name: String) extends Udf1[String, String] {
  override def signature(): Signature = Signature
    .named(name)
    .in(Category.TEXT)
    .takes("text", "string")
    .returns("string")
    .nulls(NullRule.ANY_NULL)
    .summary("Answers with its argument")
    .example(s"$name('a')", "a")
    .since("1.0")
  override protected def row(text: String): String = text
  override protected def columnar(text: ColumnVector): ColumnVector = text.incRefCount()
}

class Shout extends Named("shout")
class Shout2 extends Named("shout")
class NamedUpper extends Named("upper")
