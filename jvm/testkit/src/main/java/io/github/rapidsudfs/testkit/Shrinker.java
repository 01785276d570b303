package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.values.Shrinks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.types.DataType;

/** Finds the fewest and simplest rows that still show what many rows showed. */
final class Shrinker {
  private static final int MOST_TRIALS = 400;

  private final List<DataType> types;
  private final Predicate<List<Object[]>> shows;
  private int trials;

  /**
   * @param shows whether rows show it
   */
  Shrinker(List<DataType> types, Predicate<List<Object[]>> shows) {
    this.types = types;
    this.shows = shows;
  }

  /** The rows themselves where no fewer or simpler ones show it. */
  List<Object[]> shrink(List<Object[]> rows) {
    return simpler(fewer(rows));
  }

  private boolean tryRows(List<Object[]> rows) {
    return trials++ < MOST_TRIALS && shows.test(rows);
  }

  private List<Object[]> fewer(List<Object[]> given) {
    List<Object[]> rows = given;
    for (int part = (rows.size() + 1) / 2; part >= 1; ) {
      List<Object[]> less = null;
      for (int from = 0; from < rows.size() && less == null && rows.size() > 1; from += part) {
        List<Object[]> rest = new ArrayList<>(rows.subList(0, from));
        rest.addAll(rows.subList(Math.min(rows.size(), from + part), rows.size()));
        if (!rest.isEmpty() && tryRows(rest)) {
          less = rest;
        }
      }
      if (less != null) {
        rows = less;
        part = Math.min(part, (rows.size() + 1) / 2);
      } else if (part == 1) {
        break;
      } else {
        part = (part + 1) / 2;
      }
    }
    return rows;
  }

  private List<Object[]> simpler(List<Object[]> given) {
    List<Object[]> rows = given;
    boolean changed = true;
    while (changed && trials < MOST_TRIALS) {
      changed = false;
      for (int r = 0; r < rows.size(); r++) {
        for (int a = 0; a < types.size(); a++) {
          List<Object[]> next = simplerCell(rows, r, a);
          changed |= next != rows;
          rows = next;
        }
      }
    }
    return rows;
  }

  private List<Object[]> simplerCell(List<Object[]> rows, int row, int argument) {
    for (Object candidate : Shrinks.of(types.get(argument), rows.get(row)[argument])) {
      List<Object[]> changed = new ArrayList<>(rows);
      Object[] cells = rows.get(row).clone();
      cells[argument] = candidate;
      changed.set(row, cells);
      if (tryRows(changed)) {
        return changed;
      }
    }
    return rows;
  }
}
