package io.github.rapidsudfs.functions.money;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.api.java.UDF1;

/** The sum of an array of amounts. */
public final class DecSum extends Udf1<List<BigDecimal>, BigDecimal>
    implements UDF1<List<BigDecimal>, BigDecimal> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("dec_sum")
          .in(Category.MONEY)
          .takes("amounts", "array<decimal(18,2)>")
          .returns("decimal(38,2)")
          .nulls(NullRule.ANY_NULL)
          .summary("Adds up the amounts of an array")
          .description(
              "Null elements are skipped, and the sum of none is 0. No array is long enough to"
                  + " overflow the result.")
          .example("dec_sum(array(1.50BD, 2.25BD))", "3.75")
          .example("dec_sum(array())", "0.00")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected BigDecimal row(List<BigDecimal> amounts) {
    BigDecimal sum = new BigDecimal(BigInteger.ZERO, 2);
    for (BigDecimal amount : amounts) {
      if (amount != null) {
        sum = sum.add(amount);
      }
    }
    return sum;
  }

  @Override
  protected ColumnVector columnar(ColumnVector lists) {
    // Sums are of the elements' type, so those are widened first.
    DType wide = DType.create(DType.DTypeEnum.DECIMAL128, -2);
    try (ColumnView amounts = lists.getChildColumnView(0);
        ColumnVector widened = amounts.castTo(wide);
        ColumnView wideLists = lists.replaceListChild(widened);
        ColumnVector sums = wideLists.listReduce(SegmentedReductionAggregation.sum(), wide);
        Scalar zero = Scalar.fromDecimal(-2, BigInteger.ZERO)) {
      return sums.replaceNulls(zero);
    }
  }
}
