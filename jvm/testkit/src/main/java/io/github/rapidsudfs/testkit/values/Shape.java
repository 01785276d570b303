package io.github.rapidsudfs.testkit.values;

import java.util.ArrayList;
import java.util.List;

/**
 * How generated values look.
 *
 * @param nulls the share of nulls at every level, from 0 to 1
 * @param longest the most elements of a list or a map; strings have up to four times as many characters
 * @param wideTimes whether dates and timestamps may leave the years 1 to 9999
 * @param vocabulary texts to take strings and numbers from, for functions that expect a form
 */
public record Shape(double nulls, int longest, boolean wideTimes, List<String> vocabulary) {
  /** A tenth of nulls, up to six elements, ordinary years. */
  public static final Shape DEFAULT = new Shape(0.1, 6, false, List.of());

  public Shape {
    if (!(nulls >= 0 && nulls <= 1) || longest < 0) {
      throw new IllegalArgumentException(
          "nulls is a share from 0 to 1 and longest at least 0, not " + nulls + " and " + longest);
    }
    vocabulary = List.copyOf(vocabulary);
  }

  public Shape withNulls(double share) {
    return new Shape(share, longest, wideTimes, vocabulary);
  }

  public Shape withWideTimes(boolean wide) {
    return new Shape(nulls, longest, wide, vocabulary);
  }

  /** With more texts beside those that are there. */
  public Shape withVocabulary(List<String> more) {
    List<String> all = new ArrayList<>(vocabulary);
    all.addAll(more);
    return new Shape(nulls, longest, wideTimes, all);
  }
}
