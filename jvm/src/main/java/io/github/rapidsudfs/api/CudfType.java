// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A cuDF column type, nested: the name of its {@code DType.DTypeEnum}, the (negated) decimal scale,
 * and the types of its children.
 *
 * <p>Names cuDF's types without loading cuDF, so that they can be shown and compared without the
 * plugin and a GPU.
 *
 * @param id name of the {@code DTypeEnum} constant
 * @param scale cuDF's scale (minus Spark's) of a decimal, 0 for any other type
 * @param children one type for a LIST, one per field for a STRUCT, none otherwise
 */
public record CudfType(String id, int scale, List<CudfType> children) implements Serializable {
  public CudfType {
    children = List.copyOf(children);
  }

  public static CudfType of(String id) {
    return new CudfType(id, 0, List.of());
  }

  public static CudfType decimal(int bits, int sparkScale) {
    return new CudfType("DECIMAL" + bits, -sparkScale, List.of());
  }

  public static CudfType list(CudfType element) {
    return new CudfType("LIST", 0, List.of(element));
  }

  public static CudfType struct(List<CudfType> fields) {
    return new CudfType("STRUCT", 0, fields);
  }

  public boolean isDecimal() {
    return id.startsWith("DECIMAL");
  }

  public boolean isNested() {
    return id.equals("LIST") || id.equals("STRUCT");
  }

  /** The number of digits that this decimal type can always hold: 9, 18 or 38. */
  public int maxPrecision() {
    return switch (id) {
      case "DECIMAL32" -> 9;
      case "DECIMAL64" -> 18;
      case "DECIMAL128" -> 38;
      default -> throw new IllegalStateException(this + " is not a decimal");
    };
  }

  /** For instance {@code LIST<DECIMAL64(scale=-2)>}. */
  @Override
  public String toString() {
    if (isDecimal()) {
      return id + "(scale=" + scale + ")";
    }
    if (!isNested()) {
      return id;
    }
    return children.stream()
        .map(CudfType::toString)
        .collect(Collectors.joining(", ", id + "<", ">"));
  }
}
