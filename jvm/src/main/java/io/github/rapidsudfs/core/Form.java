package io.github.rapidsudfs.core;

import org.apache.hadoop.hive.ql.exec.UDF;

/** The way in which a function is registered where every way is open. */
public enum Form {
  /** A Scala {@code FunctionN} object in a {@code ScalaUDF}. */
  SCALA,
  /** A Java {@code UDFn} class, by {@code registerJavaFunction}. */
  JAVA,
  /** A Hive {@code UDF} class, by {@code CREATE TEMPORARY FUNCTION}. */
  HIVE_SIMPLE,
  /** A Hive {@code GenericUDF} class, by {@code CREATE TEMPORARY FUNCTION}. */
  HIVE_GENERIC;

  /** The form of a function, from what its class is. */
  @SuppressWarnings("deprecation")
  public static Form of(DualFunction function) {
    if (function instanceof HiveGenericUdf) {
      return HIVE_GENERIC;
    }
    if (function instanceof UDF) {
      return HIVE_SIMPLE;
    }
    return function instanceof ScalaForm ? SCALA : JAVA;
  }

  /**
   * Whether {@code registerJavaFunction} takes the class: Spark looks for exactly one {@code UDFn}
   * among the interfaces that the class itself names.
   */
  public static boolean isJavaUdf(Class<? extends DualFunction> function) {
    int found = 0;
    for (Class<?> each : function.getInterfaces()) {
      if (each.getName().matches("org\\.apache\\.spark\\.sql\\.api\\.java\\.UDF\\d+")) {
        found++;
      }
    }
    return found == 1;
  }
}
