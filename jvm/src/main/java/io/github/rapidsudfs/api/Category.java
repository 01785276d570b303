// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.util.Locale;

/** The groups of the catalogue; each is a package of functions and a page of the reference. */
public enum Category {
  TEXT("string_funcs"),
  BYTES("string_funcs"),
  URL("url_funcs"),
  NET("misc_funcs"),
  TIME("datetime_funcs"),
  NUMBERS("math_funcs"),
  MONEY("math_funcs"),
  GEO("math_funcs"),
  ARRAYS("array_funcs"),
  MAPS("map_funcs"),
  STRUCTS("struct_funcs"),
  META("misc_funcs"),
  IDENTITY("misc_funcs");

  private final String sparkGroup;

  Category(String sparkGroup) {
    this.sparkGroup = sparkGroup;
  }

  /** The group name in Spark's {@code ExpressionInfo}. */
  public String sparkGroup() {
    return sparkGroup;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
