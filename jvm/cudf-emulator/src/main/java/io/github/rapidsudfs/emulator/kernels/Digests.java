package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** MD5 and SHA of strings, as lower-case hexadecimal digits. */
@Natives("com.nvidia.spark.rapids.jni.Hash")
public final class Digests {
  private Digests() {}

  /**
   * The digest of each row's strings one after the other. A null adds nothing; the result has no
   * nulls.
   */
  @Native(value = "ai.rapids.cudf.ColumnVector.md5", with = "MD5")
  @Native(value = "ai.rapids.cudf.ColumnVector.sha1", with = "SHA-1")
  public static StringVec rows(Vec[] columns, String algorithm) {
    int rows = columns.length == 0 ? 0 : columns[0].size;
    MessageDigest digest = digest(algorithm);
    return StringsOut.each(
        rows,
        rows * 64,
        null,
        (row, out) -> {
          for (Vec column : columns) {
            if (!(column instanceof StringVec strings)) {
              throw new Refused(algorithm + " of " + column.type);
            }
            digest.update(strings.bytes, strings.start(row), strings.length(row));
          }
          out.add(HexFormat.of().formatHex(digest.digest()));
        });
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
