package io.github.rapidsudfs.testkit.values;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

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

  @Override
  public String toString() {
    return "no value: " + what;
  }
}
