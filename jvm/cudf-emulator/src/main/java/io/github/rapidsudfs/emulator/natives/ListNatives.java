package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.lists;
import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.scalarVec;
import static io.github.rapidsudfs.emulator.natives.Io.vec;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.kernels.ListSearch;
import io.github.rapidsudfs.emulator.kernels.ListSets;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;

/** Lists and maps. */
@Natives("ai.rapids.cudf.ColumnView")
public final class ListNatives {
  private static final int KEEP_ANY = 0;
  private static final int KEEP_LAST = 2;
  private static final int KEEP_NONE = 3;

  private ListNatives() {}

  public static long listContains(long view, long key) {
    return out(ListSearch.contains(lists(view), scalarVec(key), true));
  }

  public static long listContainsColumn(long view, long keys) {
    return out(ListSearch.contains(lists(view), vec(keys), false));
  }

  public static long listIndexOfScalar(long view, long key, boolean first) {
    return out(ListSearch.indexOf(lists(view), scalarVec(key), true, first));
  }

  public static long listIndexOfColumn(long view, long keys, boolean first) {
    return out(ListSearch.indexOf(lists(view), vec(keys), false, first));
  }

  public static long mapLookup(long view, long key) {
    return out(ListSearch.mapValue(lists(view), scalarVec(key), true));
  }

  public static long mapLookupForKeys(long view, long keys) {
    return out(ListSearch.mapValue(lists(view), vec(keys), false));
  }

  public static long mapContains(long view, long key) {
    return out(ListSearch.mapContains(lists(view), scalarVec(key), true));
  }

  public static long mapContainsKeys(long view, long keys) {
    return out(ListSearch.mapContains(lists(view), vec(keys), false));
  }

  public static long dropListDuplicates(long view) {
    return out(ListSets.distinct(lists(view), true));
  }

  public static long dropListDuplicates(long view, int keep) {
    if (keep == KEEP_NONE) {
      throw new Refused("keeping none of the duplicates");
    }
    Cudf.expects(keep >= KEEP_ANY && keep < KEEP_NONE, "Invalid duplicate keep option " + keep);
    return out(ListSets.distinct(lists(view), keep != KEEP_LAST));
  }

  public static long dropListDuplicatesWithKeysValues(long view) {
    if (Io.column(view).type.id() != Type.LIST) {
      throw new IllegalArgumentException("Input column is not a lists column.");
    }
    return out(ListSets.distinctKeys(lists(view)));
  }
}
