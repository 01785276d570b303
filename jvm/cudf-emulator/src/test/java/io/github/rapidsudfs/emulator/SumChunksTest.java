// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static io.github.rapidsudfs.emulator.Cols.table;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.Aggregation128Utils;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.SumChunks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.Test;

/** Sums of values in chunks, which the plugin adds up apart. */
public class SumChunksTest {
  @Test
  public void chunksOf128Bits() {
    BigInteger value = new BigInteger("123456789abcdef0f0debc9a78563412", 16);
    try (ColumnVector wide = ColumnVector.decimalFromBigInt(-38, null, value)) {
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.UINT32, 0), null, 0x78563412);
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.UINT32, 1), null, 0xf0debc9a);
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.UINT32, 2), null, 0x9abcdef0);
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.INT32, 3), null, 0x12345678);
      assertThrows(
          CudfException.class,
          () -> Aggregation128Utils.extractInt32Chunk(wide, DType.INT32, 4).close());
    }
    try (Table chunks =
            table(
                ColumnVector.fromBoxedUnsignedLongs(
                    null, 0L, 1L, 0L, 0x12345678L, 0x1234567812345678L, 0xfedcba9876543210L),
                ColumnVector.fromBoxedUnsignedLongs(
                    null, 0L, 2L, 0L, 0x9abcdef0L, 0x1122334455667788L, 0xaceaceaceaceaceaL),
                ColumnVector.fromBoxedUnsignedLongs(
                    null, 0L, 3L, 0L, 0x11223344L, 0x99aabbccddeeff00L, 0xbdfbdfbdfbdfbdfbL),
                ColumnVector.fromBoxedLongs(
                    null, 0L, -1L, 0x100000000L, 0x55667788L, 0x66554434L, -0x42042043L));
        Table sum =
            Aggregation128Utils.combineInt64SumChunks(
                chunks, DType.create(DType.DTypeEnum.DECIMAL128, -20))) {
      assertEquals(
          Arrays.asList(null, false, false, true, false, true, false),
          Cols.values(sum.getColumn(0)));
      assertEquals(
          Arrays.asList(
              null,
              hex("0"),
              hex("-fffffffcfffffffdffffffff"),
              hex("0"),
              hex("55667788112233449abcdef012345678"),
              hex("ef113244679ace0012345678"),
              hex("7bf7bf7ba8ca8ca8e9ab678276543210")),
          Cols.values(sum.getColumn(1)));
    }
  }

  private static BigDecimal hex(String digits) {
    return new BigDecimal(new BigInteger(digits, 16), 20);
  }

  @Test
  public void chunksOf64Bits() {
    FixedVec values =
        new FixedVec(
            Type.of(Type.INT64),
            new long[] {Long.MAX_VALUE, -1, 0},
            new boolean[] {true, true, false});
    FixedVec low = SumChunks.extract(values, Type.UINT32, 0, 2);
    FixedVec high = SumChunks.extract(values, Type.INT32, 1, 2);
    assertEquals("[4294967295, 4294967295, 0]", Arrays.toString(low.values));
    assertEquals("[2147483647, -1, 0]", Arrays.toString(high.values));
    Vec[] sum =
        SumChunks.combine(
            new Vec[] {
              longs(low.values[0] + low.values[1], low.values[0] + 1),
              longs(high.values[0] + high.values[1], high.values[0])
            },
            Type.of(Type.INT64),
            2);
    assertEquals(
        "[0, 1]", Arrays.toString(((FixedVec) sum[0]).values)); // MAX - 1 fits, MAX + 1 does not
    assertEquals(
        "[9223372036854775806, -9223372036854775808]", Arrays.toString(((FixedVec) sum[1]).values));
  }

  private static FixedVec longs(long... values) {
    return new FixedVec(Type.of(Type.INT64), values, null);
  }
}
