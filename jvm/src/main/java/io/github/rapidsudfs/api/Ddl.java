// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.types.DataType;

/** Parses Spark types from DDL. Results are cached, as Spark's parser is slow. */
public final class Ddl {
  private static final ConcurrentHashMap<String, DataType> PARSED = new ConcurrentHashMap<>();

  private Ddl() {}

  /**
   * The type that the text names, for instance {@code array<decimal(18,2)>}.
   *
   * @throws IllegalArgumentException if Spark cannot parse the text as a type
   */
  public static DataType parse(String ddl) {
    return PARSED.computeIfAbsent(ddl, Ddl::parseNow);
  }

  private static DataType parseNow(String ddl) {
    try {
      return org.apache.spark.sql.catalyst.parser.CatalystSqlParser$.MODULE$.parseDataType(ddl);
    } catch (Exception e) {
      // Spark's ParseException is a checked exception that Scala does not declare.
      throw new IllegalArgumentException(
          "'" + ddl + "' is not a Spark SQL type such as decimal(18,2) or array<string>", e);
    }
  }
}
