// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.calls.SparkValues;
import io.github.rapidsudfs.testkit.values.Differences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.StructType;

/** The result rows of a query, identified by their first field. */
public final class SqlAnswers {
  private final StructType schema;
  private final List<Object[]> rows = new ArrayList<>();
  private final Map<Object, Object[]> byId = new LinkedHashMap<>();

  /** Runs the plan. */
  SqlAnswers(SparkPlan plan) {
    this(plan.schema());
    for (InternalRow row : plan.executeCollect()) {
      Object[] values = new Object[schema.length()];
      for (int i = 0; i < values.length; i++) {
        Object value = row.isNullAt(i) ? null : row.get(i, schema.apply(i).dataType());
        values[i] = SparkValues.decode(schema.apply(i).dataType(), value);
      }
      add(values);
    }
  }

  private SqlAnswers(StructType schema) {
    this.schema = schema;
  }

  private void add(Object[] row) {
    rows.add(row);
    byId.put(row[0], row);
  }

  /** The results of the same batch repeated a number of times, with consecutive ids. */
  public SqlAnswers repeated(int times) {
    SqlAnswers all = new SqlAnswers(schema);
    for (int turn = 0; turn < times; turn++) {
      for (Object[] row : rows) {
        Object[] again = row.clone();
        again[0] = (Long) row[0] + (long) turn * rows.size();
        all.add(again);
      }
    }
    return all;
  }

  public int size() {
    return rows.size();
  }

  /** The rows in their original order. */
  public List<Object[]> rows() {
    return rows;
  }

  /** The values of a field as SQL, by id. */
  public Map<String, String> shown(int field) {
    Map<String, String> shown = new LinkedHashMap<>();
    byId.keySet().stream()
        .sorted()
        .forEach(id -> shown.put(id.toString(), shown((Long) id, field)));
    return shown;
  }

  /** The value of a row's field as SQL. */
  public String shown(long id, int field) {
    Object[] row = byId.get(id);
    return row == null ? "no such row" : Engine.shown(schema.apply(field).dataType(), row[field]);
  }

  /** The ids of rows that are missing, extra, or differ in a field (-1 for any field). */
  public List<Object> differing(SqlAnswers others, int field, double tolerance) {
    Differences differences = new Differences(tolerance);
    List<Object> ids = new ArrayList<>();
    byId.forEach(
        (id, row) -> {
          Object[] other = others.byId.get(id);
          boolean differs = other == null;
          for (int i = 1; !differs && i < row.length; i++) {
            differs =
                (field < 0 || field == i)
                    && differences.between(schema.apply(i).dataType(), row[i], other[i]) != null;
          }
          if (differs) {
            ids.add(id);
          }
        });
    others.byId.keySet().stream().filter(id -> !byId.containsKey(id)).forEach(ids::add);
    return ids;
  }

  /** Returns whether other rows equal these, in any order. */
  public boolean sameAs(SqlAnswers others, double tolerance) {
    return others.size() == others.byId.size()
        && size() == others.size()
        && differing(others, -1, tolerance).isEmpty();
  }
}
