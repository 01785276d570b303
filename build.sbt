// SPDX-License-Identifier: Apache-2.0

import java.nio.file.{Files, Paths, StandardCopyOption}

// Versions and the Spark/Scala/plugin matrix are in project/versions.json.
val line = Versions.line

ThisBuild / organization := "io.github.rapidsudfs"
ThisBuild / version := Versions.version
ThisBuild / scalaVersion := line.scalaFull
ThisBuild / versionScheme := Some("early-semver")
ThisBuild / licenses := Seq(License.Apache2)
ThisBuild / description := "Dual CPU/GPU user-defined functions for Spark with the cuDF plugin"
ThisBuild / homepage := Some(url("https://github.com/rapidsudfs/rapids-udfs"))
ThisBuild / scmInfo := Some(
  ScmInfo(
    url("https://github.com/rapidsudfs/rapids-udfs"),
    "scm:git:https://github.com/rapidsudfs/rapids-udfs.git"
  )
)
ThisBuild / developers := List(
  Developer("rapidsudfs", "The rapids-udfs authors", "", url("https://github.com/rapidsudfs"))
)

/** The plugin's jar if there is one; without it the build loads, and compiling says what to run. */
val pluginJar = PluginJar.find().map(Attributed.blank(_)).toSeq

/** Adds the plugin's jar to a configuration. */
def withPlugin(configuration: Configuration) = Seq(
  configuration / unmanagedJars ++= pluginJar,
  configuration / compileIncremental := (configuration / compileIncremental)
    .dependsOn(Def.task(if (pluginJar.isEmpty) sys.error(PluginJar.missing())))
    .value
)

/** Legal texts inside the jar: Maven users get nothing else. */
def legalText(name: String) = Compile / resourceGenerators += Def.task {
  val file = (Compile / resourceManaged).value / "META-INF" / name
  IO.copyFile((LocalRootProject / baseDirectory).value / name, file)
  Seq(file)
}.taskValue

/** The same for documentation jars, without the fonts that would add a third licence. */
val legalDocumentation = Compile / packageDoc / mappings := {
  val root = (LocalRootProject / baseDirectory).value
  val texts = Seq("LICENSE", "THIRD-PARTY-NOTICES").map(name => root / name -> s"META-INF/$name")
  val otherFont = "lib/(lato|source-code-pro)-.*"
  (Compile / packageDoc / mappings).value.filterNot(_._2.matches(otherFont)) ++ texts
}

/** Every module's Java. */
val java17 = Seq(
  legalText("LICENSE"),
  legalDocumentation,
  javacOptions ++= Seq("-encoding", "UTF-8", "--release", "17"),
  Compile / compile / javacOptions ++= javaWarnings,
  // A test may open a resource only to close it.
  Test / compile / javacOptions ++= javaWarnings :+ "-Xlint:-try",
  // References and tags must be right; not every member needs a comment.
  Compile / doc / javacOptions ++= Seq("-Xdoclint:all,-missing", "-quiet")
)

lazy val javaWarnings = Seq("-Xlint:all,-processing,-serial,-classfile", "-Werror")

/** A module without Scala, the same on every line: published and tested only on the first one. */
val javaOnly = java17 ++ Seq(
  crossPaths := false,
  autoScalaLibrary := false,
  publish / skip := !line.isFirst,
  Test / unmanagedSources := (if (line.isFirst) (Test / unmanagedSources).value else Nil)
)

/** Tests which package may use which, in compiled classes. */
val archUnit = "com.tngtech.archunit" % "archunit" % "1.4.1" % Test

val unpublished = Seq(publish / skip := true)

val common = java17 ++ Seq(
  // The lines of one Scala version, in parallel.
  crossTarget := target.value / s"scala-${line.scala}${line.suffix}",
  // The Java side never needs the Scala side, and Scala 2.12 cannot parse Java 17's sources.
  compileOrder := CompileOrder.JavaThenScala,
  scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-encoding", "utf8"),
  scalacOptions += "-Xfatal-warnings",
  // Links to Java's own classes cannot be resolved.
  Compile / doc / scalacOptions += "-no-link-warnings",
  Compile / doc / scalacOptions -= "-Xfatal-warnings",
  Compile / doc / sources := (Compile / doc / sources).value
    .filter(line.scala == "2.13" || _.getName.endsWith(".scala")),
  Compile / doc / dependencyClasspath += Attributed.blank((Compile / classDirectory).value),
  // JavaConverters exists in both Scala versions.
  scalacOptions ++= (if (line.scala == "2.13") Seq("-Wconf:cat=deprecation&msg=JavaConverters:s")
                     else Nil),
  Test / fork := true,
  // A minute of small queries, half of which C2 would spend compiling.
  Test / javaOptions ++= JavaModules.flags ++
    Seq(
      "-Xmx2g",
      "-XX:+UseSerialGC",
      "-XX:NewRatio=1",
      "-XX:TieredStopAtLevel=1",
      "-XX:ReservedCodeCacheSize=240m"
    ),
  Test / testOptions += Tests.Argument(TestFrameworks.MUnit, "-b"),
  libraryDependencies += "org.scalameta" %% "munit" % "1.2.2" % Test
)

/** The few type names of the plugin and of cuDF that a dual function mentions, for class paths
  * without the plugin: see its package documentation.
  */
lazy val cudfNames = (project in file("jvm/cudf-names")).settings(
  name := "rapids-udfs-cudf-names",
  javaOnly
)

/** The emulator for cuDF: a Java agent, for tests and development without a GPU. */
lazy val cudfEmulator = (project in file("jvm/cudf-emulator"))
  .settings(
    name := "rapids-udfs-emulator",
    javaOnly,
    legalText("THIRD-PARTY-NOTICES"),
    withPlugin(Test),
    // Suppresses the warning of sun.misc.Unsafe, Java 17's fast access to off-heap memory.
    javacOptions += "-XDignore.symbol.file",
    libraryDependencies ++= Seq(
      // Rewrites the native methods of cuDF's classes; shaded into the assembly, not a dependency.
      "org.ow2.asm" % "asm" % "9.8" % Provided,
      "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
      archUnit,
      // cuDF's logging API; in a session Spark provides it.
      "org.slf4j" % "slf4j-simple" % "2.0.17" % Test
    ),
    assembly / fullClasspath := (Compile / fullClasspath).value,
    // The classes that implement natives, which the agent reads.
    Compile / resourceGenerators += Def.task {
      val sources = (Compile / javaSource).value
      val answering =
        (Compile / unmanagedSources).value.filter(IO.read(_).matches("(?s).*\n *@Natives?\\(.*"))
      val index = (Compile / resourceManaged).value / "io/github/rapidsudfs/emulator/natives.index"
      IO.writeLines(
        index,
        answering
          .flatMap(IO.relativize(sources, _))
          .map(_.stripSuffix(".java").replace(java.io.File.separatorChar, '.'))
          .sorted
      )
      Seq(index)
    }.taskValue,
    assembly / assemblyJarName := "rapids-udfs-emulator.jar",
    // The published artifact is the agent.
    Compile / packageBin := assembly.value,
    assembly / assemblyShadeRules :=
      Seq(ShadeRule.rename("org.objectweb.asm.**" -> "io.github.rapidsudfs.emulator.asm.@1").inAll),
    assembly / assemblyMergeStrategy := {
      case "META-INF/LICENSE"                         => MergeStrategy.first
      case path if path.endsWith("module-info.class") => MergeStrategy.discard
      case path => (assembly / assemblyMergeStrategy).value(path)
    },
    assembly / packageOptions += Package.ManifestAttributes(
      "Premain-Class" -> "io.github.rapidsudfs.emulator.agent.EmulatorAgent",
      "Agent-Class" -> "io.github.rapidsudfs.emulator.agent.EmulatorAgent",
      "Can-Retransform-Classes" -> "true"
    ),
    assembly / test := {},
    Test / fork := true,
    Test / javaOptions ++= JavaModules.flags ++
      Seq("-Xmx2g", s"-javaagent:${assembly.value.getAbsolutePath}")
  )

/** Records cuDF's results on a GPU, and compares with them. Its JVM has only the plugin as well. */
lazy val golden = (project in file("jvm/golden")).settings(
  name := "golden",
  javaOnly,
  unpublished,
  withPlugin(Compile),
  libraryDependencies ++= Seq(
    "org.slf4j" % "slf4j-api" % "2.0.17" % Provided,
    ("com.google.code.gson" % "gson" % "2.11.0").intransitive()
  ),
  assembly / assemblyJarName := "rapids-udfs-golden.jar",
  assembly / assemblyExcludedJars := (Compile / unmanagedJars).value,
  assembly / assemblyShadeRules :=
    Seq(ShadeRule.rename("com.google.gson.**" -> "io.github.rapidsudfs.golden.gson.@1").inAll),
  assembly / assemblyMergeStrategy := {
    case path if path.endsWith("module-info.class") => MergeStrategy.discard
    case path => (assembly / assemblyMergeStrategy).value(path)
  }
)

/** The user provides Spark, and with it the Hive classes that it ships for Hive UDFs. */
val spark = "org.apache.spark" %% "spark-sql" % line.main % Provided

val sparkAndHive = Seq(
  spark,
  ("org.apache.hive" % "hive-exec" % line.hive % Provided).classifier("core").intransitive(),
  ("org.apache.hive" % "hive-serde" % line.hive % Provided).intransitive(),
  ("org.apache.hive" % "hive-common" % line.hive % Provided).intransitive(),
  ("org.apache.hive" % "hive-storage-api" % "2.8.1" % Provided).intransitive()
)

/** The functions as Hive UDFs, generated, and the adapter for any dual function. */
lazy val hiveForms = (project in file("jvm/hive-forms"))
  .dependsOn(root % "compile->compile;test->test")
  .settings(
    name := s"rapids-udfs-hive${line.suffix}",
    common,
    Compile / sourceGenerators += Def.task {
      val classPath = (root / Compile / fullClasspath).value.files
      val catalogue = (root / Compile / resourceManaged).value / "catalogue.json"
      // A changed jar may mean a changed catalogue.
      val jar = (root / Compile / packageBin).value
      val read = FileFunction.cached(streams.value.cacheDirectory / "catalogue") { _ =>
        val main = "io.github.rapidsudfs.registry.CatalogueJson"
        val arguments = Seq("-Dlog4j2.level=OFF", "-cp", Path.makeString(classPath), main)
        val status = Fork.java(ForkOptions(), arguments :+ catalogue.getPath)
        if (status != 0) sys.error(s"the catalogue could not be read: $main ended with $status")
        Set(catalogue)
      }
      read(Set(jar))
      HiveForms.generate(catalogue, (Compile / sourceManaged).value)
    }.taskValue,
    withPlugin(Compile),
    Test / unmanagedJars ++= pluginJar :+ Attributed.blank((cudfEmulator / assembly).value),
    Test / javaOptions += s"-javaagent:${(cudfEmulator / assembly).value.getAbsolutePath}",
    libraryDependencies ++= sparkAndHive
  )

/** Checks of UDFs, the library's and anyone's: conformance, leaks, faults. No session needed. */
lazy val testkit = (project in file("jvm/testkit"))
  .dependsOn(root % "compile->compile;test->test", hiveForms)
  .settings(
    name := s"rapids-udfs-testkit${line.suffix}",
    common,
    Compile / sourceGenerators += Def.task {
      val table = (Compile / sourceDirectory).value / "types/types.tsv"
      TypedIdentities.generate(table, (Compile / sourceManaged).value)
    }.taskValue,
    // The examples in the documentation of JUnit tests run unchanged.
    Test / unmanagedSourceDirectories ++= Seq("main", "test")
      .map(scope => (root / baseDirectory).value / "examples/emulator_jvm/src" / scope / "java"),
    withPlugin(Compile),
    Compile / unmanagedJars += Attributed.blank((cudfEmulator / assembly).value),
    Test / unmanagedJars ++= pluginJar :+ Attributed.blank((cudfEmulator / assembly).value),
    Test / javaOptions += s"-javaagent:${(cudfEmulator / assembly).value.getAbsolutePath}",
    libraryDependencies ++= sparkAndHive ++ Seq(
      // Provided by users who want the generators.
      "org.scalacheck" %% "scalacheck" % "1.18.0" % Provided,
      "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
      "org.scalameta" %% "munit-scalacheck" % "1.0.0" % Test
    )
  )

/** Measures row-wise bodies: `make bench ARGS=bodies`. Not part of the aggregate. */
lazy val bodies = (project in file("jvm/bodies"))
  .dependsOn(root, cudfNames)
  .settings(
    name := "bodies",
    javaOnly,
    unpublished,
    // Compiles the output of JMH's annotation processor with the rest.
    javacOptions += "-implicit:class",
    libraryDependencies ++= Seq(
      "org.apache.spark" %% "spark-sql" % line.main,
      "org.openjdk.jmh" % "jmh-core" % "1.37",
      "org.openjdk.jmh" % "jmh-generator-annprocess" % "1.37"
    ),
    stageClassPath := {
      val file = target.value / "class-path"
      IO.write(file, Path.makeString((Runtime / fullClasspath).value.files))
      file
    }
  )

/** Mutants of classes, for `make mutants`: whether the tests notice. Not part of the aggregate. */
lazy val mutants = (project in file("jvm/mutants")).settings(
  name := "mutants",
  javaOnly,
  unpublished,
  Mutants.settings,
  stageClassPath := {
    val file = target.value / "class-path"
    val tests = (LocalProject("testkit") / Test / fullClasspath).value.files
    IO.write(file, Path.makeString(assembly.value +: tests))
    IO.writeLines(target.value / "java-options", JavaModules.flags)
    file
  }
)

lazy val stageClassPath =
  taskKey[File]("Writes the class path of a program that is not a test")

/** A complete Spark, with the run-time dependencies of its jars. */
val Distribution = config("distribution").hide

lazy val root = (project in file("."))
  // At the top level, `test`, the format checks and `publishM2` apply to all modules.
  .aggregate(
    cudfNames,
    cudfEmulator,
    golden,
    LocalProject("hiveForms"),
    LocalProject("testkit")
  )
  .settings(
    name := s"rapids-udfs${line.suffix}",
    common,
    Compile / scalaSource := baseDirectory.value / "jvm/src/main/scala",
    Compile / javaSource := baseDirectory.value / "jvm/src/main/java",
    Compile / unmanagedSourceDirectories +=
      baseDirectory.value / s"jvm/src/main/scala-${line.spark.takeWhile(_ != '.')}",
    Compile / resourceDirectory := baseDirectory.value / "jvm/src/main/resources",
    Test / scalaSource := baseDirectory.value / "jvm/src/test/scala",
    Test / javaSource := baseDirectory.value / "jvm/src/test/java",
    Test / resourceDirectory := baseDirectory.value / "jvm/src/test/resources",
    // Columnar bodies are tested on the emulator.
    Test / javaOptions += s"-javaagent:${(cudfEmulator / assembly).value.getAbsolutePath}",
    Test / unmanagedJars += Attributed.blank((cudfEmulator / assembly).value),
    // And loaded with neither plugin nor cuDF.
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
          s"plugin=${Versions.plugin}"
        ).mkString("", "\n", "\n")
      )
      Seq(file)
    }.taskValue,
    Compile / resourceGenerators += Def.task {
      val _ = (Compile / compile).value
      FunctionIndex.generate(
        (Compile / classDirectory).value,
        (Compile / dependencyClasspath).value.files,
        (Compile / resourceManaged).value
      )
    }.taskValue,
    withPlugin(Compile),
    Test / unmanagedJars ++= pluginJar,
    libraryDependencies ++= Seq(
      spark,
      "com.github.sbt" % "junit-interface" % "0.13.3" % Test,
      // Random types for the properties of the type mapping.
      "org.scalameta" %% "munit-scalacheck" % "1.0.0" % Test,
      archUnit
    ),
    ivyConfigurations += Distribution,
    libraryDependencies += "org.apache.spark" %% "spark-sql" % line.main % "distribution->default",
    stageSpark / aggregate := false,
    stageSpark := {
      val folder = baseDirectory.value / s"target/spark-${line.main}_${line.scala}"
      val jars = update.value.select(configurationFilter(Distribution.name))
      IO.delete(folder)
      IO.copy(jars.map(jar => jar -> folder / jar.getName))
      folder
    },
    // This jar bundles no dependencies; the emulator and the golden recorder have assemblies.
    assembly / aggregate := false,
    stageJars / aggregate := false,
    stageJars := {
      val target = baseDirectory.value / "python/rapids_udfs/jars"
      val jars = Seq(
        (Compile / packageBin).value -> s"rapids-udfs${line.suffix}_${line.scala}.jar",
        (cudfNames / Compile / packageBin).value -> "cudf-names.jar",
        (cudfEmulator / assembly).value -> "rapids-udfs-emulator.jar",
        (golden / assembly).value -> "rapids-udfs-golden.jar",
        (LocalProject(
          "hiveForms"
        ) / Compile / packageBin).value -> s"rapids-udfs-hive${line.suffix}_${line.scala}.jar",
        (LocalProject(
          "testkit"
        ) / Compile / packageBin).value -> s"rapids-udfs-testkit${line.suffix}_${line.scala}.jar"
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

lazy val stageSpark =
  taskKey[File]("Copies Spark's jars of this line, which PySpark lacks for its Scala version")

lazy val stageJars =
  taskKey[Seq[File]]("Copies the jars to where the Python package looks for them")
