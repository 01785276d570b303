// Tests of a RAPIDS UDF on the host back-end of cuDF. The jars come from the Python package: the agent,
//   python -c 'from rapids_udfs import jars; print(jars.host_jar())'
// the library and its test kit (for PlusTaxConformanceTest only),
//   python -c 'from rapids_udfs import jars; print(jars.library_jar("2.13"), jars.testkit_jar("2.13"))'
// and the plugin without its native libraries, made of rapids-udfs fetch-plugin's:
//   python -c 'from rapids_udfs import plugin; print(plugin.slim(plugin.locate("2.13")))'
val hostJar = file(sys.env("RAPIDS_UDFS_HOST_JAR"))
val slimJar = file(sys.env("RAPIDS_UDFS_SLIM_JAR"))
val kitJars = Seq("RAPIDS_UDFS_LIBRARY_JAR", "RAPIDS_UDFS_TESTKIT_JAR").map(name => file(sys.env(name)))
val sparkVersion = sys.env.getOrElse("SPARK_VERSION", "4.1.3")

name := "plus-tax"
scalaVersion := (if (sparkVersion.startsWith("3.")) "2.12.21" else "2.13.18")

libraryDependencies ++= Seq(
  "org.apache.spark" %% "spark-sql" % sparkVersion % Provided,
  "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
  "org.scalatest" %% "scalatest" % "3.2.19" % Test
)
Compile / unmanagedJars += Attributed.blank(slimJar)
Test / unmanagedJars ++= (hostJar +: kitJars).map(Attributed.blank(_))

// The agent must be there before cuDF's classes, so the tests need a JVM of their own.
Test / fork := true
Test / javaOptions ++= Seq(
  s"-javaagent:$hostJar",
  "-Xss4m",
  "-Dai.rapids.refcount.debug=true" // leaks are reported with the stack that made them
)
// What Spark needs on Java 17.
Test / javaOptions ++= Seq(
  "java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio", "java.util",
  "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref", "sun.nio.ch", "sun.nio.cs",
  "sun.security.action", "sun.util.calendar"
).flatMap(p => Seq("--add-opens", s"java.base/$p=ALL-UNNAMED"))
