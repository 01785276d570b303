package io.github.rapidsudfs.functions.text

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.core._
import org.apache.spark.sql.api.java.UDF1

/** Lower case for A to Z alone: the same bytes on every engine, whatever the locale. */
final class AsciiLower extends Udf1[String, String] with UDF1[String, String] with ScalaForm {
  override def signature(): Signature = AsciiLower.signature

  override protected def row(text: String): String = AsciiLetters.lower(text)

  override protected def columnar(text: ColumnVector): ColumnVector = AsciiLetters.lower(text)
}

object AsciiLower {
  val signature: Signature = Signature
    .named("ascii_lower")
    .in(Category.TEXT)
    .takes("text", "string")
    .returns("string")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("Turns the letters A to Z into a to z and leaves every other character")
    .description("Unlike lower(), it does not depend on Unicode's case tables: Ä stays Ä.")
    .example("ascii_lower('Straße ÄB')", "straße Äb")
    .divergence(Divergences.INVALID_UTF8)
    .since("0.1.0")
}
