// SPDX-License-Identifier: Apache-2.0

import sbt._
import java.lang.reflect.Modifier
import java.net.{URL, URLClassLoader}

/** The class names of the functions, for the registry to read: see `Catalogue`. */
object FunctionIndex {
  private val Base = "io.github.rapidsudfs.api.DualFunction"
  private val Functions = "io/github/rapidsudfs/functions"

  /** Every public, concrete class below the functions' package that is a function. */
  def generate(classes: File, classPath: Seq[File], target: File): Seq[File] = {
    val urls = (classes +: classPath).map(_.toURI.toURL).toArray[URL]
    val loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader)
    try {
      val base = loader.loadClass(Base)
      val names = (classes / Functions ** "*.class").get.map { file =>
        IO.relativize(classes, file).get.stripSuffix(".class").replace('/', '.')
      }
      val found = names.sorted.filter { name =>
        val loaded = Class.forName(name, false, loader)
        val modifiers = loaded.getModifiers
        base.isAssignableFrom(loaded) && Modifier.isPublic(modifiers) &&
        !Modifier.isAbstract(modifiers)
      }
      val file = target / "META-INF/rapids-udfs/functions"
      Seq(Generated.write(file, found.mkString("", "\n", "\n")))
    } finally loader.close()
  }
}
