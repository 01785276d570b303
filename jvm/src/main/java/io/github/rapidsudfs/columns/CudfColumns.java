// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.CudfType;
import java.util.ArrayList;
import java.util.List;

/** Conversions between {@link CudfType} and cuDF's own classes. */
public final class CudfColumns {
  private CudfColumns() {}

  /** The nested type of a live column. */
  public static CudfType typeOf(ColumnView column) {
    DType type = column.getType();
    if (type.isDecimalType()) {
      return new CudfType(type.getTypeId().name(), type.getScale(), List.of());
    }
    if (!type.isNestedType()) {
      return CudfType.of(type.getTypeId().name());
    }
    List<CudfType> children = new ArrayList<>();
    for (int i = 0; i < column.getNumChildren(); i++) {
      try (ColumnView child = column.getChildColumnView(i)) {
        children.add(typeOf(child));
      }
    }
    return new CudfType(type.getTypeId().name(), 0, children);
  }

  /** The {@code DType} of one level of a type. */
  public static DType dtype(CudfType type) {
    DType.DTypeEnum id = DType.DTypeEnum.valueOf(type.id());
    return type.isDecimal() ? DType.create(id, type.scale()) : DType.create(id);
  }

  /** The type for cuDF's host columns and {@code ColumnVector.empty}. */
  public static HostColumnVector.DataType hostType(CudfType type) {
    if (type.id().equals("LIST")) {
      return new HostColumnVector.ListType(true, hostType(type.children().get(0)));
    }
    if (type.id().equals("STRUCT")) {
      List<HostColumnVector.DataType> fields = new ArrayList<>();
      type.children().forEach(child -> fields.add(hostType(child)));
      return new HostColumnVector.StructType(true, fields);
    }
    return new HostColumnVector.BasicType(true, dtype(type));
  }

  /** A column of nulls. */
  static ColumnVector allNull(CudfType type, int rows) {
    try (Scalar none = nullScalar(type)) {
      return ColumnVector.fromScalar(none, rows);
    }
  }

  private static Scalar nullScalar(CudfType type) {
    if (type.id().equals("LIST")) {
      return Scalar.listFromNull(hostType(type.children().get(0)));
    }
    if (type.id().equals("STRUCT")) {
      return Scalar.structFromNull(
          type.children().stream()
              .map(CudfColumns::hostType)
              .toArray(HostColumnVector.DataType[]::new));
    }
    return Scalar.fromNull(dtype(type));
  }
}
