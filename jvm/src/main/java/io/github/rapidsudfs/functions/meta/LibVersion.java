// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.meta;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.BuildInfo;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.udf.Udf0;
import org.apache.spark.sql.api.java.UDF0;
import org.apache.spark.unsafe.types.UTF8String;

/** The version of this library, as it runs in the executors. */
public final class LibVersion extends Udf0<UTF8String> implements UDF0<UTF8String> {
  public LibVersion() {
    super(
        Signature.named("lib_version")
            .in(Category.META)
            .returns("string")
            .nulls(NullRule.NEVER_NULL)
            .summary("The version of this library")
            .description("Evaluated where the row is computed: the version of the executor's jar.")
            .example("lib_version() RLIKE '^[0-9]+[.][0-9]+[.][0-9]+'", "true")
            .since("0.1.0"));
  }

  private static final UTF8String VERSION = UTF8String.fromString(BuildInfo.version());

  @Override
  protected UTF8String row() {
    return VERSION;
  }

  @Override
  protected ColumnVector columnar(int rows) {
    return ColumnMath.repeated(BuildInfo.version(), rows);
  }
}
