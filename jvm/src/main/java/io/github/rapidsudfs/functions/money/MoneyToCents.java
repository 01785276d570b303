// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.money;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.udf.Udf1;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.Decimal;

/** An amount as a whole number of cents. */
public final class MoneyToCents extends Udf1<Decimal, Decimal> implements UDF1<Decimal, Decimal> {
  private static final int DIGITS = 18;

  public MoneyToCents() {
    super(
        Signature.named("money_to_cents")
            .in(Category.MONEY)
            .takes("amount", "decimal(38,4)")
            .returns("decimal(18,0)")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Turns an amount into cents, halves rounded away from zero")
            .description(
                "More than 18 digits of cents give null. An amount with more than four decimals is"
                    + " refused: a cast to four rounds it once before. round(amount, 2) rounds it"
                    + " once.")
            .example("money_to_cents(12.3450)", "1235")
            .example("money_to_cents(-12.3450)", "-1235")
            .example("money_to_cents(10000000000000000)", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected Decimal row(Decimal amount) {
    BigDecimal exact = amount.toJavaBigDecimal();
    BigInteger unscaled = exact.unscaledValue();
    if (unscaled.bitLength() < Long.SIZE) {
      return Unscaled.decimal(Unscaled.halfUp(unscaled.longValue(), 100), 0);
    }
    BigDecimal cents = exact.movePointRight(2).setScale(0, RoundingMode.HALF_UP);
    return cents.precision() > DIGITS ? null : Decimal.apply(cents);
  }

  @Override
  protected ColumnVector columnar(ColumnVector amount) {
    // The same digits with two fewer decimals are a hundred times the amount.
    try (ColumnView hundredfold = amount.bitCastTo(DType.create(DType.DTypeEnum.DECIMAL128, -2));
        ColumnVector cents = HalfUp.round(hundredfold, 0);
        ColumnVector kept = nullBeyondDigits(cents)) {
      return kept.castTo(DType.create(DType.DTypeEnum.DECIMAL64, 0));
    }
  }

  /** Applied before the cast, which would wrap. */
  private static ColumnVector nullBeyondDigits(ColumnVector cents) {
    BigInteger end = BigInteger.TEN.pow(DIGITS);
    try (Scalar above = Scalar.fromDecimal(0, end);
        Scalar below = Scalar.fromDecimal(0, end.negate());
        ColumnVector few = cents.binaryOp(BinaryOp.LESS, above, DType.BOOL8);
        ColumnVector many = cents.binaryOp(BinaryOp.GREATER, below, DType.BOOL8);
        ColumnVector fits = few.and(many)) {
      return ColumnMath.nullUnless(fits, cents);
    }
  }
}
