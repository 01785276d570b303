// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import io.github.rapidsudfs.PatientSuite
import java.io.File
import java.lang.reflect.Modifier
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path, Paths}
import scala.collection.JavaConverters._
import scala.util.{Failure, Try}

/** The layers of the sources: which may use which, and the class path without the plugin. */
class LayersSuite extends PatientSuite {
  private val sources = Seq("java", "scala", "scala-spark-3", "scala-spark-4")
    .map(folder => Paths.get("jvm", "src", "main", folder))
    .filter(Files.isDirectory(_))

  private def filesOf(layer: String): Seq[Path] =
    sources.flatMap { root =>
      val folder = root.resolve(s"io/github/rapidsudfs/$layer")
      if (!Files.isDirectory(folder)) Nil
      else {
        val files = Files.walk(folder)
        try files.iterator().asScala.filter(Files.isRegularFile(_)).toList
        finally files.close()
      }
    }

  private def naming(file: Path, layers: Seq[String]): Seq[String] = {
    val text = new String(Files.readAllBytes(file), "UTF-8")
    layers
      .filter(layer => text.contains(s"io.github.rapidsudfs.$layer"))
      .map(layer => s"$file names $layer")
  }

  Seq("core" -> Seq("functions", "registry"), "functions" -> Seq("registry")).foreach {
    case (layer, above) =>
      test(s"$layer knows nothing of ${above.mkString(" and ")}") {
        val files = filesOf(layer)
        assert(
          files.size > 5,
          s"only ${files.size} sources of $layer: are these tests run from the top?"
        )
        assertEquals(files.flatMap(naming(_, above)), Nil)
      }
  }

  test("no layer names Hive, which a session may lack") {
    val files = Seq("core", "functions", "registry").flatMap(filesOf)
    assertEquals(files.filter(f => Files.readString(f).contains("org.apache.hadoop")), Nil)
  }

  /** The class path of the tests, with the tiny jar of empty types in place of the plugin. */
  private lazy val withoutPlugin: URLClassLoader = {
    val names = System.getProperty("rapidsudfs.cudf.names")
    assert(names != null, "the build must set -Drapidsudfs.cudf.names to the jar of jvm/cudf-names")
    val kept = System.getProperty("java.class.path").split(File.pathSeparator).filterNot { entry =>
      Try(new java.util.jar.JarFile(entry)).toOption.exists { jar =>
        try jar.getEntry("com/nvidia/spark/RapidsUDF.class") != null
        finally jar.close()
      }
    }
    val urls = (kept :+ names).map(entry => new File(entry).toURI.toURL)
    new URLClassLoader(urls: Array[URL], ClassLoader.getPlatformClassLoader)
  }

  test("the class path without the plugin is what it says") {
    intercept[ClassNotFoundException](
      withoutPlugin.loadClass("com.nvidia.spark.rapids.ExplainPlan")
    )
    assertEquals(
      withoutPlugin.loadClass("ai.rapids.cudf.ColumnVector").getDeclaredMethods.toList,
      Nil,
      "this is the plugin's class, not the empty one"
    )
  }

  Catalogue.all.foreach { function =>
    val className = function.getClass.getName
    test(s"${function.signature().name()} loads and reflects where the plugin is not") {
      Try(reflect(withoutPlugin.loadClass(className))) match {
        case Failure(e: LinkageError) =>
          fail(
            s"$className needs a class of cuDF that only the plugin has: ${e.getMessage}. Add the missing " +
              "name to jvm/cudf-names (an empty class, with the supertypes that the verifier asks for), or " +
              "move what mentions it into a nested class",
            e
          )
        case other => other.get
      }
    }
  }

  /** Spark and Hive look through all methods of a function's class, its superclasses' included. */
  private def reflect(loaded: Class[_]): Unit = {
    Class.forName(loaded.getName, true, withoutPlugin)
    Iterator.iterate[Class[_]](loaded)(_.getSuperclass).takeWhile(_ != null).foreach { c =>
      c.getDeclaredMethods
      c.getDeclaredFields
      c.getDeclaredConstructors
    }
    loaded.getMethods
    if (!Modifier.isAbstract(loaded.getModifiers)) loaded.getDeclaredConstructor().newInstance()
  }
}
