// SPDX-License-Identifier: Apache-2.0

package example;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.RapidsUDF;
import org.apache.spark.sql.api.java.UDF1;

/** A price in cents with a fifth added, cut to whole cents: a RAPIDS UDF like any other. */
public final class PlusTax implements UDF1<Long, Long>, RapidsUDF {
  @Override
  public Long call(Long cents) {
    return cents == null ? null : cents * 6 / 5;
  }

  @Override
  public ColumnVector evaluateColumnar(int rows, ColumnVector... args) {
    try (Scalar six = Scalar.fromLong(6);
        Scalar five = Scalar.fromLong(5);
        ColumnVector sixfold = args[0].mul(six)) {
      return sixfold.div(five);
    }
  }
}
