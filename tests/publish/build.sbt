// SPDX-License-Identifier: Apache-2.0

// A user's project: the published artifacts resolve, work, and have no unwanted dependencies.
val ours = sys.props("version")

scalaVersion := sys.props("scala")
resolvers := Seq("published" at sys.props("repository"), Resolver.DefaultMavenRepository)

libraryDependencies ++= Seq(
  "io.github.rapidsudfs" %% "rapids-udfs" % ours,
  "io.github.rapidsudfs" % "rapids-udfs-cudf-names" % ours,
  "io.github.rapidsudfs" % "rapids-udfs-emulator" % ours % Test,
  "io.github.rapidsudfs" %% "rapids-udfs-testkit" % ours % Test,
  "org.apache.spark" %% "spark-sql" % sys.props("spark") % Provided
)

val checkClasspath = taskKey[Unit]("Fails if the library has other dependencies")

checkClasspath := {
  // sbt chooses the Scala library's place and name.
  val found = (Runtime / externalDependencyClasspath).value
    .map(_.data.getName)
    .filterNot(_.startsWith("scala-library"))
    .toSet
  val binary = scalaBinaryVersion.value
  val wanted = Set(s"rapids-udfs_$binary-$ours.jar", s"rapids-udfs-cudf-names-$ours.jar")
  if (found != wanted) sys.error(s"the class path is $found instead of $wanted")
  val forTests = (Test / dependencyClasspath).value.map(_.data.getName).toSet
  val missing =
    Set(s"rapids-udfs-testkit_$binary-$ours.jar", s"rapids-udfs-emulator-$ours.jar") -- forTests
  if (missing.nonEmpty) sys.error(s"the tests' class path lacks $missing")
}

Test / fork := true
Test / javaOptions ++= Seq("lang", "lang.invoke", "net", "nio", "util", "util.concurrent")
  .flatMap(p => Seq("--add-opens", s"java.base/java.$p=ALL-UNNAMED")) ++
  Seq("--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED", "-Xmx1g")
