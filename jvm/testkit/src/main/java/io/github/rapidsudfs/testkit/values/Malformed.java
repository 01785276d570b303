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
 * What a column or a row held that no value of its type can be: a map with a key twice, say.
 *
 * @param what in words
 * @param utf8 the bytes of a string that are not UTF-8, as hexadecimal digits; null for others
 */
public record Malformed(String what, String utf8) {
  public Malformed(String what) {
    this(what, null);
  }

  /** The string of these bytes, or what they are where they are not UTF-8. */
  public static Object orString(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      String hex = HexFormat.of().withUpperCase().formatHex(bytes);
      return new Malformed("a string of invalid UTF-8: X'" + hex + "'", hex);
    }
  }

  /** The map of these keys and values, or what is wrong with the keys. */
  public static Object orMap(MapType type, List<?> keys, List<?> values) {
    Map<Object, Object> map = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < keys.size(); i++) {
      String key = Texts.of(type.keyType(), keys.get(i));
      if (keys.get(i) == null) {
        return new Malformed("a map with a null key");
      }
      // By their text, for arrays of bytes are not equal by content.
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
