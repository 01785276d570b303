// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.money;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.udf.Udf1;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.Decimal;

/** The sum of an array of amounts. */
public final class DecSum extends Udf1<ArrayData, Decimal> implements UDF1<ArrayData, Decimal> {
  public DecSum() {
    super(
        Signature.named("dec_sum")
            .in(Category.MONEY)
            .takes("amounts", "array<decimal(18,2)>")
            .returns("decimal(38,2)")
            .nulls(NullRule.ANY_NULL)
            .summary("Adds up the amounts of an array")
            .description(
                "Null elements are skipped, and the sum of no values is 0. No array is long enough"
                    + " to overflow the result. Amounts with more decimals are refused: rounding"
                    + " each changes the sum.")
            .example("dec_sum(array(1.50BD, 2.25BD))", "3.75")
            .example("dec_sum(array())", "0.00")
            .since("0.1.0"));
  }

  @Override
  protected Decimal row(ArrayData amounts) {
    long sum = 0;
    BigInteger rest = BigInteger.ZERO;
    for (int i = 0; i < amounts.numElements(); i++) {
      if (!amounts.isNullAt(i)) {
        long amount = amounts.getDecimal(i, 18, 2).toUnscaledLong();
        long next = sum + amount;
        if (((sum ^ next) & (amount ^ next)) < 0) {
          rest = rest.add(BigInteger.valueOf(sum));
          next = amount;
        }
        sum = next;
      }
    }
    return rest.signum() == 0
        ? Unscaled.decimal(sum, 2)
        : Decimal.apply(new BigDecimal(rest.add(BigInteger.valueOf(sum)), 2));
  }

  @Override
  protected ColumnVector columnar(ColumnVector lists) {
    // Sums are of the elements' type, so those are widened first.
    DType wide = DType.create(DType.DTypeEnum.DECIMAL128, -2);
    try (ColumnView amounts = lists.getChildColumnView(0);
        ColumnVector widened = amounts.castTo(wide);
        ColumnView wideLists = lists.replaceListChild(widened)) {
      return ListSums.of(wideLists);
    }
  }
}
