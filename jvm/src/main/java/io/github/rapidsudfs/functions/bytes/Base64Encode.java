// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.bytes;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.Computation;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.udf.Udf1;
import java.util.Base64;
import java.util.stream.IntStream;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Base64 encoding.
 *
 * <p>The columnar body makes a row of every group of three bytes or the rest: a 24-bit number whose
 * upper 12 bits select the first two characters from a table and whose lower 12 bits the other two.
 */
public final class Base64Encode extends Udf1<byte[], UTF8String>
    implements UDF1<byte[], UTF8String> {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int PAIRS = DIGITS.length() * DIGITS.length();

  public Base64Encode() {
    super(
        Signature.named("base64_encode")
            .in(Category.BYTES)
            .takes("data", "binary")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The Base64 encoding of a binary, with padding and without line breaks")
            .description(
                "By RFC 4648, with + and /. As Spark's base64 where"
                    + " spark.sql.chunkBase64String.enabled is false; by default that breaks lines"
                    + " after 76 characters, in all supported versions. unbase64 reads it. Meant"
                    + " for keys and digests: in columns, intermediate results take some thirty"
                    + " times the memory of the bytes.")
            .example("base64_encode(CAST('Spark SQL' AS BINARY))", "U3BhcmsgU1FM")
            .example("base64_encode(X'FBFF')", "+/8=")
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(byte[] data) {
    return UTF8String.fromBytes(Base64.getEncoder().encode(data));
  }

  @Override
  protected ColumnVector columnar(ColumnVector data) {
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(ListSums.unsliced(data));
      ColumnVector lengths = c.own(ColumnMath.orZero(lists.countElements()));
      ColumnVector groups = c.own(groups(lengths));
      ColumnVector places = c.own(places(lists, groups));
      ColumnView all = c.own(places.getChildColumnView(0));
      ColumnVector texts = c.own(texts(lists, lengths, groups, all));
      return ColumnMath.masked(texts, data);
    }
  }

  /** The number of groups of three bytes, including an incomplete last one. */
  private static ColumnVector groups(ColumnVector lengths) {
    try (Columns c = new Columns()) {
      return c.ints(lengths).with(BinaryOp.ADD, 2).with(BinaryOp.DIV, 3).release();
    }
  }

  /** The position at which each group begins. */
  private static ColumnVector places(ColumnVector lists, ColumnVector groups) {
    int rows = Math.toIntExact(groups.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector starts = c.own(c.own(lists.getListOffsetsView()).subVector(0, rows));
      ColumnVector steps = c.own(ColumnMath.repeated(3, rows));
      return ColumnVector.sequence(starts, groups, steps);
    }
  }

  private static ColumnVector texts(
      ColumnVector lists, ColumnVector lengths, ColumnVector groups, ColumnView places) {
    try (Columns c = new Columns()) {
      if (places.getRowCount() == 0) {
        return ColumnMath.repeated("", groups.getRowCount());
      }
      Math.multiplyExact(Math.toIntExact(places.getRowCount()), Integer.BYTES);
      ColumnVector left = c.own(left(lengths, groups));
      ColumnVector bits = c.own(bits(lists, places, left));
      ColumnVector characters = c.own(characters(bits, left));
      ColumnVector before = c.own(groups.generateListOffsets());
      ColumnVector offsets = c.ints(before).with(BinaryOp.SHIFT_LEFT, 2).get();
      return StringBytes.strings(characters, offsets);
    }
  }

  /** The number of bytes in each group: 1 to 3. */
  private static ColumnVector left(ColumnVector lengths, ColumnVector groups) {
    try (Columns c = new Columns()) {
      ColumnVector steps = c.own(ColumnMath.repeated(-3, groups.getRowCount()));
      ColumnVector lists = c.own(ColumnVector.sequence(lengths, groups, steps));
      ColumnView all = c.own(lists.getChildColumnView(0));
      return all.clamp(c.own(Scalar.fromInt(1)), c.own(Scalar.fromInt(3)));
    }
  }

  /** The 24 bits of each group; missing bytes are 0. */
  private static ColumnVector bits(ColumnVector lists, ColumnView places, ColumnVector left) {
    try (Columns c = new Columns()) {
      ColumnView all = c.own(lists.getChildColumnView(0));
      Scalar zero = c.own(Scalar.fromUnsignedByte((byte) 0));
      ColumnVector end = c.own(ColumnVector.fromScalar(zero, 2));
      ColumnVector bytes = c.own(ColumnVector.concatenate(all, end));
      ColumnVector first = c.own(shifted(bytes, places, 0));
      ColumnVector second = c.own(shifted(bytes, places, 1));
      ColumnVector third = c.own(shifted(bytes, places, 2));
      Computation three =
          c.ints(first).with(BinaryOp.BITWISE_OR, second).with(BinaryOp.BITWISE_OR, third);
      ColumnVector masks = c.own(ColumnVector.fromInts(0, 0xFF0000, 0xFFFF00, 0xFFFFFF));
      return three.with(BinaryOp.BITWISE_AND, c.own(ListSums.at(masks, left))).release();
    }
  }

  /** The byte at one position of each group, shifted to its place among the 24 bits. */
  private static ColumnVector shifted(ColumnVector bytes, ColumnView places, int place) {
    int[] table = IntStream.range(0, 256).map(i -> i << 8 * (2 - place)).toArray();
    try (Columns c = new Columns()) {
      ColumnVector each = c.own(ListSums.at(c.own(bytes.subVector(place)), places));
      return ListSums.at(c.own(ColumnVector.fromInts(table)), each);
    }
  }

  /** The four characters as a number, the first one in the lowest byte. */
  private static ColumnVector characters(ColumnVector bits, ColumnVector left) {
    try (Columns c = new Columns()) {
      ColumnVector high = c.ints(bits).with(BinaryOp.SHIFT_RIGHT, 12).get();
      Computation low = c.ints(bits).with(BinaryOp.BITWISE_AND, PAIRS - 1);
      ColumnVector paddings = c.own(ColumnVector.fromInts(0, 2 * PAIRS, PAIRS, 0));
      ColumnVector padding = c.own(ListSums.at(paddings, left));
      ColumnVector lowOrPadded = low.with(BinaryOp.BITWISE_OR, padding).get();
      ColumnVector firstTwo = c.own(ColumnVector.fromInts(firstTwo()));
      ColumnVector lastTwo = c.own(ColumnVector.fromInts(lastTwo()));
      ColumnVector begin = c.own(ListSums.at(firstTwo, high));
      ColumnVector end = c.own(ListSums.at(lastTwo, lowOrPadded));
      return begin.binaryOp(BinaryOp.BITWISE_OR, end, DType.INT32);
    }
  }

  private static int[] firstTwo() {
    return IntStream.range(0, PAIRS)
        .map(i -> pair(DIGITS.charAt(i >> 6), DIGITS.charAt(i & 63)))
        .toArray();
  }

  /** All pairs of characters, then those whose second is padding, then a pair of paddings. */
  private static int[] lastTwo() {
    int[] pairs = new int[3 * PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      char third = DIGITS.charAt(i >> 6);
      pairs[i] = pair(third, DIGITS.charAt(i & 63)) << 16;
      pairs[PAIRS + i] = pair(third, '=') << 16;
      pairs[2 * PAIRS + i] = pair('=', '=') << 16;
    }
    return pairs;
  }

  private static int pair(char first, char second) {
    return first | second << 8;
  }
}
