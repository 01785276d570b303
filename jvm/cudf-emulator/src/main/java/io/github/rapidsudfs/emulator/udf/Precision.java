// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.udf;

import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Finds decimals, at any depth, with more digits than their Spark type. */
final class Precision {
  /** A description of the first such value, or null, for a Spark type and its column. */
  static String fault(Object type, Column column) {
    return hasDecimal(type) ? fault(type, Read.vec(column), null) : null;
  }

  private static boolean hasDecimal(Object type) {
    // The SQL of a nested type contains that of its parts.
    return String.valueOf(CudfClasses.call(type, "sql")).contains("DECIMAL(");
  }

  private static String fault(Object type, Vec values, boolean[] reached) {
    switch (type.getClass().getSimpleName()) {
      case "DecimalType":
        return decimal(type, values, reached);
      case "ArrayType":
        return fault(
            CudfClasses.call(type, "elementType"),
            ((ListVec) values).child,
            elements((ListVec) values, reached));
      case "MapType":
        {
          StructVec entries = (StructVec) ((ListVec) values).child;
          boolean[] there = elements((ListVec) values, reached);
          String key = fault(CudfClasses.call(type, "keyType"), entries.fields[0], there);
          return key != null
              ? key
              : fault(CudfClasses.call(type, "valueType"), entries.fields[1], there);
        }
      case "StructType":
        {
          Object[] fields = (Object[]) CudfClasses.call(type, "fields");
          boolean[] there = new boolean[values.size];
          for (int i = 0; i < there.length; i++) {
            there[i] = isReached(values, reached, i);
          }
          for (int f = 0; f < fields.length; f++) {
            String fault =
                fault(
                    CudfClasses.call(fields[f], "dataType"), ((StructVec) values).fields[f], there);
            if (fault != null) {
              return fault;
            }
          }
          return null;
        }
      default:
        return null;
    }
  }

  private static String decimal(Object type, Vec values, boolean[] reached) {
    int precision = (Integer) CudfClasses.call(type, "precision");
    BigInteger limit = BigInteger.TEN.pow(precision);
    for (int i = 0; i < values.size; i++) {
      if (isReached(values, reached, i) && unscaled(values, i).abs().compareTo(limit) >= 0) {
        BigDecimal value = new BigDecimal(unscaled(values, i), -values.type.scale());
        return value.toPlainString()
            + ", which has more digits than "
            + String.valueOf(CudfClasses.call(type, "sql")).toLowerCase(java.util.Locale.ROOT);
      }
    }
    return null;
  }

  private static BigInteger unscaled(Vec values, int row) {
    return values instanceof WideVec wide
        ? wide.get(row)
        : BigInteger.valueOf(((FixedVec) values).values[row]);
  }

  /** Flags for the elements that belong to a list that is not null. */
  private static boolean[] elements(ListVec lists, boolean[] reached) {
    boolean[] there = new boolean[lists.child.size];
    for (int i = 0; i < lists.size; i++) {
      for (int k = lists.start(i); k < lists.end(i); k++) {
        there[k] = isReached(lists, reached, i);
      }
    }
    return there;
  }

  private static boolean isReached(Vec values, boolean[] reached, int row) {
    return (reached == null || reached[row]) && !values.isNull(row);
  }
}
