package io.github.rapidsudfs.functions.identities;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;

/**
 * Values of one declared type, unchanged. Unlike {@link Identity} these convert and check their
 * argument as any function of a declared type does.
 */
abstract class IdentityOf<T> extends Udf1<T, T> {
  private static final long serialVersionUID = 1L;

  /** The signature of {@code identity_<suffix>}, with an example and what it shows. */
  static Signature declare(String suffix, String ddl, String example, String shows) {
    return Signature.named("identity_" + suffix)
        .in(Category.IDENTITY)
        .takes("value", ddl)
        .returns(ddl)
        .nulls(NullRule.ANY_NULL_PROPAGATED)
        .summary("Returns its argument, of type " + ddl)
        .description("It shows what crosses between Spark and cuDF for this type, and what that costs.")
        .example(example, shows)
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
