// SPDX-License-Identifier: Apache-2.0

package example;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.udf.Udf1;
import io.github.rapidsudfs.rows.Utf8;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** {@link LastFour} on the bytes of Spark's strings. */
public final class LastFourBytes extends Udf1<UTF8String, UTF8String>
    implements UDF1<UTF8String, UTF8String> {
  public LastFourBytes() {
    super(new LastFour().signature());
  }

  @Override
  protected UTF8String row(UTF8String number) {
    byte[] four = new byte[4];
    int at = four.length;
    for (int i = number.numBytes() - 1; i >= 0 && at > 0; i--) {
      byte b = Utf8.at(number, i);
      if (b >= '0' && b <= '9') {
        four[--at] = b;
      }
    }
    return at > 0 ? null : UTF8String.fromBytes(four);
  }

  @Override
  protected ColumnVector columnar(ColumnVector number) {
    return new LastFour().columnar(number);
  }
}
