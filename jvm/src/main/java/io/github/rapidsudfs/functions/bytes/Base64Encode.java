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
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.udf.Udf1;
import java.util.Base64;
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
    try (ColumnVector lists = ListSums.unsliced(data);
        ColumnVector lengths = lengths(lists);
        ColumnVector groups = groups(lengths);
        ColumnVector places = places(lists, groups);
        ColumnView all = places.getChildColumnView(0);
        ColumnVector texts = texts(lists, lengths, groups, all)) {
      return data.hasNulls()
          ? texts.mergeAndSetValidity(BinaryOp.BITWISE_AND, data)
          : texts.incRefCount();
    }
  }

  private static ColumnVector lengths(ColumnVector lists) {
    try (ColumnVector lengths = lists.countElements();
        Scalar zero = Scalar.fromInt(0)) {
      return lengths.hasNulls() ? lengths.replaceNulls(zero) : lengths.incRefCount();
    }
  }

  /** The number of groups of three bytes, including an incomplete last one. */
  private static ColumnVector groups(ColumnVector lengths) {
    try (ColumnVector more = with(BinaryOp.ADD, lengths, 2)) {
      return with(BinaryOp.DIV, more, 3);
    }
  }

  /** The position at which each group begins. */
  private static ColumnVector places(ColumnVector lists, ColumnVector groups) {
    int rows = Math.toIntExact(groups.getRowCount());
    try (ColumnView offsets = lists.getListOffsetsView();
        ColumnVector starts = offsets.subVector(0, rows);
        Scalar three = Scalar.fromInt(3);
        ColumnVector steps = ColumnVector.fromScalar(three, rows)) {
      return ColumnVector.sequence(starts, groups, steps);
    }
  }

  private static ColumnVector texts(
      ColumnVector lists, ColumnVector lengths, ColumnVector groups, ColumnView places) {
    if (places.getRowCount() == 0) {
      try (Scalar nothing = Scalar.fromString("")) {
        return ColumnVector.fromScalar(nothing, Math.toIntExact(groups.getRowCount()));
      }
    }
    Math.multiplyExact(Math.toIntExact(places.getRowCount()), Integer.BYTES);
    try (ColumnVector left = left(lengths, groups);
        ColumnVector bits = bits(lists, places, left);
        ColumnVector characters = characters(bits, left);
        ColumnVector before = groups.generateListOffsets();
        ColumnVector offsets = with(BinaryOp.SHIFT_LEFT, before, 2)) {
      return StringBytes.strings(characters, offsets);
    }
  }

  /** The number of bytes in each group: 1 to 3. */
  private static ColumnVector left(ColumnVector lengths, ColumnVector groups) {
    try (Scalar down = Scalar.fromInt(-3);
        ColumnVector steps = ColumnVector.fromScalar(down, Math.toIntExact(groups.getRowCount()));
        ColumnVector lists = ColumnVector.sequence(lengths, groups, steps);
        ColumnView all = lists.getChildColumnView(0);
        Scalar one = Scalar.fromInt(1);
        Scalar three = Scalar.fromInt(3)) {
      return all.clamp(one, three);
    }
  }

  /** The 24 bits of each group; missing bytes are 0. */
  private static ColumnVector bits(ColumnVector lists, ColumnView places, ColumnVector left) {
    try (ColumnView all = lists.getChildColumnView(0);
        Scalar zero = Scalar.fromUnsignedByte((byte) 0);
        ColumnVector end = ColumnVector.fromScalar(zero, 2);
        ColumnVector bytes = ColumnVector.concatenate(all, end);
        ColumnVector first = shifted(bytes, places, 0);
        ColumnVector second = shifted(bytes, places, 1);
        ColumnVector third = shifted(bytes, places, 2);
        ColumnVector two = first.binaryOp(BinaryOp.BITWISE_OR, second, DType.INT32);
        ColumnVector three = two.binaryOp(BinaryOp.BITWISE_OR, third, DType.INT32);
        ColumnVector masks = ColumnVector.fromInts(0, 0xFF0000, 0xFFFF00, 0xFFFFFF);
        ColumnVector mask = ListSums.at(masks, left)) {
      return three.binaryOp(BinaryOp.BITWISE_AND, mask, DType.INT32);
    }
  }

  /** The byte at one position of each group, shifted to its place among the 24 bits. */
  private static ColumnVector shifted(ColumnVector bytes, ColumnView places, int place) {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      table[i] = i << 8 * (2 - place);
    }
    try (ColumnVector from = bytes.subVector(place);
        ColumnVector each = ListSums.at(from, places);
        ColumnVector moved = ColumnVector.fromInts(table)) {
      return ListSums.at(moved, each);
    }
  }

  /** The four characters as a number, the first one in the lowest byte. */
  private static ColumnVector characters(ColumnVector bits, ColumnVector left) {
    try (ColumnVector high = with(BinaryOp.SHIFT_RIGHT, bits, 12);
        ColumnVector low = with(BinaryOp.BITWISE_AND, bits, PAIRS - 1);
        ColumnVector paddings = ColumnVector.fromInts(0, 2 * PAIRS, PAIRS, 0);
        ColumnVector padding = ListSums.at(paddings, left);
        ColumnVector lowOrPadded = low.binaryOp(BinaryOp.BITWISE_OR, padding, DType.INT32);
        ColumnVector firstTwo = ColumnVector.fromInts(firstTwo());
        ColumnVector lastTwo = ColumnVector.fromInts(lastTwo());
        ColumnVector begin = ListSums.at(firstTwo, high);
        ColumnVector end = ListSums.at(lastTwo, lowOrPadded)) {
      return begin.binaryOp(BinaryOp.BITWISE_OR, end, DType.INT32);
    }
  }

  private static int[] firstTwo() {
    int[] pairs = new int[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      pairs[i] = pair(DIGITS.charAt(i >> 6), DIGITS.charAt(i & 63));
    }
    return pairs;
  }

  /**
   * All pairs of characters, then the pairs whose second is padding, then a pair of two paddings.
   */
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

  private static ColumnVector with(BinaryOp op, ColumnView numbers, int operand) {
    try (Scalar scalar = Scalar.fromInt(operand)) {
      return numbers.binaryOp(op, scalar, DType.INT32);
    }
  }
}
