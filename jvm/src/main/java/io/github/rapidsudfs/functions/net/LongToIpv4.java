// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.net;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** The dotted IPv4 address of a number from 0 to 2³²−1. */
public final class LongToIpv4 extends Udf1<Long, UTF8String> implements UDF1<Long, UTF8String> {
  private static final int LONGEST = 15;

  public LongToIpv4() {
    super(
        Signature.named("long_to_ipv4")
            .in(Category.NET)
            .takes("number", "bigint")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The dotted IPv4 address of an integer")
            .description("Numbers below 0 or above 4294967295 give null.")
            .example("long_to_ipv4(3232235521)", "192.168.0.1")
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(Long number) {
    long n = number;
    if (n >> 32 != 0) {
      return null;
    }
    byte[] text = new byte[LONGEST];
    int length = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
      length = write((int) (n >> shift) & 255, text, length);
      if (shift > 0) {
        text[length++] = '.';
      }
    }
    return UTF8String.fromBytes(text, 0, length);
  }

  private static int write(int octet, byte[] into, int at) {
    int end = at;
    if (octet >= 100) {
      into[end++] = (byte) ('0' + octet / 100);
    }
    if (octet >= 10) {
      into[end++] = (byte) ('0' + octet / 10 % 10);
    }
    into[end++] = (byte) ('0' + octet % 10);
    return end;
  }

  /** The four bytes of each number, converted to strings in one launch and joined by dots. */
  @Override
  protected ColumnVector columnar(ColumnVector number) {
    try (ColumnVector bytes = bytes(number);
        ColumnView octets = bytes.getChildColumnView(0);
        ColumnVector texts = octets.castTo(DType.STRING);
        ColumnView lists = bytes.replaceListChild(texts);
        Scalar dot = Scalar.fromString(".");
        Scalar none = Scalar.fromNull(DType.STRING)) {
      return lists.stringConcatenateListElements(dot, none, true, false);
    }
  }

  /** Most significant byte first; null if the number has more than 32 bits. */
  private static ColumnVector bytes(ColumnVector number) {
    try (ColumnVector kept = low32(number)) {
      return kept.asByteList(true);
    }
  }

  private static ColumnVector low32(ColumnVector number) {
    try (ColumnVector low = number.castTo(DType.UINT32);
        ColumnVector whole = low.binaryOp(BinaryOp.EQUAL, number, DType.BOOL8)) {
      return ColumnMath.nullUnless(whole, low);
    }
  }
}
