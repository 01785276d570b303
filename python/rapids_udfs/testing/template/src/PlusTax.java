package @PACKAGE@;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;

/** An amount in cents with a tax of so many per cent, cut to whole cents. */
public final class PlusTax extends Udf2<Long, Integer, Long> implements UDF2<Long, Integer, Long> {
  public PlusTax() {
    super(
        Signature.named("plus_tax")
            .in(Category.MONEY)
            .takes("cents", "bigint")
            .takes("percent", "int")
            .returns("bigint")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Adds a tax in per cent to an amount in cents, cut to whole cents")
            .example("plus_tax(1999, 19)", "2378")
            .since("0.1.0"));
  }

  /** Row by row, on the CPU; by its null rule it never sees a null. */
  @Override
  protected Long row(Long cents, Integer percent) {
    return cents + cents * percent / 100;
  }

  /**
   * A batch at a time, on the GPU. The arguments belong to the caller; close all that is made here but the result, also
   * where a later call throws.
   */
  @Override
  protected ColumnVector columnar(ColumnVector cents, ColumnVector percent) {
    try (Scalar hundred = Scalar.fromLong(100);
        ColumnVector product = cents.binaryOp(BinaryOp.MUL, percent, DType.INT64);
        ColumnVector tax = product.div(hundred)) {
      return cents.add(tax);
    }
  }
}
