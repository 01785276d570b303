// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.CudfType;
import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.api.Widening;
import java.math.BigDecimal;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/**
 * Widens arguments that Spark did not coerce to columns of the declared type: the columnar twin of
 * {@code RowValues}, by the rule of {@link Widening}.
 *
 * <p>A map and an array of two-field structs have the same cuDF type, so confusing them is an error
 * row-wise but not in columns.
 */
final class ColumnWidening {
  /** Thrown for a type or value that does not fit the declared type. */
  static final class Unfit extends IllegalArgumentException {
    Unfit(String what) {
      super(what);
    }
  }

  /** Owns the intermediate columns. */
  private final Columns columns;

  private ColumnWidening(Columns columns) {
    this.columns = columns;
  }

  /** The column as the declared type; null if it already has it. */
  static ColumnVector widen(ColumnView column, CudfType from, DataType declared) {
    if (from.equals(TypeMapping.toCudf(declared)) && !DecimalRange.isNarrow(declared)) {
      return null;
    }
    try (Columns columns = new Columns()) {
      ColumnView wide = new ColumnWidening(columns).as(column, declared);
      if (wide == column) {
        return null;
      }
      return wide instanceof ColumnVector owned ? owned.incRefCount() : wide.copyToColumnVector();
    }
  }

  private ColumnView as(ColumnView column, DataType declared) {
    CudfType from = CudfColumns.typeOf(column);
    CudfType to = TypeMapping.toCudf(declared);
    if (from.equals(to) && !DecimalRange.isNarrow(declared)) {
      return column;
    }
    // An untyped NULL literal is a void column, which cuDF stores as INT8.
    if (from.id().equals("INT8") && column.getNullCount() == column.getRowCount()) {
      return columns.own(CudfColumns.allNull(to, Math.toIntExact(column.getRowCount())));
    }
    if (from.id().equals(to.id()) && to.isNested()) {
      return nested(column, from, children(declared));
    }
    if (from.isNested()
        || to.isNested()
        || !Widening.accepts(declared, TypeMapping.toSpark(from))) {
      throw new Unfit("cuDF " + from);
    }
    return declared instanceof DecimalType
        ? decimal(column, from, to, (DecimalType) declared)
        : columns.own(column.castTo(CudfColumns.dtype(to)));
  }

  /** The declared types of a nested column's children; a map's one child is its entries. */
  private static List<DataType> children(DataType declared) {
    return declared instanceof MapType map
        ? List.of(new StructType().add("key", map.keyType()).add("value", map.valueType()))
        : TypeKind.parts(declared);
  }

  private ColumnView nested(ColumnView column, CudfType from, List<DataType> parts) {
    if (parts.size() != from.children().size()) {
      throw new Unfit("cuDF " + from);
    }
    int[] positions = new int[parts.size()];
    ColumnView[] children = new ColumnView[parts.size()];
    boolean changed = false;
    for (int i = 0; i < children.length; i++) {
      positions[i] = i;
      ColumnView child = columns.own(column.getChildColumnView(i));
      children[i] = as(child, parts.get(i));
      changed |= children[i] != child;
    }
    return changed ? columns.own(column.replaceChildrenWithViews(positions, children)) : column;
  }

  private ColumnView decimal(ColumnView column, CudfType from, CudfType to, DecimalType declared) {
    BigDecimal misfit = DecimalRange.misfit(column, declared);
    if (misfit != null) {
      throw new Unfit(misfit.toPlainString());
    }
    if (from.equals(to)) {
      return column;
    }
    ColumnVector cast = columns.own(column.castTo(CudfColumns.dtype(to)));
    if (from.isDecimal() && from.scale() < to.scale() && !sameValues(column, cast)) {
      throw new Unfit("a value with more than " + declared.scale() + " decimals");
    }
    return cast;
  }

  /** Returns whether a cast to fewer decimals dropped only zeros. */
  private static boolean sameValues(ColumnView column, ColumnView cut) {
    try (Columns c = new Columns()) {
      ColumnVector back = c.own(cut.castTo(column.getType()));
      return !Masks.any(c.own(column.binaryOp(BinaryOp.NOT_EQUAL, back, DType.BOOL8)));
    }
  }
}
