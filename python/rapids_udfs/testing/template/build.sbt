// Functions for Spark with the cuDF plugin: sbt package, then pytest.
// rapids-udfs, Spark and the plugin are compiled against as rapids-udfs finds them, and are not packed.
import scala.sys.process.Process

def rapidsUdfs(what: String): File = {
  val variable = s"RAPIDS_UDFS_${what.toUpperCase}_JAR"
  file(sys.env.getOrElse(variable, Process(Seq("rapids-udfs", "jar", what)).!!.trim))
}

name := "@NAME@"
version := "0.1.0"
organization := "@PACKAGE@"

// Java alone: one jar for every Scala version. It lies in the Python package.
crossPaths := false
autoScalaLibrary := false
javacOptions ++= Seq("--release", "17", "-Xlint:all,-processing,-classfile,-serial")
Compile / doc / sources := Nil
Compile / packageBin / artifactPath := baseDirectory.value / "@MODULE@" / "@NAME@.jar"

Compile / unmanagedJars ++=
  Seq("library", "slim").map(what => Attributed.blank(rapidsUdfs(what))) ++ (rapidsUdfs("spark") ** "*.jar").classpath
