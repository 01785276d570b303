// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.maps;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.rows.UnsafeStrings;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.types.UTF8String;

/** The entries of a map whose keys have a prefix. */
public final class MapFilterPrefix extends Udf2<MapData, UTF8String, MapData>
    implements UDF2<MapData, UTF8String, MapData> {
  public MapFilterPrefix() {
    super(
        Signature.named("map_filter_prefix")
            .in(Category.MAPS)
            .takes("entries", "map<string,string>")
            .takesLiteral("prefix", "string")
            .returns("map<string,string>")
            .nulls(NullRule.ANY_NULL)
            .summary("Keeps the entries of a map whose keys start with a prefix")
            .description(
                "The entries keep their order (registered with registerJavaFunction or as a Hive"
                    + " function, Spark loses that of maps before they come here). Every key starts"
                    + " with the empty prefix.")
            .example("map_filter_prefix(map('utm_a', '1', 'b', '2'), 'utm_')", "{utm_a -> 1}")
            .divergence(Divergences.INVALID_UTF8)
            .divergence(
                "For keys that are not valid UTF-8 the columnar result is unspecified, and in"
                    + " mode emulate the query fails.")
            .since("0.1.0"));
  }

  @Override
  protected MapData row(MapData entries, UTF8String prefix) {
    ArrayData keys = entries.keyArray();
    ArrayData values = entries.valueArray();
    UTF8String[] keptKeys = new UTF8String[entries.numElements()];
    UTF8String[] keptValues = new UTF8String[entries.numElements()];
    int kept = 0;
    for (int i = 0; i < keptKeys.length; i++) {
      UTF8String key = keys.getUTF8String(i);
      if (key.startsWith(prefix)) {
        keptKeys[kept] = key;
        keptValues[kept++] = values.isNullAt(i) ? null : values.getUTF8String(i);
      }
    }
    return UnsafeStrings.map(keptKeys, keptValues, 0, kept);
  }

  /** Repeats the prefix for each entry, as cuDF's startsWith takes one for all rows. */
  @Override
  protected ColumnVector columnar(ColumnVector entries, ColumnVector prefix) {
    try (Columns c = new Columns()) {
      Table exploded = c.own(c.own(new Table(entries, prefix)).explode(0));
      ColumnVector flags = c.own(flags(exploded.getColumn(0), exploded.getColumn(1)));
      ColumnVector kept = c.own(ListSums.filtered(exploded.getColumn(0), flags));
      ColumnVector offsets = c.own(offsets(entries, flags));
      return kept.makeListFromOffsets(entries.getRowCount(), offsets);
    }
  }

  /** A flag for each entry whose key has the prefix; false where the prefix is null. */
  private static ColumnVector flags(ColumnVector entries, ColumnVector prefix) {
    try (Columns c = new Columns()) {
      ColumnView keys = c.own(entries.getChildColumnView(0));
      ColumnVector length = c.own(ColumnMath.orZero(prefix.getCharLengths()));
      ColumnVector start = c.own(ColumnMath.repeated(0, prefix.getRowCount()));
      ColumnVector same = c.own(c.own(keys.substring(start, length)).equalTo(prefix));
      return ColumnMath.orFalse(same);
    }
  }

  private static ColumnVector offsets(ColumnVector entries, ColumnVector flags) {
    try (ColumnVector sizes = ColumnMath.orZero(entries.countElements());
        ColumnVector before = sizes.generateListOffsets()) {
      return ListSums.keptOffsets(flags, before);
    }
  }
}
