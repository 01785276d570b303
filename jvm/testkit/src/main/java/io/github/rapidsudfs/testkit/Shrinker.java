// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.values.Shrinks;
import io.github.rapidsudfs.testkit.values.SqlLiterals;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.types.DataType;

/**
 * Shrinks a failing batch: first to the fewest rows, then to the simplest values that still fail.
 *
 * <p>It proposes several batches at a time, as one Spark job can run them all:
 *
 * <pre>
 * for (var batches = shrinker.next(); !batches.isEmpty(); batches = shrinker.next()) {
 *   shrinker.failed(index of the first one that fails, or -1);
 * }
 * </pre>
 */
public final class Shrinker {
  private static final int AT_ONCE = 40;
  private static final int MOST_TRIALS = 400;
  private static final int SIMPLEST = 3;

  private enum Step {
    HINTS,
    FEWER,
    SIMPLER,
    DONE
  }

  private final List<DataType> types;
  private final int rounds;
  private List<Object[]> best;
  private Step step = Step.HINTS;
  private Iterator<List<Object[]>> candidates;
  private List<List<Object[]>> proposed = List.of();
  private int asked;

  /**
   * @param rows a batch that fails
   * @param hints batches to try first
   * @param rounds the greatest number of proposals
   */
  public Shrinker(
      List<DataType> types, List<Object[]> rows, List<List<Object[]>> hints, int rounds) {
    this.types = types;
    this.rounds = rounds;
    this.best = rows;
    this.candidates = hints.stream().filter(h -> !h.isEmpty() && h.size() < rows.size()).iterator();
  }

  /** The smallest rows that still satisfy a predicate. */
  static List<Object[]> shrink(
      List<DataType> types, List<Object[]> rows, Predicate<List<Object[]>> shows) {
    Shrinker shrinker = new Shrinker(types, rows, List.of(), MOST_TRIALS);
    int trials = 0;
    for (List<List<Object[]>> tried = shrinker.next(); !tried.isEmpty(); tried = shrinker.next()) {
      int first = 0;
      while (first < tried.size() && trials++ < MOST_TRIALS && !shows.test(tried.get(first))) {
        first++;
      }
      if (trials > MOST_TRIALS) {
        break;
      }
      shrinker.failed(first < tried.size() ? first : -1);
    }
    return shrinker.best();
  }

  /** The next batches to try, the best first; none if shrinking is done. */
  public List<List<Object[]>> next() {
    while (!candidates.hasNext() && step != Step.DONE) {
      step = Step.values()[step.ordinal() + 1];
      candidates = step == Step.FEWER ? fewer() : step == Step.SIMPLER ? simpler() : candidates;
    }
    proposed = new ArrayList<>();
    if (step == Step.DONE || asked++ >= rounds) {
      return proposed;
    }
    while (candidates.hasNext() && proposed.size() < AT_ONCE) {
      proposed.add(candidates.next());
    }
    return proposed;
  }

  /** Takes the index of the first proposed batch that fails, or -1. */
  public void failed(int first) {
    if (first >= 0) {
      best = proposed.get(first);
      step = Step.FEWER;
      candidates = fewer();
    }
  }

  /** The smallest failing batch found so far. */
  public List<Object[]> best() {
    return best;
  }

  /** Parts of the batch, the smallest first, then the batch without each part. */
  private Iterator<List<Object[]>> fewer() {
    List<List<Object[]>> proposals = new ArrayList<>();
    int size = best.size();
    int[] parts = size <= AT_ONCE / 2 ? new int[] {size} : new int[] {16, 4, 2};
    for (int count : parts) {
      int part = (size + count - 1) / Math.max(1, count);
      for (int at = 0; at < size && part < size; at += part) {
        proposals.add(best.subList(at, Math.min(size, at + part)));
      }
    }
    for (int count = 2; count <= 8 && size > 2; count *= 2) {
      int part = (size + count - 1) / count;
      for (int at = 0; at < size; at += part) {
        proposals.add(without(at, Math.min(size, at + part)));
      }
    }
    return proposals.iterator();
  }

  private List<Object[]> without(int from, int to) {
    List<Object[]> rest = new ArrayList<>(best.subList(0, from));
    rest.addAll(best.subList(to, best.size()));
    return rest;
  }

  /** The batch with simpler values: several in a row at once, then one by one. */
  private Iterator<List<Object[]>> simpler() {
    List<List<Object[]>> proposals = new ArrayList<>();
    for (int row = 0; row < best.size(); row++) {
      together(row, Math.max(1, AT_ONCE / 2 / best.size()), proposals);
    }
    List<Iterator<List<Object[]>>> cells = new ArrayList<>();
    for (int row = 0; row < best.size(); row++) {
      for (int k = 0; k < types.size(); k++) {
        int of = row;
        int argument = k;
        cells.add(
            simplerThan(argument, best.get(row)[k]).stream()
                .map(value -> with(of, argument, value))
                .iterator());
      }
    }
    // Alternates between arguments, as a long string has many simpler ones.
    while (cells.stream().anyMatch(Iterator::hasNext)) {
      cells.stream().filter(Iterator::hasNext).forEach(cell -> proposals.add(cell.next()));
    }
    return proposals.iterator();
  }

  private void together(int row, int most, List<List<Object[]>> into) {
    List<List<Object>> options = new ArrayList<>();
    long combinations = 1;
    for (int k = 0; k < types.size(); k++) {
      Object value = best.get(row)[k];
      List<Object> simpler = simplerThan(k, value);
      List<Object> few = new ArrayList<>(simpler.subList(0, Math.min(SIMPLEST, simpler.size())));
      few.add(value);
      options.add(few);
      combinations = Math.min(combinations * few.size(), 1 << 16);
    }
    int added = 0;
    for (long number = 0; number < combinations && added < most; number++) {
      Object[] attempt = new Object[types.size()];
      int changes = 0;
      long rest = number;
      for (int k = types.size() - 1; k >= 0; k--) {
        int pick = (int) (rest % options.get(k).size());
        rest /= options.get(k).size();
        attempt[k] = options.get(k).get(pick);
        changes += pick < options.get(k).size() - 1 ? 1 : 0;
      }
      if (changes > 1) {
        List<Object[]> rows = new ArrayList<>(best);
        rows.set(row, attempt);
        into.add(rows);
        added++;
      }
    }
  }

  /** Null is the simplest value. */
  private List<Object> simplerThan(int argument, Object value) {
    List<Object> simpler = new ArrayList<>();
    if (value != null) {
      simpler.add(null);
      String text = SqlLiterals.of(types.get(argument), value);
      for (Object each : Shrinks.of(types.get(argument), value)) {
        if (!SqlLiterals.of(types.get(argument), each).equals(text)) {
          simpler.add(each);
        }
      }
    }
    return simpler;
  }

  private List<Object[]> with(int row, int argument, Object value) {
    List<Object[]> rows = new ArrayList<>(best);
    Object[] changed = rows.get(row).clone();
    changed[argument] = value;
    rows.set(row, changed);
    return rows;
  }
}
