package io.github.rapidsudfs.testkit;

import java.util.ArrayList;
import java.util.List;

/** Lists of types as text. */
final class Types {
  private Types() {}

  /** The types of {@code int, decimal(9,2), map<string,int>}: commas inside brackets do not separate. */
  static List<String> split(String text) {
    List<String> types = new ArrayList<>();
    StringBuilder type = new StringBuilder();
    int depth = 0;
    for (char c : text.toCharArray()) {
      depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
      if (c == ',' && depth == 0) {
        types.add(type.toString().trim());
        type.setLength(0);
      } else {
        type.append(c);
      }
    }
    if (!text.isBlank()) {
      types.add(type.toString().trim());
    }
    return types;
  }
}
