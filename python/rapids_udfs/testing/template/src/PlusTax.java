package @PACKAGE@;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.RapidsUDF;
import org.apache.spark.sql.api.java.UDF2;

/** An amount in cents with a tax of so many per cent, cut to whole cents; NULL where one of them is. */
public final class PlusTax implements UDF2<Long, Integer, Long>, RapidsUDF {

  /** Row by row, on the CPU. */
  @Override
  public Long call(Long cents, Integer percent) {
    return cents == null || percent == null ? null : cents + cents * percent / 100;
  }

  /**
   * A batch at a time, on the GPU. The arguments belong to the caller; close all that is made here but the result, also
   * where a later call throws.
   */
  @Override
  public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
    ColumnVector cents = columns[0];
    ColumnVector percent = columns[1];
    try (Scalar hundred = Scalar.fromLong(100);
        ColumnVector product = cents.binaryOp(BinaryOp.MUL, percent, DType.INT64);
        ColumnVector tax = product.div(hundred)) {
      return cents.add(tax);
    }
  }
}
