// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.functions;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;

/** The identity of one declared type, which converts and checks its argument. */
abstract class IdentityOf<T> extends Udf1<T, T> {
  /** {@code identity_<suffix>}, with the argument of an example. */
  IdentityOf(String suffix, String ddl, String argument, String shows) {
    super(declare(suffix, ddl, argument, shows));
  }

  private static Signature declare(String suffix, String ddl, String argument, String shows) {
    String call = "identity_" + suffix + "(" + argument + ")";
    return Signature.named("identity_" + suffix)
        .in(Category.IDENTITY)
        .takes("value", ddl)
        .returns(ddl)
        .nulls(NullRule.ANY_NULL_PROPAGATED)
        .summary("Returns its argument, of type " + ddl)
        .example(ddl.equals("binary") ? "hex(" + call + ")" : call, shows)
        .since("0.1.0");
  }

  @Override
  protected final T row(T value) {
    return value;
  }

  @Override
  protected final ColumnVector columnar(ColumnVector value) {
    return value.incRefCount();
  }
}
