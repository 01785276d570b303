// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.functions;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;

/** The number of bytes of a binary, which cuDF stores as a list of bytes. */
public final class BytesLen extends Udf1<byte[], Integer> implements UDF1<byte[], Integer> {
  public BytesLen() {
    super(
        Signature.named("bytes_len")
            .in(Category.BYTES)
            .takes("data", "binary")
            .returns("int")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The number of bytes of a binary")
            .example("bytes_len(X'00FF80')", "3")
            .since("0.1.0"));
  }

  @Override
  protected Integer row(byte[] data) {
    return data.length;
  }

  @Override
  protected ColumnVector columnar(ColumnVector data) {
    return data.countElements();
  }
}
