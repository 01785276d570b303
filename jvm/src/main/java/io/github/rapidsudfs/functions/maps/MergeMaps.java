package io.github.rapidsudfs.functions.maps;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.Divergences;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;

/** Many maps as one. */
public final class MergeMaps extends Udf1<ArrayData, MapData> implements UDF1<ArrayData, MapData> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("merge_maps")
          .in(Category.MAPS)
          .takes("maps", "array<map<string,string>>")
          .returns("map<string,string>")
          .nulls(NullRule.ANY_NULL)
          .summary("Merges the maps of an array; the last entry of a key wins")
          .description(
              "Null maps are skipped, so that an array of nothing else gives an empty map. The"
                  + " entries come in the order of those that won, but for a Hive function: Spark"
                  + " knows no order of maps there.")
          .example("merge_maps(array(map('a', '1', 'b', '2'), map('a', '3')))", "{b -> 2, a -> 3}")
          .example("merge_maps(array(map('a', '1'), NULL))", "{a -> 1}")
          .divergence(Divergences.INVALID_UTF8)
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected MapData row(ArrayData maps) {
    LastEntries merged = new LastEntries();
    for (int i = 0; i < maps.numElements(); i++) {
      if (!maps.isNullAt(i)) {
        addAll(maps.getMap(i), merged);
      }
    }
    return merged.toMap();
  }

  private static void addAll(MapData map, LastEntries into) {
    ArrayData keys = map.keyArray();
    ArrayData values = map.valueArray();
    for (int k = 0; k < map.numElements(); k++) {
      into.add(keys.getUTF8String(k), values.isNullAt(k) ? null : values.getUTF8String(k));
    }
  }

  @Override
  protected ColumnVector columnar(ColumnVector maps) {
    try (ColumnVector entries = maps.flattenLists(true)) {
      if (entries.getNullCount() == maps.getNullCount()) {
        return entries.dropListDuplicatesWithKeysValues();
      }
      try (ColumnVector filled = withoutNulls(entries)) {
        return filled.dropListDuplicatesWithKeysValues();
      }
    }
  }

  /** cuDF makes an array without any map null; as empty lists such rows are empty maps. */
  private static ColumnVector withoutNulls(ColumnVector lists) {
    try (ColumnView entries = lists.getChildColumnView(0);
        ColumnVector all = entries.copyToColumnVector();
        ColumnView offsets = lists.getListOffsetsView()) {
      return all.makeListFromOffsets(lists.getRowCount(), offsets);
    }
  }
}
