import java.nio.file.{Files, Paths, StandardCopyOption}

// Versions and the Spark/Scala/plugin matrix stand in project/versions.json.
val line = Versions.line
val scalaTag = line.scala.replace(".", "_")

ThisBuild / organization := "io.github.rapidsudfs"
ThisBuild / version := Versions.version
ThisBuild / scalaVersion := line.scalaFull
ThisBuild / versionScheme := Some("early-semver")
ThisBuild / licenses := Seq("Apache-2.0" -> url("https://www.apache.org/licenses/LICENSE-2.0"))

/** The plugin jar to compile against (its classes only; the slim copy will do). Its POM names a
  * parent that is not published, so it cannot be a managed dependency: `make` fetches it.
  */
def pluginJar: File = {
  val variable = s"RAPIDS_UDFS_PLUGIN_$scalaTag"
  val path = sys.env.getOrElse(
    variable,
    sys.error(
      s"set $variable to the jar of rapids-4-spark_${line.scala}:${line.plugin}, or run make"
    )
  )
  if (!Files.isRegularFile(Paths.get(path))) sys.error(s"$variable: no file at $path")
  file(path)
}

val javaModuleFlags = Seq(
  // What Spark's own launcher passes on Java 17.
  "java.base/java.lang",
  "java.base/java.lang.invoke",
  "java.base/java.lang.reflect",
  "java.base/java.io",
  "java.base/java.net",
  "java.base/java.nio",
  "java.base/java.util",
  "java.base/java.util.concurrent",
  "java.base/java.util.concurrent.atomic",
  "java.base/jdk.internal.ref",
  "java.base/sun.nio.ch",
  "java.base/sun.nio.cs",
  "java.base/sun.security.action",
  "java.base/sun.util.calendar"
).flatMap(p => Seq("--add-opens", s"$p=ALL-UNNAMED"))

val common = Seq(
  // The Java side never needs the Scala side, and Scala 2.12 cannot parse Java 17's sources.
  compileOrder := CompileOrder.JavaThenScala,
  Compile / doc / sources := Nil,
  javacOptions ++= Seq("--release", "17", "-Xlint:all,-processing,-serial,-classfile", "-Werror"),
  scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-encoding", "utf8"),
  // JavaConverters is what both Scala versions have.
  scalacOptions ++= (if (line.scala == "2.13") Seq("-Wconf:cat=deprecation&msg=JavaConverters:s")
                     else Nil),
  Test / fork := true,
  Test / javaOptions ++= javaModuleFlags ++ Seq("-Xmx2g", "-XX:+UseSerialGC"),
  Test / testOptions += Tests.Argument(TestFrameworks.MUnit, "-b"),
  libraryDependencies += "org.scalameta" %% "munit" % "1.2.2" % Test
)

/** The few type names of the plugin and of cuDF that a dual function mentions, for class paths
  * without the plugin: see its package documentation.
  */
lazy val cudfNames = (project in file("jvm/cudf-names")).settings(
  name := "cudf-names",
  crossPaths := false,
  autoScalaLibrary := false,
  javacOptions ++= Seq("--release", "17")
)

/** The host back-end for cuDF: a Java agent, for tests and development without a GPU. */
lazy val cudfHost = (project in file("jvm/cudf-host"))
  .settings(
    name := "cudf-host",
    crossPaths := false,
    autoScalaLibrary := false,
    // sun.misc.Unsafe is how Java 17 reaches off-heap memory fast; javac warns of it and cannot be told not to.
    javacOptions ++= Seq(
      "-source",
      "17",
      "-target",
      "17",
      "-Xlint:all,-processing,-serial,-options"
    ),
    libraryDependencies ++= Seq(
      // Rewrites the native methods of cuDF's classes; small, and what the JVM's own tools use.
      "org.ow2.asm" % "asm" % "9.8",
      "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
      // What cuDF's classes log to; in a session Spark brings it.
      "org.slf4j" % "slf4j-simple" % "2.0.17" % Test
    ),
    assembly / assemblyJarName := "rapids-udfs-host.jar",
    assembly / assemblyShadeRules :=
      Seq(ShadeRule.rename("org.objectweb.asm.**" -> "io.github.rapidsudfs.host.asm.@1").inAll),
    assembly / assemblyMergeStrategy := {
      case path if path.endsWith("module-info.class") => MergeStrategy.discard
      case path => (assembly / assemblyMergeStrategy).value(path)
    },
    assembly / packageOptions += Package.ManifestAttributes(
      "Premain-Class" -> "io.github.rapidsudfs.host.agent.HostAgent",
      "Agent-Class" -> "io.github.rapidsudfs.host.agent.HostAgent",
      "Can-Retransform-Classes" -> "true"
    ),
    assembly / test := {},
    Test / fork := true,
    Test / unmanagedJars += Attributed.blank(pluginJar),
    Test / javaOptions ++= javaModuleFlags ++
      Seq("-Xmx2g", "-Xss4m", s"-javaagent:${assembly.value.getAbsolutePath}")
  )

/** Records what cuDF answers on a GPU, and compares with it. Its JVM has the plugin alone beside
  * it.
  */
lazy val golden = (project in file("jvm/golden")).settings(
  name := "golden",
  crossPaths := false,
  autoScalaLibrary := false,
  javacOptions ++= Seq(
    "-encoding",
    "UTF-8",
    "--release",
    "17",
    "-Xlint:all,-processing,-serial,-classfile",
    "-Werror"
  ),
  Compile / unmanagedJars += Attributed.blank(pluginJar),
  libraryDependencies += "org.slf4j" % "slf4j-api" % "2.0.17" % Provided
)

/** Spark is the user's, and so are the Hive classes that Spark ships for Hive UDFs. */
val sparkAndHive = Seq(
  "org.apache.spark" %% "spark-sql" % line.main % Provided,
  ("org.apache.hive" % "hive-exec" % line.hive % Provided).classifier("core").intransitive(),
  ("org.apache.hive" % "hive-serde" % line.hive % Provided).intransitive(),
  ("org.apache.hive" % "hive-common" % line.hive % Provided).intransitive(),
  ("org.apache.hive" % "hive-storage-api" % "2.8.1" % Provided).intransitive()
)

/** Checks of UDFs, the library's and anyone's: conformance, leaks, faults. No session needed. */
lazy val testkit = (project in file("jvm/testkit"))
  .dependsOn(root)
  .settings(
    name := "rapids-udfs-testkit",
    common,
    // The examples of JUnit tests run as they stand there.
    Test / unmanagedSourceDirectories ++= Seq("main", "test")
      .map(scope => (root / baseDirectory).value / "examples/host_jvm/src" / scope / "java"),
    Compile / unmanagedJars ++=
      Seq(pluginJar, (cudfHost / assembly).value).map(Attributed.blank(_)),
    Test / unmanagedJars ++= Seq(pluginJar, (cudfHost / assembly).value).map(Attributed.blank(_)),
    Test / javaOptions ++= Seq(
      "-Xss4m",
      s"-javaagent:${(cudfHost / assembly).value.getAbsolutePath}"
    ),
    libraryDependencies ++= sparkAndHive ++ Seq(
      // The user's, where they want the generators.
      "org.scalacheck" %% "scalacheck" % "1.18.0" % Provided,
      "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
      "org.scalameta" %% "munit-scalacheck" % "1.0.0" % Test
    )
  )

lazy val root = (project in file("."))
  // `test` at the top runs the others' tests too.
  .aggregate(cudfHost, LocalProject("testkit"))
  .settings(
    name := "rapids-udfs",
    common,
    Compile / scalaSource := baseDirectory.value / "jvm/src/main/scala",
    Compile / javaSource := baseDirectory.value / "jvm/src/main/java",
    Compile / unmanagedSourceDirectories +=
      baseDirectory.value / s"jvm/src/main/scala-${line.name.takeWhile(_ != '.')}",
    Compile / resourceDirectory := baseDirectory.value / "jvm/src/main/resources",
    Test / scalaSource := baseDirectory.value / "jvm/src/test/scala",
    Test / javaSource := baseDirectory.value / "jvm/src/test/java",
    Test / resourceDirectory := baseDirectory.value / "jvm/src/test/resources",
    // Columnar bodies are tested on the host back-end.
    Test / javaOptions ++= Seq(
      "-Xss4m",
      s"-javaagent:${(cudfHost / assembly).value.getAbsolutePath}"
    ),
    Test / unmanagedJars += Attributed.blank((cudfHost / assembly).value),
    // And loaded where there is neither plugin nor cuDF.
    Test / javaOptions +=
      s"-Drapidsudfs.cudf.names=${(cudfNames / Compile / packageBin).value.getAbsolutePath}",
    Compile / sourceGenerators += Def.task {
      Arities.generate((Compile / sourceManaged).value)
    }.taskValue,
    Compile / resourceGenerators += Def.task {
      val file = (Compile / resourceManaged).value / "io/github/rapidsudfs/build.properties"
      IO.write(
        file,
        Seq(
          s"version=${version.value}",
          s"scala=${line.scala}",
          s"spark=${line.main}",
          s"plugin=${line.plugin}"
        ).mkString("", "\n", "\n")
      )
      Seq(file)
    }.taskValue,
    Compile / unmanagedJars += Attributed.blank(pluginJar),
    Test / unmanagedJars += Attributed.blank(pluginJar),
    libraryDependencies ++= sparkAndHive ++ Seq(
      "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
      // Random types for the properties of the type mapping.
      "org.scalameta" %% "munit-scalacheck" % "1.0.0" % Test
    ),
    // Only the back-end has an assembly: this jar has no dependencies to carry.
    assembly / aggregate := false,
    stageJars / aggregate := false,
    stageJars := {
      val target = baseDirectory.value / "python/rapids_udfs/jars"
      val jars = Seq(
        (Compile / packageBin).value -> s"rapids-udfs_${line.scala}.jar",
        (cudfNames / Compile / packageBin).value -> "cudf-names.jar",
        (cudfHost / assembly).value -> "rapids-udfs-host.jar",
        (golden / Compile / packageBin).value -> "rapids-udfs-golden.jar",
        (LocalProject(
          "testkit"
        ) / Compile / packageBin).value -> s"rapids-udfs-testkit_${line.scala}.jar"
      )
      IO.createDirectory(target)
      jars.map { case (jar, name) =>
        val temporary = target / s".$name.tmp"
        IO.copyFile(jar, temporary)
        // Atomic, so that a killed build never leaves half a jar.
        Files.move(temporary.toPath, (target / name).toPath, StandardCopyOption.REPLACE_EXISTING)
        target / name
      }
    }
  )

lazy val stageJars =
  taskKey[Seq[File]]("Copies the jars to where the Python package looks for them")
