// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.api.{Category, DualFunction, NullRule, Signature}
import io.github.rapidsudfs.functions.text.AsciiLower
import io.github.rapidsudfs.udf.Udf1

import java.net.{URL, URLClassLoader}
import java.nio.file.Files

class OtherLibrariesSuite extends munit.FunSuite {

  /** What is found where a jar names these classes, and what is said of those that are skipped. */
  private def found(classes: String*): (Seq[String], Seq[String]) =
    foundIn(classes.mkString("# theirs\n", " # one\n", "\n").getBytes("UTF-8"))

  /** The same for one jar per list of classes. */
  private def foundIn(lists: Array[Byte]*): (Seq[String], Seq[String]) = {
    val urls = lists.map(library)
    val thread = Thread.currentThread()
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(new URLClassLoader(urls.toArray, getClass.getClassLoader))
    val warnings = Seq.newBuilder[String]
    try {
      val names = OtherLibraries.functions(warnings += _).map(_.signature().name())
      val said = warnings.result()
      assert(said.forall(line => urls.exists(url => line.contains(s"$url names"))), said)
      (names, said)
    } finally thread.setContextClassLoader(before)
  }

  private def library(classes: Array[Byte]): URL = {
    val folder = Files.createTempDirectory("library")
    val index = folder.resolve("META-INF/services").resolve(classOf[DualFunction].getName)
    Files.createDirectories(index.getParent)
    Files.write(index, classes)
    folder.toUri.toURL
  }

  test("functions of other libraries are found") {
    assertEquals(found(classOf[Shout].getName), (Seq("shout"), Nil))
    assertEquals(OtherLibraries.functions(), Nil)
    assertEquals(OtherLibraries.skipped(), Nil)
  }

  Seq(
    classOf[AsciiLower].getName -> "'ascii_lower', like a function of rapids-udfs",
    classOf[NamedUpper].getName -> "'upper', like a Spark builtin",
    classOf[Shout2].getName -> s"'shout', like ${classOf[Shout].getName}",
    "com.acme.Missing" -> "ClassNotFoundException: com.acme.Missing",
    "java.lang.Object" -> "it is not a io.github.rapidsudfs.api.DualFunction",
    classOf[Wanting].getName -> "NoSuchMethodException",
    classOf[Throwing].getName -> "no licence",
    classOf[Mistyped].getName -> "'strng' is not a Spark SQL type",
    classOf[Broken].getName -> "NoClassDefFoundError: gone",
    classOf[NotInitialised].getName -> "NumberFormatException: For input string: \"one\""
  ).foreach { case (bad, why) =>
    test(s"a class that cannot be one is skipped: $bad") {
      // A class that has failed fails otherwise the next time.
      (1 to 2).foreach { _ =>
        val (names, said) = found(classOf[Shout].getName, bad, classOf[Whisper].getName)
        assertEquals(names, Seq("shout", "whisper"))
        assert(said.size == 1 && said.head.contains(bad) && said.head.contains(why), said)
      }
    }
  }

  test("a list of classes may begin with a byte order mark") {
    val (names, said) = foundIn(("\uFEFF" + classOf[Shout].getName).getBytes("UTF-8"))
    assertEquals((names, said), (Seq("shout"), Nil))
  }

  test("a list of classes that is not UTF-8 is skipped") {
    val latin = "# für alle\n" + classOf[Whisper].getName
    val (names, said) =
      foundIn(latin.getBytes("ISO-8859-1"), classOf[Shout].getName.getBytes("UTF-8"))
    assertEquals(names, Seq("shout"))
    assert(said.size == 1 && said.head.endsWith("DualFunction is not UTF-8"), said)
  }
}

abstract class Named(name: String, ddl: String = "string")
    extends Udf1[String, String](
      Signature
        .named(name)
        .in(Category.TEXT)
        .takes("text", ddl)
        .returns("string")
        .nulls(NullRule.ANY_NULL)
        .summary("Answers with its argument")
        .example(s"$name('a')", "a")
        .since("1.0")
    ) {
  override protected def row(text: String): String = text
  override protected def columnar(text: ColumnVector): ColumnVector = text.incRefCount()
}

class Shout extends Named("shout")
class Shout2 extends Named("shout")
class Whisper extends Named("whisper")
class Mistyped extends Named("mistyped", "strng")
class Wanting(name: String) extends Named(name)
class Throwing extends Named(throw new IllegalStateException("no licence"))
class Broken extends Named(throw new NoClassDefFoundError("gone"))
class NamedUpper extends Named("upper")
class NotInitialised extends Named(NotInitialised.name)
object NotInitialised { val name: String = s"never${"one".toInt}" }
