// SPDX-License-Identifier: Apache-2.0

import sbt._
import sbt.Keys._
import sbtassembly.AssemblyPlugin.autoImport._

/** The agent of `jvm/mutants`: what it is made of, and its manifest. */
object Mutants {
  val settings: Seq[Setting[_]] = Seq(
    libraryDependencies ++= Seq(
      // Makes the mutants, and runs the JVM tests on them.
      "org.pitest" % "pitest-command-line" % "1.20.4",
      // Counts lines.
      "org.ow2.asm" % "asm-tree" % "9.8"
    ),
    assembly / assemblyJarName := "mutants.jar",
    // Spark has another version of it.
    assembly / assemblyShadeRules :=
      Seq(ShadeRule.rename("org.objectweb.asm.**" -> "io.github.rapidsudfs.mutants.asm.@1").inAll),
    assembly / assemblyMergeStrategy := {
      case "META-INF/MANIFEST.MF"                        => MergeStrategy.discard
      case path if path.startsWith("META-INF/services/") => MergeStrategy.concat
      case path if path.startsWith("META-INF/")          => MergeStrategy.first
      case path if path.endsWith("module-info.class")    => MergeStrategy.discard
      case path => (assembly / assemblyMergeStrategy).value(path)
    },
    assembly / packageOptions += Package.ManifestAttributes(
      "Premain-Class" -> "io.github.rapidsudfs.mutants.Mutants",
      "Can-Redefine-Classes" -> "true",
      "Can-Retransform-Classes" -> "true"
    )
  )
}
