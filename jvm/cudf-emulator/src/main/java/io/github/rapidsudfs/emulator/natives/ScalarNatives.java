// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.column.VecHandles.scalar;
import static io.github.rapidsudfs.emulator.column.VecHandles.scalarVec;
import static io.github.rapidsudfs.emulator.natives.HandleConversions.outScalar;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.ScalarVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.math.BigInteger;
import java.util.Arrays;

/** The life cycle and the values of scalars. */
@Natives(value = "ai.rapids.cudf.Scalar", bookkeeping = true)
public final class ScalarNatives {
  /** Makes a DECIMAL128 scalar from little-endian bytes. */
  public static long makeDecimal128Scalar(byte[] value, int scale, boolean valid) {
    BigInteger unscaled = value.length == 0 ? BigInteger.ZERO : new BigInteger(reversed(value));
    Type type = new Type(Type.DECIMAL128, scale);
    return outScalar(WideVec.of(type, new BigInteger[] {unscaled}, new boolean[] {valid}));
  }

  public static long makeStringScalar(byte[] value, boolean valid) {
    return outScalar(StringVec.one(valid && value != null ? value : new byte[0], valid));
  }

  public static long makeListScalar(Vec elements, boolean valid) {
    return outScalar(new ListVec(new int[] {0, elements.size}, elements, new boolean[] {valid}));
  }

  public static long makeStructScalar(Vec[] fields, boolean valid) {
    Vec[] kept = fields.clone();
    for (int i = 0; i < kept.length; i++) {
      CudfClasses.expects(fields[i].size == 1, "a struct scalar's columns must have one row");
      kept[i] = valid ? fields[i] : fields[i].with(Valid.none(1));
    }
    return outScalar(new StructVec(1, kept, new boolean[] {valid}));
  }

  public static void closeScalar(long handle) {
    Handles.close(handle, ScalarVec.class).free();
  }

  public static boolean isScalarValid(long handle) {
    return !scalarVec(handle).isNull(0);
  }

  /** The value's little-endian bytes. */
  public static byte[] getBigIntegerBytes(long handle) {
    byte[] bigEndian = ((WideVec) scalarVec(handle)).get(0).toByteArray();
    byte[] bytes = new byte[16];
    java.util.Arrays.fill(bytes, (byte) (bigEndian[0] >> 7));
    System.arraycopy(reversed(bigEndian), 0, bytes, 0, bigEndian.length);
    return bytes;
  }

  public static byte[] getUTF8(long handle) {
    return ((StringVec) scalarVec(handle)).get(0);
  }

  public static long getListAsColumnView(long handle) {
    return Handles.open(scalar(handle).elements());
  }

  public static long[] getChildrenFromStructScalar(long handle) {
    return Arrays.stream(scalar(handle).fields()).mapToLong(Handles::open).toArray();
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] result = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      result[i] = bytes[bytes.length - 1 - i];
    }
    return result;
  }
}
