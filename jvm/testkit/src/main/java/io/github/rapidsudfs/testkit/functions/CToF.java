// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.functions;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;

/** Converts degrees Celsius to degrees Fahrenheit, in single precision. */
public final class CToF extends Udf1<Float, Float> implements UDF1<Float, Float> {
  public CToF() {
    super(
        Signature.named("c_to_f")
            .in(Category.NUMBERS)
            .takes("celsius", "float")
            .returns("float")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Converts degrees Celsius to degrees Fahrenheit")
            .description(
                "The product with 1.8 and the sum with 32 are each rounded to single precision. NaN"
                    + " and infinities are kept, and a result too large for a float becomes"
                    + " infinite.")
            .example("c_to_f(float(100))", "212.0")
            .example("c_to_f(float(-40))", "-40.0")
            .since("0.1.0"));
  }

  @Override
  protected Float row(Float celsius) {
    return celsius * 1.8f + 32f;
  }

  /** Two operations: a fused one might round once where the row-wise body rounds twice. */
  @Override
  protected ColumnVector columnar(ColumnVector celsius) {
    try (Scalar factor = Scalar.fromFloat(1.8f);
        Scalar offset = Scalar.fromFloat(32f);
        ColumnVector product = celsius.binaryOp(BinaryOp.MUL, factor, DType.FLOAT32)) {
      return product.binaryOp(BinaryOp.ADD, offset, DType.FLOAT32);
    }
  }
}
