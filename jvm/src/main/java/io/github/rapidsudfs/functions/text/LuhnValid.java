// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** Tests whether a string is a number that ends with its Luhn check digit. */
public final class LuhnValid extends Udf1<UTF8String, Boolean>
    implements UDF1<UTF8String, Boolean> {
  public LuhnValid() {
    super(
        Signature.named("luhn_valid")
            .in(Category.TEXT)
            .takes("number", "string")
            .returns("boolean")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Whether a number ends with the right Luhn check digit, as card numbers do")
            .description(
                "The digits are 0 to 9 of ASCII, any number of them. Anything else in the string, a"
                    + " blank or a hyphen too, makes it false, and so does an empty string.")
            .example("luhn_valid('4539148803436467')", "true")
            .example("luhn_valid('4539148803436468')", "false")
            .since("0.1.0"));
  }

  @Override
  protected Boolean row(UTF8String number) {
    // The sum of -1, for a string that is not a number, has a remainder of -1.
    return Luhn.sum(number, false) % 10 == 0;
  }

  @Override
  protected ColumnVector columnar(ColumnVector number) {
    return Luhn.isMultipleOfTen(number, false);
  }
}
