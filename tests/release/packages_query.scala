// SPDX-License-Identifier: Apache-2.0

// Writes what functions answer in a session of `spark-shell --packages` to a file: by SQL, and by
// the Scala functions, which the shell compiles.
import io.github.rapidsudfs.functions.luhnValid
import org.apache.spark.sql.functions.lit
val decoded = spark.sql("SELECT url_decode_form(concat('A%20', 'b'))").head().getString(0)
val valid = spark.range(1).select(luhnValid(lit("18"))).head().getBoolean(0)
java.nio.file.Files.writeString(java.nio.file.Path.of(sys.env("ANSWER")), s"$decoded $valid")
