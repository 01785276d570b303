// SPDX-License-Identifier: Apache-2.0

// Formatting of Scala sources; the check runs in `make test`.
addSbtPlugin("org.scalameta" % "sbt-scalafmt" % "2.6.2")
// One jar for the emulator's agent, its bytecode library renamed out of the way.
addSbtPlugin("com.eed3si9n" % "sbt-assembly" % "2.3.1")
// Formatting of Java sources by google-java-format; the check runs in `make test`.
addSbtPlugin("com.github.sbt" % "sbt-java-formatter" % "0.10.0")
