package io.github.rapidsudfs.emulator.kernels;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** Pairs of a left and a right row: a join's two gather maps. */
public record JoinPairs(int[] left, int[] right) {
  /** The row number by which libcudf marks a missing row. */
  public static final int NO_ROW = Integer.MIN_VALUE;

  /** Collects pairs. */
  static final class Builder {
    private int[] left = new int[16];
    private int[] right = new int[16];
    private int size;

    void add(int leftRow, int rightRow) {
      if (size == left.length) {
        left = Arrays.copyOf(left, Math.multiplyExact(size, 2));
        right = Arrays.copyOf(right, left.length);
      }
      left[size] = leftRow;
      right[size++] = rightRow;
    }

    JoinPairs build() {
      return new JoinPairs(Arrays.copyOf(left, size), Arrays.copyOf(right, size));
    }
  }

  /** Every left row with every right row, in the order of the left ones. */
  public static JoinPairs all(int leftRows, int rightRows) {
    int count = Math.multiplyExact(leftRows, rightRows);
    int[] left = new int[count];
    int[] right = new int[count];
    for (int i = 0; i < count; i++) {
      left[i] = i / rightRows;
      right[i] = i % rightRows;
    }
    return new JoinPairs(left, right);
  }

  public int size() {
    return left.length;
  }

  /** The pairs whose number passes. */
  public JoinPairs filter(IntPredicate passes) {
    Builder kept = new Builder();
    for (int i = 0; i < left.length; i++) {
      if (passes.test(i)) {
        kept.add(left[i], right[i]);
      }
    }
    return kept.build();
  }

  /** These pairs after those. */
  public JoinPairs after(JoinPairs other) {
    Builder all = new Builder();
    for (JoinPairs part : new JoinPairs[] {other, this}) {
      for (int i = 0; i < part.size(); i++) {
        all.add(part.left[i], part.right[i]);
      }
    }
    return all.build();
  }

  /** Also each left row that has no pair. */
  public JoinPairs leftOuter(int leftRows) {
    int[] missing = anti(left, leftRows);
    int[] none = new int[missing.length];
    Arrays.fill(none, NO_ROW);
    return new JoinPairs(missing, none).after(this);
  }

  /** Also each left and each right row that has no pair. */
  public JoinPairs fullOuter(int leftRows, int rightRows) {
    int[] missing = anti(right, rightRows);
    int[] none = new int[missing.length];
    Arrays.fill(none, NO_ROW);
    return new JoinPairs(none, missing).after(leftOuter(leftRows));
  }

  /** The rows that a map names, each once. */
  public static int[] semi(int[] map, int rows) {
    return named(map, rows, true);
  }

  /** The rows that a map does not name. */
  public static int[] anti(int[] map, int rows) {
    return named(map, rows, false);
  }

  /** Whether a map names each row. */
  public static boolean[] matched(int[] map, int rows) {
    boolean[] matched = new boolean[rows];
    for (int row : map) {
      if (row >= 0 && row < rows) {
        matched[row] = true;
      }
    }
    return matched;
  }

  private static int[] named(int[] map, int rows, boolean which) {
    boolean[] matched = matched(map, rows);
    int[] result = new int[rows];
    int count = 0;
    for (int row = 0; row < rows; row++) {
      if (matched[row] == which) {
        result[count++] = row;
      }
    }
    return Arrays.copyOf(result, count);
  }
}
