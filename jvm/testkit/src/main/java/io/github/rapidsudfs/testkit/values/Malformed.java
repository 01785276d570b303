// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.MapType;

/**
 * An invalid value in a column or row, for instance a map with a duplicate key.
 *
 * @param what a description
 * @param utf8 the bytes of a string that are not UTF-8, as hexadecimal digits; null for others
 */
public record Malformed(String what, String utf8) {
  public Malformed(String what) {
    this(what, null);
  }

  /** The string of these bytes, or a {@code Malformed} if they are not UTF-8. */
  public static Object orString(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      String hex = HexFormat.of().withUpperCase().formatHex(bytes);
      return new Malformed("a string of invalid UTF-8: X'" + hex + "'", hex);
    }
  }

  /** The map of these keys and values, or a {@code Malformed} if the keys are invalid. */
  public static Object orMap(MapType type, List<?> keys, List<?> values) {
    Map<Object, Object> map = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < keys.size(); i++) {
      String key = SqlLiterals.of(type.keyType(), keys.get(i));
      if (keys.get(i) == null) {
        return new Malformed("a map with a null key");
      }
      // Compared as text, because equal byte arrays are not equal objects.
      if (!seen.add(key)) {
        return new Malformed("a map with the key " + key + " twice");
      }
      map.put(keys.get(i), values.get(i));
    }
    return map;
  }

  @Override
  public String toString() {
    return "no value: " + what;
  }
}
