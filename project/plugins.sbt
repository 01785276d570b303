// Formatting of Scala sources; the check runs in `make test`.
addSbtPlugin("org.scalameta" % "sbt-scalafmt" % "2.6.2")
// One jar for the host back-end's agent, its bytecode library renamed out of the way.
addSbtPlugin("com.eed3si9n" % "sbt-assembly" % "2.3.1")
