// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.io.Serializable;
import java.util.Objects;
import org.apache.spark.sql.types.DataType;

/**
 * One declared argument.
 *
 * @param name its name in the documentation
 * @param ddl its Spark type as DDL, or {@code any}
 * @param literal whether it is a constant by nature: in the DataFrame APIs any value but a column
 *     is then a literal, even a string, which elsewhere names a column
 */
public record Argument(String name, String ddl, boolean literal) implements Serializable {
  public static final String ANY = "any";

  public Argument {
    Objects.requireNonNull(name);
    Objects.requireNonNull(ddl);
  }

  public boolean isAny() {
    return ddl.equals(ANY);
  }

  /** The declared Spark type; null for an argument of any type. */
  public DataType type() {
    return isAny() ? null : Ddl.parse(ddl);
  }
}
