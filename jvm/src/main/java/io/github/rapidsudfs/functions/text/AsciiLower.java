// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** Lower case for A to Z only: the same bytes on every engine, in any locale. */
public final class AsciiLower extends Udf1<UTF8String, UTF8String>
    implements UDF1<UTF8String, UTF8String> {
  public AsciiLower() {
    super(
        Signature.named("ascii_lower")
            .in(Category.TEXT)
            .takes("text", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Turns the letters A to Z into a to z and leaves every other character")
            .description("Unlike lower(), it does not depend on Unicode's case tables: Ä stays Ä.")
            .example("ascii_lower('Straße ÄB')", "straße Äb")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(UTF8String text) {
    return AsciiLetters.lower(text);
  }

  @Override
  protected ColumnVector columnar(ColumnVector text) {
    return AsciiLetters.lower(text);
  }
}
