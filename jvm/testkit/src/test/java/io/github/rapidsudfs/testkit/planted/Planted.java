// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.planted;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.testkit.Subject;
import io.github.rapidsudfs.testkit.Violation;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;

/**
 * A UDF with a defect, and its twin without it.
 *
 * @param name what is wrong
 * @param wrong makes the one with the defect
 * @param right makes the twin
 * @param kind what the kit must find
 * @param says what the finding must say
 */
public record Planted(
    String name,
    Supplier<Subject> wrong,
    Supplier<Subject> right,
    Violation.Kind kind,
    String says) {

  /** A row-wise body over Spark's classes. */
  public interface Row {
    Object answer(Object[] args);
  }

  /** A columnar body. */
  public interface Columnar {
    ColumnVector answer(int rows, ColumnVector[] args);
  }

  /** All of them. */
  public static List<Planted> all() {
    return Stream.of(
            MemoryDefects.all(),
            FailureDefects.all(),
            ValueDefects.all(),
            NestedDefects.all(),
            BatchDefects.all(),
            PublishedExampleDefects.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The same row-wise body with a wrong and with a right columnar one. */
  static Planted of(
      String name,
      List<String> types,
      String result,
      Row row,
      Columnar wrong,
      Columnar right,
      Violation.Kind kind,
      String says) {
    return new Planted(
        name,
        () -> subject(types, result, row, wrong),
        () -> subject(types, result, row, right),
        kind,
        says);
  }

  /** A UDF of one or two arguments. */
  public static Subject subject(List<String> types, String result, Row row, Columnar columnar) {
    return Subject.of(new Udf(row, columnar), types, result);
  }

  /** A UDF as users write it: a Java UDF, of one and of two arguments, that is a RapidsUDF too. */
  public static final class Udf
      implements UDF1<Object, Object>, UDF2<Object, Object, Object>, RapidsUDF {
    private final transient Row row;
    private final transient Columnar columnar;

    Udf(Row row, Columnar columnar) {
      this.row = row;
      this.columnar = columnar;
    }

    @Override
    public Object call(Object a) {
      return row.answer(new Object[] {a});
    }

    @Override
    public Object call(Object a, Object b) {
      return row.answer(new Object[] {a, b});
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... args) {
      return columnar.answer(rows, args);
    }
  }
}
