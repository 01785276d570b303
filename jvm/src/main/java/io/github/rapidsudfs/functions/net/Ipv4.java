// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.net;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.SplitNumbers;
import io.github.rapidsudfs.rows.Utf8;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Dotted quads, row-wise and columnar.
 *
 * <p>Strict: four decimal numbers from 0 to 255 in ASCII digits, no leading zeros (some parsers
 * read {@code 010} as ten, others as eight), no signs, no blanks, none of the short forms of
 * inet_aton.
 */
final class Ipv4 {
  private Ipv4() {}

  /** The four octets of a column of addresses. */
  static SplitNumbers octets(ColumnView address) {
    return SplitNumbers.of(address, ".", 4, DType.UINT8);
  }

  /** The address in the bytes before {@code end}, or −1 if they are not an address. */
  static long parse(UTF8String text, int end) {
    long address = 0;
    int at = 0;
    for (int octet = 0; octet < 4; octet++) {
      if (octet > 0 && (at >= end || Utf8.at(text, at++) != '.')) {
        return -1;
      }
      int value = number(text, at, Math.min(end, at + 3));
      if (value < 0 || value > 255) {
        return -1;
      }
      at += value < 10 ? 1 : value < 100 ? 2 : 3;
      address = address << 8 | value;
    }
    return at == end ? address : -1;
  }

  /**
   * The number at the start of {@code text[from, end)}, of at most nine digits, or −1 if there is
   * none. A leading 0 ends the number; the caller rejects digits after it.
   */
  static int number(UTF8String text, int from, int end) {
    int value = -1;
    for (int at = from; at < end && value != 0; at++) {
      int digit = Utf8.at(text, at) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = Math.max(value, 0) * 10 + digit;
    }
    return value;
  }

  /** The addresses of octets, UINT32; null if any of the four octets is null. */
  static ColumnVector address(SplitNumbers octets) {
    try (ColumnVector two = shiftedAnd(octets.number(0), octets.number(1));
        ColumnVector three = shiftedAnd(two, octets.number(2))) {
      return shiftedAnd(three, octets.number(3));
    }
  }

  private static ColumnVector shiftedAnd(ColumnVector address, ColumnVector octet) {
    try (ColumnVector shifted =
        ColumnMath.with(BinaryOp.SHIFT_LEFT, address, Byte.SIZE, DType.UINT32)) {
      return shifted.binaryOp(BinaryOp.BITWISE_OR, octet, DType.UINT32);
    }
  }
}
