// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.maps;

import io.github.rapidsudfs.rows.UnsafeStrings;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.types.UTF8String;

/** Collects a map of strings. The last entry of a key wins and keeps its position. */
public final class LastEntries {
  /** Up to this number of entries, comparing each with all is faster than hashing. */
  private static final int FEW = 16;

  private static final int INITIAL = 4;

  private UTF8String[] keys = new UTF8String[INITIAL];
  private UTF8String[] values = new UTF8String[INITIAL];
  private int size;

  public void add(UTF8String key, UTF8String value) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    keys[size] = key;
    values[size++] = value;
  }

  /** The map; this object must not be used afterwards. */
  public MapData toMap() {
    Set<UTF8String> seen = size > FEW ? new HashSet<>() : null;
    int first = size;
    for (int i = size - 1; i >= 0; i--) {
      boolean isLast = seen == null ? !isWithin(keys[i], first) : seen.add(keys[i]);
      if (isLast) {
        first--;
        keys[first] = keys[i];
        values[first] = values[i];
      }
    }
    return UnsafeStrings.map(keys, values, first, size);
  }

  private boolean isWithin(UTF8String key, int from) {
    for (int i = from; i < size; i++) {
      if (keys[i].equals(key)) {
        return true;
      }
    }
    return false;
  }
}
