// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.hive.HiveGenericUdf;
import io.github.rapidsudfs.hive.HiveSimpleUdf;
import io.github.rapidsudfs.udf.Udf2;
import java.sql.Date;
import org.apache.spark.unsafe.types.UTF8String;

/** A user's function of a day and an amount, and its Hive forms as users write them. */
public final class AmountOn extends Udf2<Integer, UTF8String, UTF8String> {
  public AmountOn() {
    super(
        Signature.named("amount_on")
            .in(Category.META)
            .takes("day", "date")
            .takes("amount", "string")
            .returns("string")
            .summary("A day and an amount")
            .example("amount_on(DATE '2024-02-29', '1')", "19782: 1")
            .since("1"));
  }

  @Override
  protected UTF8String row(Integer day, UTF8String amount) {
    return UTF8String.concat(UTF8String.fromString(day + ": "), amount);
  }

  @Override
  protected ColumnVector columnar(ColumnVector day, ColumnVector amount) {
    try (ColumnView number = day.bitCastTo(DType.INT32);
        ColumnVector text = number.castTo(DType.STRING);
        Scalar colon = Scalar.fromString(": ");
        Scalar none = Scalar.fromNull(DType.STRING)) {
      return ColumnVector.stringConcatenate(colon, none, new ColumnView[] {text, amount});
    }
  }

  /** Its generic form. */
  public static final class Generic extends HiveGenericUdf {
    public Generic() {
      super(new AmountOn());
    }
  }

  /** Its simple form. */
  public static final class Simple extends HiveSimpleUdf {
    public Simple() {
      super(new AmountOn());
    }

    /** The method that Hive finds. */
    public String evaluate(Date day, String amount) {
      return (String) call(day, amount);
    }
  }
}
