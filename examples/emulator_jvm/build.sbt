// SPDX-License-Identifier: Apache-2.0

// Tests of a RAPIDS UDF on the cuDF emulator; README.md explains how to run them. The Python package
// rapids-udfs provides the jars: the agent, the library and its test kit (for PlusTaxConformanceTest only), and
// the plugin without its native libraries.
import scala.sys.process.Process

def rapidsUdfs(what: String): File = {
  val variable = s"RAPIDS_UDFS_${what.toUpperCase}_JAR"
  file(sys.env.getOrElse(variable, Process(Seq("rapids-udfs", "jar", what)).!!.trim))
}

val emulatorJar = rapidsUdfs("emulator")
val slimJar = rapidsUdfs("slim")
val kitJars = Seq("library", "testkit").map(rapidsUdfs)
val sparkVersion = sys.env.getOrElse("SPARK_VERSION", "4.2.0")

name := "plus-tax"
scalaVersion := (if (sparkVersion.startsWith("3.")) "2.12.21" else "2.13.18")

libraryDependencies ++= Seq(
  "org.apache.spark" %% "spark-sql" % sparkVersion % Provided,
  "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
  "org.scalatest" %% "scalatest" % "3.2.19" % Test
)
Compile / unmanagedJars += Attributed.blank(slimJar)
Test / unmanagedJars ++= (emulatorJar +: kitJars).map(Attributed.blank(_))

// The agent must be loaded before cuDF's classes, so the tests need a forked JVM.
Test / fork := true
Test / javaOptions ++= Seq(
  s"-javaagent:$emulatorJar",
  "-Dai.rapids.refcount.debug=true" // leaks are reported with the stack that made them
)
// Options that Spark needs on Java 17.
Test / javaOptions ++= Seq(
  "java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio", "java.util",
  "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref", "sun.nio.ch", "sun.nio.cs",
  "sun.security.action", "sun.util.calendar"
).flatMap(p => Seq("--add-opens", s"java.base/$p=ALL-UNNAMED"))
