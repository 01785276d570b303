// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.maps;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf3;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.types.UTF8String;

/** A map's value for a key, or a fallback if it has no such key. */
public final class MapGetOr extends Udf3<MapData, UTF8String, UTF8String, UTF8String>
    implements UDF3<MapData, UTF8String, UTF8String, UTF8String> {
  public MapGetOr() {
    super(
        Signature.named("map_get_or")
            .in(Category.MAPS)
            .takes("entries", "map<string,string>")
            .takesLiteral("key", "string")
            .takesLiteral("fallback", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL)
            .summary("The value of a key in a map, or a fallback if there is no such key")
            .description("A key that is present with a null value gives null.")
            .example("map_get_or(map('a', '1'), 'a', '0')", "1")
            .example("map_get_or(map('a', '1'), 'b', '0')", "0")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(MapData entries, UTF8String key, UTF8String fallback) {
    ArrayData keys = entries.keyArray();
    for (int i = 0; i < entries.numElements(); i++) {
      if (keys.getUTF8String(i).equals(key)) {
        ArrayData values = entries.valueArray();
        return values.isNullAt(i) ? null : values.getUTF8String(i);
      }
    }
    return fallback;
  }

  @Override
  protected ColumnVector columnar(ColumnVector entries, ColumnVector key, ColumnVector fallback) {
    try (ColumnVector exists = entries.getMapKeyExistence(key);
        ColumnVector value = entries.getMapValue(key)) {
      return exists.ifElse(value, fallback);
    }
  }
}
