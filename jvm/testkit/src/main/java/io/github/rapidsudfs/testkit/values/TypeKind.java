// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.types.DataType;

/** The kinds of Spark types, for switches. */
public enum TypeKind {
  BOOLEAN,
  BYTE,
  SHORT,
  INTEGER,
  LONG,
  FLOAT,
  DOUBLE,
  DECIMAL,
  STRING,
  BINARY,
  DATE,
  TIMESTAMP,
  NULL,
  ARRAY,
  MAP,
  STRUCT;

  private static final Map<Class<?>, TypeKind> KINDS = new ConcurrentHashMap<>();

  /**
   * @throws IllegalArgumentException naming a type that UDFs do not support
   */
  public static TypeKind of(DataType type) {
    return KINDS.computeIfAbsent(type.getClass(), c -> find(type));
  }

  private static TypeKind find(DataType type) {
    // A type without parameters is a Scala object with a class name like StringType$.
    String name = type.getClass().getSimpleName().replace("$", "");
    return Arrays.stream(values())
        .filter(kind -> name.equalsIgnoreCase(kind + "Type"))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("there are no values of type " + type.sql()));
  }
}
