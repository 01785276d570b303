// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Spark's row hashes: each value's hash is the seed of the next one, and nulls leave the seed
 * unchanged. Values of up to four bytes are hashed as four bytes, DECIMAL32 as eight, DECIMAL128 as
 * Java's shortest big-endian bytes. Also MD5 and SHA of values, as lower-case hexadecimal digits,
 * and partitions by cuDF's own row hash.
 */
@Natives("com.nvidia.spark.rapids.jni.Hash")
public final class RowHash {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final int IDENTITY = 0;
  private static final int NULL_HASH = -1;

  /** A hash function of bytes, seeded with the previous hash. */
  private interface Bytes {
    long hash(byte[] bytes, int from, int to, long seed);
  }

  /** {@code Hash.murmurHash32}. */
  public static FixedVec murmurHash32(int seed, Vec[] columns) {
    for (Vec column : columns) {
      check(column);
    }
    return new FixedVec(
        Type.of(Type.INT32),
        rows(columns, seed, false, (b, f, t, s) -> murmur(b, f, t, (int) s)),
        null);
  }

  /** {@code Hash.xxhash64}. */
  public static FixedVec xxhash64(long seed, Vec[] columns) {
    return new FixedVec(Type.of(Type.INT64), rows(columns, seed, true, RowHash::xx), null);
  }

  private static void check(Vec column) {
    if (column instanceof ListVec list) {
      CudfClasses.expects(
          !(list.child instanceof StructVec),
          "Cannot compute hash of a table with a LIST of STRUCT columns.");
      check(list.child);
    } else if (column instanceof StructVec struct) {
      for (Vec field : struct.fields) {
        check(field);
      }
    }
  }

  private static long[] rows(Vec[] columns, long seed, boolean zeros, Bytes function) {
    int rows = columns.length == 0 ? 0 : columns[0].size;
    long[] result = new long[rows];
    byte[] room = new byte[16];
    for (int row = 0; row < rows; row++) {
      long hash = seed;
      for (Vec column : columns) {
        hash = value(column, row, hash, zeros, function, room);
      }
      result[row] = hash;
    }
    return result;
  }

  private static long value(
      Vec column, int row, long seed, boolean zeros, Bytes function, byte[] room) {
    if (column.isNull(row)) {
      return seed;
    }
    if (column instanceof StringVec strings) {
      return function.hash(strings.bytes, strings.start(row), strings.end(row), seed);
    }
    if (column instanceof ListVec list) {
      long hash = seed;
      for (int k = list.start(row); k < list.end(row); k++) {
        hash = value(list.child, k, hash, zeros, function, room);
      }
      return hash;
    }
    if (column instanceof StructVec struct) {
      long hash = seed;
      for (Vec field : struct.fields) {
        hash = value(field, row, hash, zeros, function, room);
      }
      return hash;
    }
    if (column instanceof WideVec wide) {
      byte[] bytes = wide.get(row).toByteArray();
      return function.hash(bytes, 0, bytes.length, seed);
    }
    long bits = ((FixedVec) column).values[row];
    Type type = column.type;
    if (type.isUnsigned() && type.width() >= 4) {
      throw new Refused("the hash of " + type);
    }
    if (type.isFloat()) {
      bits = normalized(type, bits, zeros);
    }
    int width = type.isDecimal() ? 8 : Math.max(4, type.width());
    little(bits, room, 0, width);
    return function.hash(room, 0, width, seed);
  }

  private static void little(long bits, byte[] into, int at, int width) {
    for (int i = 0; i < width; i++) {
      into[at + i] = (byte) (bits >> 8 * i);
    }
  }

  static long normalized(Type type, long bits, boolean zeros) {
    double value = FixedVec.toDouble(type, bits);
    return value != value ? FixedVec.bits(type, Double.NaN) : zeros && value == 0 ? 0 : bits;
  }

  private static int mix(int h, int k) {
    int mixed = Integer.rotateLeft(h ^ Integer.rotateLeft(k * 0xcc9e2d51, 15) * 0x1b873593, 13);
    return mixed * 5 + 0xe6546b64;
  }

  /** Spark's Murmur3: the trailing bytes are mixed one by one, as signed numbers. */
  static int murmur(byte[] bytes, int from, int to, int seed) {
    int h = seed;
    int at = from;
    for (; at + 4 <= to; at += 4) {
      h = mix(h, little32(bytes, at));
    }
    for (; at < to; at++) {
      h = mix(h, bytes[at]);
    }
    return finish(h, to - from);
  }

  /** Murmur3 as published (x86, 32 bits), without the final mixing of the trailing block. */
  static int murmur3(byte[] bytes, int from, int to, int seed) {
    int h = seed;
    int at = from;
    for (; at + 4 <= to; at += 4) {
      h = mix(h, little32(bytes, at));
    }
    int rest = 0;
    for (int i = to - 1; i >= at; i--) {
      rest = rest << 8 | bytes[i] & 0xFF;
    }
    return finish(h ^ Integer.rotateLeft(rest * 0xcc9e2d51, 15) * 0x1b873593, to - from);
  }

  private static int finish(int hash, int length) {
    int h = hash ^ length;
    h = (h ^ h >>> 16) * 0x85ebca6b;
    h = (h ^ h >>> 13) * 0xc2b2ae35;
    return h ^ h >>> 16;
  }

  private static int little32(byte[] b, int at) {
    return (b[at] & 0xFF) | (b[at + 1] & 0xFF) << 8 | (b[at + 2] & 0xFF) << 16 | b[at + 3] << 24;
  }

  private static long little64(byte[] b, int at) {
    return (little32(b, at) & 0xFFFF_FFFFL) | (long) little32(b, at + 4) << 32;
  }

  private static long round(long acc, long input) {
    return Long.rotateLeft(acc + input * P2, 31) * P1;
  }

  /** XXH64. */
  static long xx(byte[] b, int from, int to, long seed) {
    int at = from;
    long h;
    if (to - from >= 32) {
      long[] v = {seed + P1 + P2, seed + P2, seed, seed - P1};
      for (; at + 32 <= to; at += 32) {
        for (int i = 0; i < 4; i++) {
          v[i] = round(v[i], little64(b, at + 8 * i));
        }
      }
      h =
          Long.rotateLeft(v[0], 1)
              + Long.rotateLeft(v[1], 7)
              + Long.rotateLeft(v[2], 12)
              + Long.rotateLeft(v[3], 18);
      for (long lane : v) {
        h = (h ^ round(0, lane)) * P1 + P4;
      }
    } else {
      h = seed + P5;
    }
    h += to - from;
    for (; at + 8 <= to; at += 8) {
      h = Long.rotateLeft(h ^ round(0, little64(b, at)), 27) * P1 + P4;
    }
    if (at + 4 <= to) {
      h = Long.rotateLeft(h ^ (little32(b, at) & 0xFFFF_FFFFL) * P1, 23) * P2 + P3;
      at += 4;
    }
    for (; at < to; at++) {
      h = Long.rotateLeft(h ^ (b[at] & 0xFF) * P5, 11) * P1;
    }
    h = (h ^ h >>> 33) * P2;
    h = (h ^ h >>> 29) * P3;
    return h ^ h >>> 32;
  }

  /** The digest of each row's concatenated values. Nulls are skipped; the result has no nulls. */
  @Native(value = "ai.rapids.cudf.ColumnVector.md5", with = "MD5")
  @Native(value = "ai.rapids.cudf.ColumnVector.sha1", with = "SHA-1")
  public static StringVec digests(Vec[] columns, String algorithm) {
    int rows = columns.length == 0 ? 0 : columns[0].size;
    for (Vec column : rows == 0 ? new Vec[0] : columns) {
      boolean listed = column instanceof ListVec && algorithm.equals("MD5");
      if (listed) {
        Refused.offset();
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
    CudfClasses.expects(
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
    return digests(new Vec[] {column}, algorithm).with(column.valid);
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no " + algorithm, e);
    }
  }

  /**
   * The rows by partition; the start of each partition is written to {@code starts}. Rows keep
   * their order within a partition, which a GPU does not guarantee.
   *
   * @param function 0 for the value itself, 1 for Murmur3
   */
  @Native("ai.rapids.cudf.Table.hashPartition")
  public static Vec[] hashPartition(
      TableView table, int[] keys, int function, int count, int seed, int[] starts) {
    CudfClasses.requires(
        count > 0 && keys.length > 0,
        count <= 0 ? "number_of_partitions is zero" : "columns_to_hash is zero");
    Vec[] by = Arrays.stream(keys).mapToObj(table::vec).toArray(Vec[]::new);
    for (Vec key : by) {
      CudfClasses.expects(
          function != IDENTITY || key.type.isIntegral() || key.type.isFloat(),
          "IdentityHash does not support this data type");
      Refused.when(
          key.type.isNested() || function == IDENTITY && key.type.isFloat(),
          "a partition by " + key.type);
    }
    int[] of = new int[table.rows()];
    Arrays.setAll(
        of, row -> Integer.remainderUnsigned(partitionHash(by, row, function, seed), count));
    return Tables.gather(table.vecs(), Tables.partition(of, count, starts));
  }

  private static int partitionHash(Vec[] by, int row, int function, int seed) {
    int hash = partitionHash(by[0], row, function, seed);
    for (int i = 1; i < by.length; i++) {
      // boost::hash_combine
      hash ^= partitionHash(by[i], row, function, seed) + 0x9e3779b9 + (hash << 6) + (hash >>> 2);
    }
    return hash;
  }

  private static int partitionHash(Vec vec, int row, int function, int seed) {
    if (vec.isNull(row)) {
      return NULL_HASH;
    }
    if (vec instanceof StringVec s) {
      return murmur3(s.bytes, s.start(row), s.end(row), seed);
    }
    byte[] room = new byte[16];
    int width = vec.type.width();
    if (vec instanceof WideVec wide) {
      little(wide.low[row], room, 0, 8);
      little(wide.high[row], room, 8, 8);
    } else {
      long bits = ((FixedVec) vec).values[row];
      if (function == IDENTITY) {
        return (int) bits;
      }
      little(vec.type.isFloat() ? normalized(vec.type, bits, true) : bits, room, 0, 8);
    }
    return murmur3(room, 0, width, seed);
  }
}
