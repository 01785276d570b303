// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import java.util.ArrayList;
import java.util.List;

/**
 * The shape of generated values.
 *
 * @param nulls the share of nulls at every level, from 0 to 1
 * @param longest the greatest number of elements of a list or map; strings have up to four times as
 *     many characters
 * @param skippedDays whether dates and timestamps may fall on the days of October 1582 that {@code
 *     java.sql.Date} cannot name
 * @param vocabulary strings from which strings and numbers are generated, for functions that expect
 *     a format
 */
public record Shape(double nulls, int longest, boolean skippedDays, List<String> vocabulary) {
  /** 10% nulls, up to six elements, only days of java.sql's calendar. */
  public static final Shape DEFAULT = new Shape(0.1, 6, false, List.of());

  public Shape {
    if (!(nulls >= 0 && nulls <= 1) || longest < 0) {
      throw new IllegalArgumentException(
          "nulls is a share from 0 to 1 and longest at least 0, not " + nulls + " and " + longest);
    }
    vocabulary = List.copyOf(vocabulary);
  }

  public Shape withNulls(double share) {
    return new Shape(share, longest, skippedDays, vocabulary);
  }

  public Shape withSkippedDays(boolean skipped) {
    return new Shape(nulls, longest, skipped, vocabulary);
  }

  /** A copy with more texts in the vocabulary. */
  public Shape withVocabulary(List<String> more) {
    List<String> all = new ArrayList<>(vocabulary);
    all.addAll(more);
    return new Shape(nulls, longest, skippedDays, all);
  }
}
