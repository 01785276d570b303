// SPDX-License-Identifier: Apache-2.0

package example;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;

/** The last four digits of a number that may be written with blanks, dashes or anything else. */
public final class LastFour extends Udf1<String, String> implements UDF1<String, String> {
  public LastFour() {
    super(
        Signature.named("last_four")
            .in(Category.TEXT)
            .takes("number", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The last four digits of a number; NULL where there are fewer")
            .example("last_four('4929-1234 5678 9012')", "9012")
            .example("last_four('12-3')", "NULL")
            .since("1.0"));
  }

  /** One value on the CPU. */
  @Override
  protected String row(String number) {
    StringBuilder digits = new StringBuilder(number.length());
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      if (c >= '0' && c <= '9') {
        digits.append(c);
      }
    }
    return digits.length() < 4 ? null : digits.substring(digits.length() - 4);
  }

  /** A batch of values on the GPU. */
  @Override
  protected ColumnVector columnar(ColumnVector number) {
    try (Columns c = new Columns()) {
      Scalar nothing = c.own(Scalar.fromString(""));
      ColumnVector digits = c.own(number.replaceRegex(new RegexProgram("[^0-9]"), nothing));
      ColumnVector tails = c.own(digits.substring(-4));
      ColumnVector lengths = c.own(digits.getCharLengths());
      ColumnVector enough =
          c.own(lengths.binaryOp(BinaryOp.GREATER_EQUAL, c.own(Scalar.fromInt(4)), DType.BOOL8));
      Scalar none = c.own(Scalar.fromNull(DType.STRING));
      return enough.ifElse(tails, none);
    }
  }
}
