// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;

/**
 * Sums that detect overflow: values are split into 32-bit chunks, and the chunks' 64-bit sums are
 * combined with their carries.
 */
public final class SumChunks {
  /** One 32-bit chunk of each DECIMAL128 or 64-bit integer; 0 is the least significant. */
  @Native(value = "ai.rapids.cudf.Aggregation128Utils.extractInt32Chunk", with = "4")
  @Native(value = "com.nvidia.spark.rapids.jni.Aggregation64Utils.extractInt32Chunk", with = "2")
  public static FixedVec extract(Vec values, int type, int chunk, int chunks) {
    Type out = Type.of(type);
    boolean right = chunks == 4 ? values.type.id() == Type.DECIMAL128 : isLong(values.type);
    CudfClasses.expects(
        right,
        chunks == 4
            ? "not a 128-bit type"
            : "Input column must be a 64-bit type (INT64 or UINT64).");
    CudfClasses.expects(chunk >= 0 && chunk < chunks, "invalid chunk index");
    CudfClasses.expects(
        out.id() == Type.INT32 || out.id() == Type.UINT32, "not a 32-bit integer type");
    long[] halves =
        values instanceof WideVec wide
            ? (chunk < 2 ? wide.low : wide.high)
            : ((FixedVec) values).values;
    int shift = (chunk & 1) * 32;
    return new FixedVec(out, halves, values.valid)
        .map(out, half -> Cpp.wrap(out.id(), half >> shift));
  }

  private static boolean isLong(Type type) {
    return type.id() == Type.INT64 || type.id() == Type.UINT64;
  }

  @Native(value = "ai.rapids.cudf.Aggregation128Utils.combineInt64SumChunks", with = "4")
  @Native(
      value = "com.nvidia.spark.rapids.jni.Aggregation64Utils.combineInt64SumChunks",
      with = "2")
  public static Vec[] combine(TableView sums, Type out, int chunks) {
    return combine(sums.vecs(), out, chunks);
  }

  /** An overflow flag and the whole sum, from the sums of each chunk, least significant first. */
  public static Vec[] combine(Vec[] sums, Type out, int chunks) {
    CudfClasses.expects(
        chunks == 4 ? out.id() == Type.DECIMAL128 : isLong(out),
        chunks == 4 ? "not a 128-bit type" : "not a 64-bit type");
    CudfClasses.expects(sums.length == chunks, "must be " + chunks + " column table");
    for (Vec sum : sums) {
      CudfClasses.expects(sum instanceof FixedVec && sum.type.width() == 8, "chunks type mismatch");
    }
    CudfClasses.expects(sums[chunks - 1].type.id() == Type.INT64, "chunks type mismatch");
    int rows = sums[0].size;
    boolean[] overflow = new boolean[rows];
    long[][] halves = new long[2][rows];
    for (int i = 0; i < rows; i++) {
      long carry = 0;
      for (int c = 0; c < chunks; c++) {
        long sum = ((FixedVec) sums[c]).values[i] + carry;
        halves[c / 2][i] |= (sum & 0xFFFF_FFFFL) << (c & 1) * 32;
        carry = c == chunks - 1 ? sum : sum >>> 32;
      }
      overflow[i] = (int) carry >> 31 != (int) (carry >> 32);
    }
    boolean[] valid = sums[0].valid;
    Vec sum =
        chunks == 4
            ? new WideVec(out, halves[0], halves[1], valid)
            : new FixedVec(out, halves[0], valid);
    return new Vec[] {FixedVec.bools(overflow, valid), sum};
  }
}
