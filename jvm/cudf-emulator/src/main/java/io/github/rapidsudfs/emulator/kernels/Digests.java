package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** MD5 and SHA of strings, as lower-case hexadecimal digits. */
public final class Digests {
  private static final byte[] HEX =
      "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private Digests() {}

  /**
   * The digest of each row's strings one after the other. A null adds nothing; the result has no
   * nulls.
   */
  private static StringVec rows(String algorithm, Vec[] columns) {
    int rows = columns.length == 0 ? 0 : columns[0].size;
    StringsOut out = new StringsOut(rows, rows * 64);
    MessageDigest digest = digest(algorithm);
    for (int row = 0; row < rows; row++) {
      for (Vec column : columns) {
        if (!(column instanceof StringVec strings)) {
          throw new Refused(algorithm + " of " + column.type);
        }
        digest.update(strings.bytes, strings.start(row), strings.length(row));
      }
      for (byte b : digest.digest()) {
        out.add(HEX[b >> 4 & 15]);
        out.add(HEX[b & 15]);
      }
      out.end();
    }
    return out.vec(null);
  }

  /** The digest of each row of one column; nulls stay null. */
  private static StringVec nullsPreserved(String algorithm, Vec column) {
    return rows(algorithm, new Vec[] {column}).with(column.valid);
  }

  @Native("ai.rapids.cudf.ColumnVector.md5")
  public static StringVec md5(Vec[] columns) {
    return rows("MD5", columns);
  }

  @Native("ai.rapids.cudf.ColumnVector.sha1")
  public static StringVec sha1(Vec[] columns) {
    return rows("SHA-1", columns);
  }

  @Native("com.nvidia.spark.rapids.jni.Hash.sha224NullsPreserved")
  public static StringVec sha224(Vec column) {
    return nullsPreserved("SHA-224", column);
  }

  @Native("com.nvidia.spark.rapids.jni.Hash.sha256NullsPreserved")
  public static StringVec sha256(Vec column) {
    return nullsPreserved("SHA-256", column);
  }

  @Native("com.nvidia.spark.rapids.jni.Hash.sha384NullsPreserved")
  public static StringVec sha384(Vec column) {
    return nullsPreserved("SHA-384", column);
  }

  @Native("com.nvidia.spark.rapids.jni.Hash.sha512NullsPreserved")
  public static StringVec sha512(Vec column) {
    return nullsPreserved("SHA-512", column);
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no " + algorithm, e);
    }
  }
}
