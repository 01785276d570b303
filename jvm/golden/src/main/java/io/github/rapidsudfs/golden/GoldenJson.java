// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.ToNumberPolicy;
import java.util.Map;
import java.util.Objects;

/** Reads and writes the lines of golden files. */
final class GoldenJson {
  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
          .create();

  private GoldenJson() {}

  /** A value as JSON on one line; maps keep their order. */
  static String write(Object value) {
    return GSON.toJson(value);
  }

  /**
   * Parses a JSON object, whole numbers as longs. Throws {@code IllegalArgumentException} for other
   * text.
   */
  static Map<?, ?> parse(String text) {
    try {
      return Objects.requireNonNull(GSON.fromJson(text, Map.class));
    } catch (JsonParseException | NullPointerException e) {
      throw new IllegalArgumentException("not a JSON object: " + text, e);
    }
  }
}
