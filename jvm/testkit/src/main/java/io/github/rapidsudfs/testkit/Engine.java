// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.values.EdgeValues;
import io.github.rapidsudfs.testkit.values.JsonValues;
import io.github.rapidsudfs.testkit.values.Shape;
import io.github.rapidsudfs.testkit.values.SqlLiterals;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.rapidsudfs.RowBytes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The kit inside a Spark session, for callers in other languages: generates values, makes them
 * inputs of queries, compares results, and shrinks failures. It runs no query by itself and calls
 * no body.
 */
public final class Engine {
  private static final int LONGEST_SHOWN = 240;

  /** Parses types from comma-separated DDL. */
  public List<DataType> types(String text) {
    return Types.split(text).stream().map(Types::parse).collect(Collectors.toList());
  }

  /** Parses a type from DDL or Spark's JSON; see {@link Types#parse}. */
  public DataType type(String text) {
    return Types.parse(text);
  }

  /** The rows of the type table, nested types included. */
  public List<DataType> typeTable() {
    return Types.table();
  }

  /** The edge values of a type, each as a row. */
  public List<Object[]> edgeValues(DataType type) {
    return EdgeValues.of(type, false).stream().map(value -> new Object[] {value}).toList();
  }

  /** Rows in which each edge value of each type occurs. */
  public List<Object[]> edgeRows(List<DataType> types) {
    return Rows.edges(types, false);
  }

  /** Random rows. */
  public List<Object[]> randomRows(List<DataType> types, int count, long seed) {
    return Rows.random(types, Shape.DEFAULT, count, seed);
  }

  /** Rows from JSON; see {@link JsonValues}. */
  public List<Object[]> rows(List<DataType> types, String json) {
    return JsonValues.read(types, json);
  }

  /** Rows as JSON. */
  public String json(List<Object[]> rows) {
    return JsonValues.write(rows);
  }

  /** Rows of nulls. */
  public List<Object[]> nullRows(List<DataType> types, int count) {
    return Collections.nCopies(count, new Object[types.size()]);
  }

  /** The schema of rows with the columns {@code id, a0, a1, ...}. */
  public StructType schema(List<DataType> types) {
    StructType schema = new StructType().add("id", DataTypes.LongType, false);
    for (DataType type : types) {
      schema = schema.add("a" + (schema.length() - 1), type);
    }
    return schema;
  }

  /**
   * The numbered rows, with each batch in a partition of its own.
   *
   * @param stride the ids of each batch begin at a multiple of it; 0 for consecutive ids
   */
  public RDD<InternalRow> rdd(
      SparkContext context, List<DataType> types, List<List<Object[]>> batches, long stride) {
    StructType schema = schema(types);
    scala.Function1<Object, Object> converter =
        CatalystTypeConverters.createToCatalystConverter(schema);
    UnsafeProjection projection = UnsafeProjection.create(schema);
    List<byte[]> partitions = new ArrayList<>();
    long first = 0;
    for (List<Object[]> batch : batches) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      long id = first;
      for (Object[] values : batch) {
        Object[] row = new Object[values.length + 1];
        row[0] = id++;
        System.arraycopy(values, 0, row, 1, values.length);
        byte[] unsafe =
            projection.apply((InternalRow) converter.apply(RowFactory.create(row))).getBytes();
        try {
          out.writeInt(unsafe.length);
          out.write(unsafe);
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
      partitions.add(bytes.toByteArray());
      first += stride > 0 ? stride : batch.size();
    }
    return RowBytes.rows(context, partitions, schema.length());
  }

  /** Runs a plan. */
  public SqlAnswers answers(SparkPlan plan) {
    return new SqlAnswers(plan);
  }

  /** See {@link Shrinker#Shrinker}. */
  public Shrinker shrinker(
      List<DataType> types, List<Object[]> rows, List<List<Object[]>> hints, int rounds) {
    return new Shrinker(types, rows, hints, rounds);
  }

  /** Batches of one row each, those with the shortest SQL first. */
  public List<List<Object[]>> oneByOne(List<DataType> types, List<Object[]> rows, int most) {
    return rows.stream()
        .sorted(
            Comparator.comparing(row -> SqlLiterals.values(types, List.<Object[]>of(row)).length()))
        .limit(most)
        .map(row -> List.<Object[]>of(row))
        .collect(Collectors.toList());
  }

  /** A batch repeated a number of times. */
  public List<List<Object[]>> repeated(List<Object[]> batch, int times) {
    return Collections.nCopies(times, batch);
  }

  /** An SQL expression for the exact value of each row of one column. */
  public List<String> expressions(DataType type, List<Object[]> rows) {
    return rows.stream().map(row -> SqlLiterals.typed(type, row[0])).collect(Collectors.toList());
  }

  /** Rows as a table in SQL. */
  public String values(List<DataType> types, List<Object[]> rows) {
    return SqlLiterals.values(types, rows);
  }

  /** Each row as short text. */
  public List<String> shown(List<DataType> types, List<Object[]> rows) {
    List<String> shown = new ArrayList<>();
    for (Object[] row : rows) {
      shown.add(
          IntStream.range(0, row.length)
              .mapToObj(i -> shown(types.get(i), row[i]))
              .collect(Collectors.joining(", ", "(", ")")));
    }
    return shown;
  }

  static String shown(DataType type, Object value) {
    String text = SqlLiterals.of(type, value);
    return text.length() <= LONGEST_SHOWN
        ? text
        : text.substring(0, LONGEST_SHOWN) + "… (" + text.length() + " characters)";
  }

  /**
   * A value of a column as an SQL constant: short, to keep the plan small, but not empty. Null if
   * there is none.
   *
   * @param literal whether it must be a literal by itself, without a cast or a function
   */
  public String constant(List<DataType> types, List<Object[]> rows, int column, boolean literal) {
    List<String> texts =
        rows.stream()
            .map(row -> row[column])
            .filter(Objects::nonNull)
            .map(value -> SqlLiterals.typed(types.get(column), value))
            .filter(text -> !literal || SqlLiterals.isLiteral(text))
            .sorted(Comparator.comparing(String::length))
            .collect(Collectors.toList());
    return texts.isEmpty() ? null : texts.get(texts.size() / 2);
  }
}
