// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.maps;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;

/** The sum of a map's values. */
public final class MapSum extends Udf1<MapData, Long> implements UDF1<MapData, Long> {
  public MapSum() {
    super(
        Signature.named("map_sum")
            .in(Category.MAPS)
            .takes("counts", "map<string,bigint>")
            .returns("bigint")
            .nulls(NullRule.ANY_NULL)
            .summary("Adds up the values of a map")
            .description(
                "Null values are skipped, and the sum of none is 0. A sum out of the range of"
                    + " bigint wraps around.")
            .example("map_sum(map('a', 1L, 'b', 41L))", "42")
            .example("map_sum(map('a', CAST(NULL AS BIGINT)))", "0")
            .since("0.1.0"));
  }

  @Override
  protected Long row(MapData counts) {
    ArrayData values = counts.valueArray();
    long sum = 0;
    for (int i = 0; i < counts.numElements(); i++) {
      sum += values.isNullAt(i) ? 0 : values.getLong(i);
    }
    return sum;
  }

  @Override
  protected ColumnVector columnar(ColumnVector counts) {
    try (ColumnView entries = counts.getChildColumnView(0);
        ColumnView values = entries.getChildColumnView(1);
        ColumnView lists = counts.replaceListChild(values)) {
      return ListSums.of(lists);
    }
  }
}
