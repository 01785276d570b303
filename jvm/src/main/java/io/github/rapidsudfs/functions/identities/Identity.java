// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.identities;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Argument;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;

/** Any value, unchanged: the smallest function whose result type depends on its argument's. */
public final class Identity extends Udf1<Object, Object> implements UDF1<Object, Object> {
  public Identity() {
    super(
        Signature.named("identity")
            .in(Category.IDENTITY)
            .takes("value", Argument.ANY)
            .returns("the type of value", types -> types.get(0))
            .opaque()
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Returns its argument, of whatever type")
            .description("It shows what crosses between Spark and cuDF, and what that costs.")
            .divergence(Divergences.INVALID_UTF8)
            .example("identity(CAST(1.50 AS DECIMAL(21,3)))", "1.500")
            .since("0.1.0"));
  }

  @Override
  protected Object row(Object value) {
    return value;
  }

  @Override
  protected ColumnVector columnar(ColumnVector value) {
    return value.incRefCount();
  }
}
