// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.money;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf2;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.Decimal;

/** An amount with a rate added: amount × (1 + rate), rounded half up. */
public final class MoneyGross extends Udf2<Decimal, Decimal, Decimal>
    implements UDF2<Decimal, Decimal, Decimal> {
  /** A rate of 1. */
  private static final long ONE = 10_000;

  public MoneyGross() {
    super(
        Signature.named("money_gross")
            .in(Category.MONEY)
            .takes("amount", "decimal(18,2)")
            .takes("rate", "decimal(5,4)")
            .returns("decimal(24,2)")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Adds a rate to an amount: amount × (1 + rate), halves rounded away from zero")
            .description(
                "The product is exact before it is rounded once, to two decimals. The largest"
                    + " amount and rate need 20 digits, so no result overflows.")
            .example("money_gross(100.00, 0.1900)", "119.00")
            .example("money_gross(-0.50, -0.9900)", "-0.01")
            .since("0.1.0"));
  }

  @Override
  protected Decimal row(Decimal amount, Decimal rate) {
    long net = amount.toUnscaledLong();
    long factor = rate.toUnscaledLong() + ONE;
    long gross = net * factor;
    if (Math.multiplyHigh(net, factor) == gross >> 63) {
      return Unscaled.decimal(Unscaled.halfUp(gross, ONE), 2);
    }
    BigDecimal exact = amount.toJavaBigDecimal().multiply(BigDecimal.valueOf(factor, 4));
    return Decimal.apply(exact.setScale(2, RoundingMode.HALF_UP));
  }

  @Override
  protected ColumnVector columnar(ColumnVector amount, ColumnVector rate) {
    // 1 + rate has five digits at most, so it is added while the column is still four bytes wide.
    try (Scalar one = Scalar.fromDecimal(-4, 10_000);
        ColumnVector factor = rate.binaryOp(BinaryOp.ADD, one, rate.getType());
        ColumnVector wideFactor = factor.castTo(DType.create(DType.DTypeEnum.DECIMAL128, -4));
        ColumnVector wideAmount = amount.castTo(DType.create(DType.DTypeEnum.DECIMAL128, -2));
        ColumnVector exact =
            wideAmount.binaryOp(
                BinaryOp.MUL, wideFactor, DType.create(DType.DTypeEnum.DECIMAL128, -6))) {
      return HalfUp.round(exact, 2);
    }
  }
}
