// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.numbers;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;

/** Addition of bytes that stops at the ends of their range. */
public final class SatAdd extends Udf2<Byte, Byte, Byte> implements UDF2<Byte, Byte, Byte> {
  public SatAdd() {
    super(
        Signature.named("sat_add")
            .in(Category.NUMBERS)
            .takes("a", "tinyint")
            .takes("b", "tinyint")
            .returns("tinyint")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Adds two bytes; a sum out of range becomes the nearest byte")
            .description("Sums above 127 give 127 and sums below -128 give -128.")
            .example("sat_add(100Y, 100Y)", "127")
            .example("sat_add(-100Y, 27Y)", "-73")
            .since("0.1.0"));
  }

  @Override
  protected Byte row(Byte a, Byte b) {
    return (byte) Math.max(Byte.MIN_VALUE, Math.min(Byte.MAX_VALUE, a + b));
  }

  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    try (ColumnVector sum = a.binaryOp(BinaryOp.ADD, b, DType.INT16);
        Scalar least = Scalar.fromShort(Byte.MIN_VALUE);
        Scalar greatest = Scalar.fromShort(Byte.MAX_VALUE);
        ColumnVector saturated = sum.clamp(least, greatest)) {
      return saturated.castTo(DType.INT8);
    }
  }
}
