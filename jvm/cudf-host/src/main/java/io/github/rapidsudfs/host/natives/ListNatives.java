package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.lists;
import static io.github.rapidsudfs.host.natives.Io.out;
import static io.github.rapidsudfs.host.natives.Io.scalarVec;
import static io.github.rapidsudfs.host.natives.Io.vec;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.kernels.ListSearch;
import io.github.rapidsudfs.host.kernels.ListSets;
import io.github.rapidsudfs.host.kernels.Lists;
import io.github.rapidsudfs.host.memory.Cudf;
import io.github.rapidsudfs.host.memory.Refused;

/** Lists and maps. */
@Natives("ai.rapids.cudf.ColumnView")
public final class ListNatives {
  private static final int KEEP_ANY = 0;
  private static final int KEEP_LAST = 2;
  private static final int KEEP_NONE = 3;

  private ListNatives() {}

  public static long countElements(long view) {
    return out(Lists.counts(lists(view)));
  }

  public static long extractListElement(long view, int index) {
    return out(Lists.extract(lists(view), index));
  }

  public static long extractListElementV(long view, long indices) {
    return out(Lists.extract(lists(view), Io.fixed(indices, "Index column must be of an integral type")));
  }

  public static long flattenLists(long view, boolean ignoreNull) {
    return out(Lists.flatten(lists(view), ignoreNull));
  }

  public static long listSortRows(long view, boolean descending, boolean nullsSmallest) {
    return out(Lists.sort(lists(view), descending, nullsSmallest));
  }

  public static long generateListOffsets(long view) {
    return out(Lists.offsets(Io.fixed(view, "Input column does not have type INT32")));
  }

  public static long segmentedGather(long view, long positions, boolean nullify) {
    return out(Lists.segmentedGather(lists(view), lists(positions), nullify));
  }

  public static long applyBooleanMask(long view, long mask) {
    return out(Lists.filter(lists(view), lists(mask)));
  }

  public static long listContains(long view, long key) {
    return out(ListSearch.contains(lists(view), scalarVec(key), true));
  }

  public static long listContainsColumn(long view, long keys) {
    return out(ListSearch.contains(lists(view), vec(keys), false));
  }

  public static long listContainsNulls(long view) {
    return out(ListSearch.containsNulls(lists(view)));
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

  public static long listsIntersectDistinct(long left, long right) {
    return out(ListSets.intersect(lists(left), lists(right)));
  }

  public static long listsUnionDistinct(long left, long right) {
    return out(ListSets.union(lists(left), lists(right)));
  }

  public static long listsDifferenceDistinct(long left, long right) {
    return out(ListSets.difference(lists(left), lists(right)));
  }

  public static long listsHaveOverlap(long left, long right) {
    return out(ListSets.overlap(lists(left), lists(right)));
  }

  public static boolean containsScalar(long view, long scalar) {
    return ListSearch.anyOf(vec(view), scalarVec(scalar));
  }

  public static long containsVector(long values, long among) {
    return out(ListSearch.in(vec(values), vec(among)));
  }
}
