// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** Lists: row i has the child's rows from offsets[i] to offsets[i + 1]. */
public final class ListVec extends Vec {
  public final int[] offsets;
  public final Vec child;

  public ListVec(int[] offsets, Vec child, boolean[] valid) {
    super(Type.of(Type.LIST), offsets.length - 1, valid);
    this.offsets = offsets;
    this.child = child;
  }

  public int start(int row) {
    return offsets[row];
  }

  public int end(int row) {
    return offsets[row + 1];
  }

  /** The number of null elements of a row. */
  public int nulls(int row) {
    int nulls = 0;
    for (int k = start(row); k < end(row); k++) {
      nulls += child.isNull(k) ? 1 : 0;
    }
    return nulls;
  }

  /** The elements that pass a test, which gets each row's element positions in the child. */
  public ListVec filter(boolean[] validity, IntFunction<IntPredicate> passes) {
    int[] starts = new int[size + 1];
    int[] map = new int[child.size];
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (validity == null || validity[i]) {
        IntPredicate test = passes.apply(i);
        for (int k = start(i); k < end(i); k++) {
          if (test.test(k)) {
            map[kept++] = k;
          }
        }
      }
      starts[i + 1] = kept;
    }
    return new ListVec(starts, child.gather(Arrays.copyOf(map, kept)), validity);
  }

  public int length(int row) {
    return offsets[row + 1] - offsets[row];
  }

  @Override
  public ListVec with(boolean[] validity) {
    return new ListVec(offsets, child, validity);
  }

  /** This list with null rows made empty, as in libcudf's results. */
  public ListVec sanitized() {
    for (int i = 0; i < size; i++) {
      if (isNull(i) && length(i) > 0) {
        return (ListVec) gather(size, k -> isNull(k) ? -1 : k);
      }
    }
    return this;
  }

  @Override
  public ListVec gather(int[] map) {
    int[] starts = new int[map.length + 1];
    for (int i = 0; i < map.length; i++) {
      starts[i + 1] = starts[i] + (map[i] < 0 ? 0 : length(map[i]));
    }
    int[] children = new int[starts[map.length]];
    for (int i = 0; i < map.length; i++) {
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        children[k] = start(map[i]) + k - starts[i];
      }
    }
    return new ListVec(starts, child.gather(children), gatherValid(map));
  }

  @Override
  public int hash(int row) {
    int hash = 7;
    for (int k = start(row); k < end(row); k++) {
      hash = hash * 31 + (child.isNull(k) ? 0 : child.hash(k));
    }
    return hash;
  }

  @Override
  public int compare(int row, Vec other, int otherRow) {
    ListVec o = (ListVec) other;
    for (int k = 0; k < Math.min(length(row), o.length(otherRow)); k++) {
      int order = child.compareNullsFirst(start(row) + k, o.child, o.start(otherRow) + k);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(length(row), o.length(otherRow));
  }
}
