// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Pairs of a left and a right row: a join's two gather maps. */
public record JoinPairs(int[] left, int[] right) {
  /** libcudf's row number for a missing row. */
  public static final int NO_ROW = Integer.MIN_VALUE;

  /** The cross product of a range of left rows and all right rows, in order of the left rows. */
  public static JoinPairs all(int from, int to, int rightRows) {
    int[] left = new int[Math.multiplyExact(to - from, rightRows)];
    int[] right = new int[left.length];
    for (int i = 0; i < left.length; i++) {
      left[i] = from + i / rightRows;
      right[i] = i % rightRows;
    }
    return new JoinPairs(left, right);
  }

  public int size() {
    return left.length;
  }

  /** The pairs whose index passes a test. */
  public JoinPairs filter(IntPredicate passes) {
    int[] kept = IntStream.range(0, size()).filter(passes).toArray();
    return new JoinPairs(
        Arrays.stream(kept).map(i -> left[i]).toArray(),
        Arrays.stream(kept).map(i -> right[i]).toArray());
  }

  /** The other pairs followed by these. */
  public JoinPairs after(JoinPairs other) {
    return new JoinPairs(joined(other.left, left), joined(other.right, right));
  }

  private static int[] joined(int[] first, int[] second) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  /** These pairs and each left row without a pair. */
  public JoinPairs leftOuter(int leftRows) {
    int[] missing = anti(left, leftRows);
    int[] none = Arrays.stream(missing).map(row -> NO_ROW).toArray();
    return new JoinPairs(missing, none).after(this);
  }

  /** These pairs and each left or right row without a pair. */
  public JoinPairs fullOuter(int leftRows, int rightRows) {
    int[] missing = anti(right, rightRows);
    int[] none = Arrays.stream(missing).map(row -> NO_ROW).toArray();
    return new JoinPairs(none, missing).after(leftOuter(leftRows));
  }

  /** The rows in a gather map, each once. */
  public static int[] semi(int[] map, int rows) {
    boolean[] matched = matched(map, rows);
    return IntStream.range(0, rows).filter(row -> matched[row]).toArray();
  }

  /** The rows that are not in a gather map. */
  public static int[] anti(int[] map, int rows) {
    boolean[] matched = matched(map, rows);
    return IntStream.range(0, rows).filter(row -> !matched[row]).toArray();
  }

  /** Returns, for each row, whether a gather map contains it. */
  public static boolean[] matched(int[] map, int rows) {
    boolean[] matched = new boolean[rows];
    for (int row : map) {
      if (row >= 0 && row < rows) {
        matched[row] = true;
      }
    }
    return matched;
  }
}
