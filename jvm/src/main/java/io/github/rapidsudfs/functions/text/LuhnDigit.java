// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** The check digit that makes a number pass Luhn's test. */
public final class LuhnDigit extends Udf1<UTF8String, Byte> implements UDF1<UTF8String, Byte> {
  public LuhnDigit() {
    super(
        Signature.named("luhn_digit")
            .in(Category.TEXT)
            .takes("number", "string")
            .returns("tinyint")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The Luhn check digit to put at the end of a number")
            .description(
                "The digits are 0 to 9 of ASCII, any number of them. Anything else in the string, a"
                    + " blank or a hyphen too, gives null, and so does an empty string.")
            .example("luhn_digit('7992739871')", "3")
            .example("luhn_digit('7992-7398-71')", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected Byte row(UTF8String number) {
    long sum = Luhn.sum(number, true);
    return sum < 0 ? null : (byte) ((10 - sum % 10) % 10);
  }

  @Override
  protected ColumnVector columnar(ColumnVector number) {
    return Luhn.checkDigit(number, true);
  }
}
