package io.github.rapidsudfs.functions.maps;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.Divergences;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf3;
import java.util.Map;
import org.apache.spark.sql.api.java.UDF3;

/** A map's value for a key, or another where it has no such key. */
public final class MapGetOr extends Udf3<Map<String, String>, String, String, String>
    implements UDF3<Map<String, String>, String, String, String> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("map_get_or")
          .in(Category.MAPS)
          .takes("entries", "map<string,string>")
          .takes("key", "string")
          .takes("fallback", "string")
          .returns("string")
          .nulls(NullRule.ANY_NULL)
          .summary("The value of a key in a map, or a given one where there is no such key")
          .description("A key that is there with a null value gives null.")
          .example("map_get_or(map('a', '1'), 'a', '0')", "1")
          .example("map_get_or(map('a', '1'), 'b', '0')", "0")
          .divergence(Divergences.INVALID_UTF8)
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected String row(Map<String, String> entries, String key, String fallback) {
    return entries.containsKey(key) ? entries.get(key) : fallback;
  }

  @Override
  protected ColumnVector columnar(ColumnVector entries, ColumnVector key, ColumnVector fallback) {
    try (ColumnVector found = entries.getMapKeyExistence(key);
        ColumnVector value = entries.getMapValue(key)) {
      return found.ifElse(value, fallback);
    }
  }
}
