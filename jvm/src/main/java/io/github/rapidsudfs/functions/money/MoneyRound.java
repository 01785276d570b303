// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.money;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.Decimal;

/** An amount in hundredths of the smallest coin, rounded to the coin. */
public final class MoneyRound extends Udf1<Decimal, Decimal> implements UDF1<Decimal, Decimal> {
  public MoneyRound() {
    super(
        Signature.named("money_round")
            .in(Category.MONEY)
            .takes("amount", "decimal(9,4)")
            .returns("decimal(9,2)")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Rounds an amount from four decimals to two, halves away from zero")
            .description(
                "As RoundingMode.HALF_UP: 0.0050 gives 0.01 and -0.0050 gives -0.01. An amount with"
                    + " more decimals is refused: a cast to four rounds it once before."
                    + " round(amount, 2) rounds it once.")
            .example("money_round(2.3450)", "2.35")
            .example("money_round(-2.3450)", "-2.35")
            .since("0.1.0"));
  }

  @Override
  protected Decimal row(Decimal amount) {
    return Decimal.createUnsafe(Unscaled.halfUp(amount.toUnscaledLong(), 100), 9, 2);
  }

  @Override
  protected ColumnVector columnar(ColumnVector amount) {
    return HalfUp.round(amount, 2);
  }
}
