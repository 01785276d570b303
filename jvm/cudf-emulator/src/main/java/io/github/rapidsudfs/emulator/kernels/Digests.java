// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfErrors;
import io.github.rapidsudfs.emulator.memory.Offsets;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** MD5 and SHA of values, as lower-case hexadecimal digits. */
@Natives("com.nvidia.spark.rapids.jni.Hash")
public final class Digests {
  private Digests() {}

  /** The digest of each row's concatenated values. Nulls are skipped; the result has no nulls. */
  @Native(value = "ai.rapids.cudf.ColumnVector.md5", with = "MD5")
  @Native(value = "ai.rapids.cudf.ColumnVector.sha1", with = "SHA-1")
  public static StringVec rows(Vec[] columns, String algorithm) {
    int rows = columns.length == 0 ? 0 : columns[0].size;
    for (Vec column : rows == 0 ? new Vec[0] : columns) {
      boolean listed = column instanceof ListVec && algorithm.equals("MD5");
      if (listed) {
        Offsets.refuse();
      }
      requireBytes(listed ? ((ListVec) column).child.type : column.type);
    }
    MessageDigest digest = digest(algorithm);
    return StringsOut.each(
        rows,
        rows * 64,
        null,
        (row, out) -> {
          for (Vec column : columns) {
            update(digest, column, row);
          }
          out.add(HexFormat.of().formatHex(digest.digest()));
        });
  }

  private static void requireBytes(Type type) {
    CudfErrors.expects(
        !type.isNested() && !type.isChrono(), "Unsupported column type " + type + " of a digest");
  }

  /** A value's bytes, the least significant first; floats with one NaN and one zero. */
  private static void update(MessageDigest digest, Vec vec, int row) {
    if (vec.isNull(row)) {
      return;
    }
    if (vec instanceof StringVec strings) {
      digest.update(strings.bytes, strings.start(row), strings.length(row));
    } else if (vec instanceof ListVec lists) {
      for (int k = lists.start(row); k < lists.end(row); k++) {
        update(digest, lists.child, k);
      }
    } else {
      ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
      if (vec instanceof WideVec wide) {
        bytes.putLong(wide.low[row]).putLong(wide.high[row]);
      } else {
        FixedVec fixed = (FixedVec) vec;
        double value = vec.type.isFloat() ? fixed.asDouble(row) : 1;
        boolean special = value == 0 || Double.isNaN(value);
        double one = value == 0 ? 0 : Double.NaN;
        bytes.putLong(special ? FixedVec.bits(vec.type, one) : fixed.values[row]);
      }
      digest.update(bytes.array(), 0, vec.type.width());
    }
  }

  /** The digest of each row of one column; nulls stay null. */
  @Native(value = "sha224NullsPreserved", with = "SHA-224")
  @Native(value = "sha256NullsPreserved", with = "SHA-256")
  @Native(value = "sha384NullsPreserved", with = "SHA-384")
  @Native(value = "sha512NullsPreserved", with = "SHA-512")
  public static StringVec nullsPreserved(Vec column, String algorithm) {
    return rows(new Vec[] {column}, algorithm).with(column.valid);
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no " + algorithm, e);
    }
  }
}
