package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.values.Extremes;
import io.github.rapidsudfs.testkit.values.Shape;
import io.github.rapidsudfs.testkit.values.Texts;
import io.github.rapidsudfs.testkit.values.ValueGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.types.DataType;

/** The rows that a UDF is tried with. */
final class Rows {
  private Rows() {}

  /** Rows at random, and each extreme of each argument at least once. The same seed gives the same rows. */
  static List<Object[]> generate(Subject subject, Options options, int count) {
    Random random = new Random(options.seed() ^ subject.name().hashCode());
    Shape shape = options.shape().withVocabulary(subject.vocabulary());
    List<ValueGenerator> generators = new ArrayList<>();
    for (DataType type : subject.arguments()) {
      generators.add(new ValueGenerator(type, random, shape));
    }
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object[] row = generators.stream().map(ValueGenerator::next).toArray();
      repeat(subject.arguments(), row, random);
      rows.add(row);
    }
    return rows;
  }

  /** Sometimes gives an argument the value of another one: at random, equal ones are rare. */
  private static void repeat(List<DataType> types, Object[] row, Random random) {
    for (int i = 1; i < row.length; i++) {
      if (types.get(i).equals(types.get(i - 1)) && random.nextInt(5) == 0) {
        row[i] = row[i - 1];
      }
    }
  }

  /** One row for each extreme of each argument, the others being at random. */
  static List<Object[]> extremes(Subject subject, Options options) {
    List<Object[]> rows = new ArrayList<>();
    Random random = new Random(options.seed());
    for (int i = 0; i < subject.arguments().size(); i++) {
      List<Object> extremes = Extremes.of(subject.arguments().get(i), options.shape().wideTimes());
      List<Object[]> others = generate(subject, options.withSeed(options.seed() + i + 1), extremes.size());
      for (int k = 0; k < extremes.size(); k++) {
        others.get(k)[i] = extremes.get(k);
        repeat(subject.arguments(), others.get(k), random);
        rows.add(others.get(k));
      }
    }
    return rows;
  }

  /** The row as a call in SQL. */
  static String sql(Subject subject, Object[] row) {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      arguments.add(Texts.typed(subject.arguments().get(i), row[i]));
    }
    return subject.sqlName() + "(" + String.join(", ", arguments) + ")";
  }
}
