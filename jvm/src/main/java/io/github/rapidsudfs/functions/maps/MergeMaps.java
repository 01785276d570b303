// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.maps;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;

/** Merges the maps of an array. */
public final class MergeMaps extends Udf1<ArrayData, MapData> implements UDF1<ArrayData, MapData> {
  public MergeMaps() {
    super(
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
            .example(
                "merge_maps(array(map('a', '1', 'b', '2'), map('a', '3')))", "{b -> 2, a -> 3}")
            .example("merge_maps(array(map('a', '1'), NULL))", "{a -> 1}")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
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
    try (ColumnVector own = ListSums.unsliced(maps);
        ColumnVector entries = entries(own)) {
      return entries.dropListDuplicatesWithKeysValues();
    }
  }

  /** The entries of each array's maps as one list; {@code flattenLists} would give nulls. */
  private static ColumnVector entries(ColumnVector arrays) {
    try (Columns c = new Columns()) {
      ColumnView elements = c.own(arrays.getChildColumnView(0));
      ColumnView maps =
          elements.hasNonEmptyNulls() ? c.own(elements.purgeNonEmptyNulls()) : elements;
      ColumnVector all = c.own(c.own(maps.getChildColumnView(0)).copyToColumnVector());
      ColumnView places = c.own(arrays.getListOffsetsView());
      return all.makeListFromOffsets(arrays.getRowCount(), c.own(starts(maps, places)));
    }
  }

  private static ColumnVector starts(ColumnView maps, ColumnView places) {
    if (maps.getRowCount() == 0) {
      return places.copyToColumnVector();
    }
    try (ColumnView offsets = maps.getListOffsetsView();
        ColumnVector starts = offsets.copyToColumnVector()) {
      return ListSums.at(starts, places);
    }
  }
}
