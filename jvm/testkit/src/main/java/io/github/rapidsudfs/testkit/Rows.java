// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.values.EdgeValues;
import io.github.rapidsudfs.testkit.values.Shape;
import io.github.rapidsudfs.testkit.values.SqlLiterals;
import io.github.rapidsudfs.testkit.values.ValueGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;

/** The rows with which a UDF is tested. */
final class Rows {
  private static final int MOST_COMBINED = 128;

  private Rows() {}

  /** Random rows that include the values of the subject's examples; see {@link #random}. */
  static List<Object[]> generate(Subject subject, Options options, int count) {
    long seed = options.seed() ^ subject.name().hashCode();
    Shape shape = options.shape().withVocabulary(subject.vocabulary());
    return random(subject.arguments(), shape, count, seed);
  }

  /** Random rows, the same for the same seed. */
  static List<Object[]> random(List<DataType> types, Shape shape, int count, long seed) {
    Random random = new Random(seed);
    List<ValueGenerator> generators =
        types.stream().map(type -> new ValueGenerator(type, random, shape)).toList();
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object[] row = generators.stream().map(ValueGenerator::next).toArray();
      repeat(types, row, random);
      rows.add(row);
    }
    return rows;
  }

  /** Sometimes copies one argument's value to another, as equal random values are rare. */
  private static void repeat(List<DataType> types, Object[] row, Random random) {
    for (int i = 1; i < row.length; i++) {
      if (types.get(i).equals(types.get(i - 1)) && random.nextInt(5) == 0) {
        row[i] = row[i - 1];
      }
    }
  }

  /**
   * Rows in which each edge value of each type, and null, occurs: all combinations if there are
   * few, otherwise two rounds, the second with the columns shifted against each other.
   */
  static List<Object[]> edges(List<DataType> types, boolean skippedDays) {
    List<List<Object>> pools =
        types.stream().map(type -> EdgeValues.orNull(type, skippedDays)).toList();
    int longest = pools.stream().mapToInt(List::size).max().orElse(1);
    int combinations =
        pools.stream()
            .map(List::size)
            .reduce(1, (all, size) -> Math.min(all * size, MOST_COMBINED + 1));
    List<Object[]> rows =
        combinations > MOST_COMBINED ? shifted(pools, longest) : combined(pools, combinations);
    rows.add(pools.stream().map(pool -> pool.get(0)).toArray());
    return rows;
  }

  private static List<Object[]> combined(List<List<Object>> pools, int combinations) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < combinations; i++) {
      Object[] row = new Object[pools.size()];
      int rest = i;
      for (int k = 0; k < row.length; k++) {
        List<Object> pool = pools.get(k);
        row[k] = pool.get(rest % pool.size());
        rest /= pool.size();
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<Object[]> shifted(List<List<Object>> pools, int longest) {
    List<Object[]> rows = new ArrayList<>();
    for (int turn = 0; turn < 2; turn++) {
      for (int i = 0; i < longest; i++) {
        Object[] row = new Object[pools.size()];
        for (int k = 0; k < row.length; k++) {
          List<Object> pool = pools.get(k);
          row[k] = pool.get((i * (1 + turn * k) + turn * k) % pool.size());
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** The row as an SQL call. */
  static String sql(Subject subject, Object[] row) {
    return IntStream.range(0, row.length)
        .mapToObj(i -> SqlLiterals.typed(subject.arguments().get(i), row[i]))
        .collect(Collectors.joining(", ", subject.sqlName() + "(", ")"));
  }
}
