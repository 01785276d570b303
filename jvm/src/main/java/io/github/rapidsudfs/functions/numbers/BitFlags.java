// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.numbers;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf4;
import org.apache.spark.sql.api.java.UDF4;

/** Four booleans as the bits of a byte. */
public final class BitFlags extends Udf4<Boolean, Boolean, Boolean, Boolean, Byte>
    implements UDF4<Boolean, Boolean, Boolean, Boolean, Byte> {
  public BitFlags() {
    super(
        Signature.named("bit_flags")
            .in(Category.NUMBERS)
            .takes("flag1", "boolean")
            .takes("flag2", "boolean")
            .takes("flag4", "boolean")
            .takes("flag8", "boolean")
            .returns("tinyint")
            .nulls(NullRule.NEVER_NULL)
            .summary("Packs four booleans into the lowest bits of a byte")
            .description(
                "The first argument counts 1, the second 2, the third 4 and the fourth 8. Null"
                    + " counts as false.")
            .example("bit_flags(true, false, true, false)", "5")
            .example("bit_flags(NULL, NULL, NULL, true)", "8")
            .since("0.1.0"));
  }

  @Override
  protected Byte row(Boolean flag1, Boolean flag2, Boolean flag4, Boolean flag8) {
    return (byte) (bit(flag1) | bit(flag2) << 1 | bit(flag4) << 2 | bit(flag8) << 3);
  }

  private static int bit(Boolean flag) {
    return flag == null ? 0 : bit((boolean) flag);
  }

  /** A separate method, so that the JIT compiler sees a number and branches on null only. */
  private static int bit(boolean flag) {
    return flag ? 1 : 0;
  }

  /** Starts with the highest bit; each step doubles the value and adds the next bit. */
  @Override
  protected ColumnVector columnar(
      ColumnVector flag1, ColumnVector flag2, ColumnVector flag4, ColumnVector flag8) {
    try (Scalar no = Scalar.fromBool(false);
        ColumnVector known1 = known(flag1, no);
        ColumnVector known2 = known(flag2, no);
        ColumnVector known4 = known(flag4, no);
        ColumnVector known8 = known(flag8, no);
        ColumnVector two = twiceAnd(known8, known4);
        ColumnVector three = twiceAnd(two, known2)) {
      return twiceAnd(three, known1);
    }
  }

  private static ColumnVector known(ColumnVector flag, Scalar no) {
    return flag.hasNulls() ? flag.replaceNulls(no) : flag.incRefCount();
  }

  private static ColumnVector twiceAnd(ColumnVector bits, ColumnVector next) {
    try (ColumnVector twice = bits.binaryOp(BinaryOp.ADD, bits, DType.INT8)) {
      return twice.binaryOp(BinaryOp.ADD, next, DType.INT8);
    }
  }
}
