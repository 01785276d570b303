// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import io.github.rapidsudfs.PatientSuite
import java.io.File
import java.lang.reflect.Modifier
import java.net.{URL, URLClassLoader}
import scala.collection.JavaConverters._
import scala.util.{Failure, Try}

/** Every function loads on a class path without the plugin. */
class WithoutPluginSuite extends PatientSuite {

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
