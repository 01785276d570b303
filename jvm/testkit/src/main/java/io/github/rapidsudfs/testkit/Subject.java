// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.api.Argument;
import io.github.rapidsudfs.api.Ddl;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.api.Tolerance;
import io.github.rapidsudfs.testkit.calls.RowForm;
import io.github.rapidsudfs.udf.ResolvedFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;

/** A UDF under test: its two bodies and the types of one call. */
public final class Subject {
  private static final Pattern LITERAL =
      Pattern.compile("'((?:[^'\\\\]|'')*)'|(?<![\\w.])-?\\d+(?:\\.\\d+)?");

  private final String name;
  private String sqlName;
  private final List<DataType> arguments;
  private final DataType result;
  private final RowForm row;
  private final RapidsUDF columnar;
  private double tolerance;
  private boolean deterministic = true;
  private List<String> vocabulary = List.of();
  private List<Object[]> faultRows = List.of();

  private Subject(
      String name,
      String sqlName,
      List<DataType> arguments,
      DataType result,
      RowForm row,
      RapidsUDF columnar) {
    this.name = name;
    this.sqlName = sqlName;
    this.arguments = List.copyOf(arguments);
    this.result = result;
    this.row = row;
    this.columnar = columnar;
  }

  /**
   * Any UDF that is a {@code RapidsUDF}: a Scala {@code FunctionN}, a Java {@code UDFn}, a simple
   * or generic Hive UDF, or a {@link DualFunction} (whose result type is known and may be null
   * here).
   *
   * @throws IllegalArgumentException naming the missing interface or the unsupported type
   */
  public static Subject of(Object udf, List<DataType> arguments, DataType result) {
    if (udf instanceof DualFunction function) {
      return of(function, arguments);
    }
    if (!(udf instanceof RapidsUDF columnar)) {
      throw new IllegalArgumentException(
          udf.getClass().getName()
              + " has no columnar body: it does not implement com.nvidia.spark.RapidsUDF");
    }
    String name = udf.getClass().getName();
    RowForm row = RowForm.of(udf, arguments, result);
    return new Subject(name, simpleName(udf), arguments, result, row, columnar);
  }

  /** As {@link #of(Object, List, DataType)}, with types as DDL. */
  public static Subject of(Object udf, List<String> arguments, String result) {
    List<DataType> types = arguments.stream().map(Ddl::parse).toList();
    return of(udf, types, result == null ? null : Ddl.parse(result));
  }

  /**
   * A UDF class by name, instantiated with its no-argument constructor.
   *
   * @throws IllegalArgumentException if there is no such class, or it cannot be instantiated
   */
  public static Subject named(String className, List<String> arguments, String result) {
    try {
      Class<?> loaded =
          Class.forName(className, true, Thread.currentThread().getContextClassLoader());
      return of(loaded.getDeclaredConstructor().newInstance(), arguments, result);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalArgumentException("cannot make a " + className + ": " + e, e);
    }
  }

  /** A function over its declared types; {@code any} is a string, varargs two arguments. */
  public static Subject of(DualFunction function) {
    List<DataType> types = new ArrayList<>();
    Signature signature = function.signature();
    for (Argument argument : signature.arguments()) {
      types.add(argument.isAny() ? Ddl.parse("string") : argument.type());
    }
    if (signature.varargs()) {
      types.add(types.get(types.size() - 1));
    }
    return of(function, types);
  }

  /** A function over the given types. */
  public static Subject of(DualFunction function, List<DataType> types) {
    Signature signature = function.signature();
    DataType result = signature.resultType(types);
    Object object = ResolvedFunction.functionObject(function, types);
    RowForm row = RowForm.function(object, types, result);
    Subject subject =
        new Subject(signature.name(), signature.name(), types, result, row, (RapidsUDF) object);
    subject.deterministic = signature.deterministic();
    subject.vocabulary = literals(signature);
    return subject.tolerance(signature.tolerance().relative());
  }

  /** The literals in the examples, which tend to be values that the bodies treat specially. */
  private static List<String> literals(Signature signature) {
    return signature.examples().stream()
        .flatMap(example -> LITERAL.matcher(example.sql()).results())
        .map(m -> m.group(1) == null ? m.group() : m.group(1).replace("''", "'"))
        .toList();
  }

  private static String simpleName(Object udf) {
    String name = udf.getClass().getSimpleName();
    return name.isEmpty() ? "udf" : name;
  }

  /** Sets the tolerance of floating-point results: the greatest |a − b| / max(|a|, |b|). */
  public Subject tolerance(double relative) {
    tolerance = new Tolerance(relative).relative();
    return this;
  }

  /** Sets strings that generated values come from, for functions that expect a format. */
  public Subject vocabulary(List<String> texts) {
    vocabulary = List.copyOf(texts);
    return this;
  }

  /**
   * Sets the rows for fault injection, instead of generated rows. For bodies whose number of steps
   * grows with an argument, as a failure is injected into every step.
   */
  public Subject faultRows(List<Object[]> rows) {
    faultRows = List.copyOf(rows);
    return this;
  }

  public List<Object[]> faultRows() {
    return faultRows;
  }

  /** Sets the name in displayed SQL. */
  public Subject sqlName(String registered) {
    sqlName = registered;
    return this;
  }

  /** The SQL name of a function of the library, else the class name. */
  public String name() {
    return name;
  }

  public List<DataType> arguments() {
    return arguments;
  }

  public DataType result() {
    return result;
  }

  public double tolerance() {
    return tolerance;
  }

  public boolean deterministic() {
    return deterministic;
  }

  public List<String> vocabulary() {
    return vocabulary;
  }

  /** The name in displayed SQL. */
  public String sqlName() {
    return sqlName;
  }

  /** Calls the row-wise body; the result is of the classes of {@code RowValues}. */
  public Object row(Object[] args) throws Exception {
    return row.call(args);
  }

  /** Calls the columnar body as the plugin does. */
  public ColumnVector columnar(int rows, ColumnVector[] columns) {
    return columnar.evaluateColumnar(rows, columns);
  }

  /** For instance {@code money_gross(DECIMAL(18,2), DECIMAL(5,4)) -> DECIMAL(24,2)}. */
  @Override
  public String toString() {
    return arguments.stream()
        .map(DataType::sql)
        .collect(Collectors.joining(", ", name + "(", ") -> " + result.sql()));
  }
}
