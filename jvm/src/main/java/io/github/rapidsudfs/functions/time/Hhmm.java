// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.time;

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
import java.nio.ByteBuffer;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** A minute of the day as a time of day. */
public final class Hhmm extends Udf1<Short, UTF8String> implements UDF1<Short, UTF8String> {
  private static final short MINUTES = 24 * 60;
  private static final int LENGTH = 5;

  /** The concatenated strings of all minutes of a day. */
  private static final byte[] BYTES = allTexts();

  public Hhmm() {
    super(
        Signature.named("hhmm")
            .in(Category.TIME)
            .takes("minute", "smallint")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Writes a minute of the day, 0 to 1439, as hours and minutes")
            .description("Two digits each, 00:00 to 23:59; any other number gives null.")
            .example("hhmm(545S)", "09:05")
            .example("hhmm(1440S)", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(Short minute) {
    int m = minute;
    return m < 0 || m >= MINUTES ? null : UTF8String.fromBytes(text(m));
  }

  private static byte[] text(int m) {
    return new byte[] {digit(m / 600), digit(m / 60 % 10), ':', digit(m % 60 / 10), digit(m % 10)};
  }

  private static byte digit(int value) {
    return (byte) ('0' + value);
  }

  /** Looks up a table of all minutes; other numbers, as unsigned positions, are beyond it. */
  @Override
  protected ColumnVector columnar(ColumnVector minute) {
    try (Scalar beyond = Scalar.fromShort(MINUTES);
        ColumnVector known =
            minute.hasNulls() ? minute.replaceNulls(beyond) : minute.incRefCount();
        ColumnView places = known.bitCastTo(DType.UINT16);
        ColumnVector texts = texts()) {
      return ListSums.atOrNull(texts, places);
    }
  }

  /** Uploaded as 7,200 bytes; a column of strings would be assembled on the host. */
  private static ColumnVector texts() {
    try (Scalar start = Scalar.fromInt(0);
        Scalar length = Scalar.fromInt(LENGTH);
        ColumnVector offsets = ColumnVector.sequence(start, length, MINUTES + 1);
        ColumnVector bytes = ColumnVector.fromUnsignedBytes(BYTES)) {
      return StringBytes.strings(bytes, offsets);
    }
  }

  private static byte[] allTexts() {
    ByteBuffer texts = ByteBuffer.allocate(LENGTH * MINUTES);
    for (int m = 0; m < MINUTES; m++) {
      texts.put(text(m));
    }
    return texts.array();
  }
}
