// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Builders of columns: from strings of their values, and of lists. */
final class ColumnBuilders {
  private ColumnBuilders() {}

  /** Words that bars separate. */
  static List<String> words(String words) {
    return List.of(words.split("\\|", -1));
  }

  /** A column with a string per line; ∅ for null. */
  static ColumnVector lines(String lines) {
    return ColumnVector.fromStrings(orNull(lines, "\n", w -> w).toArray(String[]::new));
  }

  /** A column of words that bars separate; ∅ for null. */
  static ColumnVector strings(String words) {
    return ColumnVector.fromStrings(orNull(words, "\\|", w -> w).toArray(String[]::new));
  }

  /** A column of numbers that blanks separate; ∅ for null. */
  static ColumnVector longs(String words) {
    return ColumnVector.fromBoxedLongs(orNull(words, " ", Long::valueOf).toArray(Long[]::new));
  }

  /** A column of numbers that blanks separate; ∅ for null. */
  static ColumnVector floats(String words) {
    return ColumnVector.fromBoxedFloats(orNull(words, " ", Float::valueOf).toArray(Float[]::new));
  }

  /** A column of numbers that blanks separate; ∅ for null. */
  static ColumnVector doubles(String words) {
    return ColumnVector.fromBoxedDoubles(
        orNull(words, " ", Double::valueOf).toArray(Double[]::new));
  }

  private static <T> Stream<T> orNull(String words, String by, Function<String, T> valueOf) {
    return Stream.of(words.split(by, -1)).map(w -> w.equals("∅") ? null : valueOf.apply(w));
  }

  /** A column with a list per row; null for null. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  static <T> ColumnVector lists(DType child, List<T>... rows) {
    return lists(
        new HostColumnVector.ListType(true, new HostColumnVector.BasicType(true, child)),
        Arrays.asList(rows));
  }

  /** A column of a given type. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static <T> ColumnVector lists(HostColumnVector.DataType type, List<List<T>> rows) {
    return ColumnVector.fromLists(type, rows.toArray(new List[0]));
  }
}
