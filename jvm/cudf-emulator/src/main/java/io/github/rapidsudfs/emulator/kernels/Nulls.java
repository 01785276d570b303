// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Null checks, null replacement and merging of null masks. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Nulls {
  private static final int BITWISE_AND = 16;
  private static final int BITWISE_OR = 17;

  @Native(value = "isNullNative", with = "true")
  @Native(value = "isNotNullNative", with = "false")
  public static FixedVec isNull(Vec vec, boolean isNull) {
    return FixedVec.bools(vec.size, i -> vec.isNull(i) == isNull, null);
  }

  /** Nulls replaced by the rows of another column, or by a scalar. */
  @Native({"replaceNullsScalar", "replaceNullsColumn"})
  public static Vec replace(Vec vec, Operand by) {
    Type type = by.vec().type;
    CudfClasses.expects(vec.type.equals(type), "Data type mismatch: " + vec.type + " and " + type);
    CudfClasses.expects(by.hasRows(vec.size), "Column size mismatch");
    return vec.valid == null
        ? vec
        : Concat.of(vec, by.vec()).gather(vec.size, i -> vec.isNull(i) ? vec.size + by.row(i) : i);
  }

  /** Nulls replaced by the last value before them, or by the next one. */
  public static Vec replaceNullsPolicy(Vec vec, boolean preceding) {
    return replace(vec, Segments.whole(vec), preceding);
  }

  /** Nulls replaced by the last value before them in their segment, or by the next one. */
  static Vec replace(Vec vec, Segments segments, boolean preceding) {
    int[] map = new int[vec.size];
    for (int s = 0; s < segments.count(); s++) {
      int last = -1;
      for (int n = 0; n < segments.length(s); n++) {
        int k = preceding ? segments.starts()[s] + n : segments.ends()[s] - 1 - n;
        last = vec.isNull(k) ? last : k;
        map[k] = last;
      }
    }
    return vec.gather(map);
  }

  /**
   * Adds nulls to the vector where any ({@code BITWISE_AND}) or all of the other vectors are null.
   * Struct fields get the same nulls.
   */
  public static Vec bitwiseMergeAndSetValidity(Vec vec, Vec[] others, int op) {
    CudfClasses.requires(op == BITWISE_AND || op == BITWISE_OR, "Unsupported merge operation");
    boolean and = op == BITWISE_AND;
    for (Vec other : others) {
      CudfClasses.expects(
          other.size == vec.size, "Row count mismatch, all columns must be the same size");
    }
    if (others.length == 0) {
      return vec;
    }
    IntPredicate merged =
        and
            ? i -> Arrays.stream(others).noneMatch(other -> other.isNull(i))
            : i -> !Arrays.stream(others).allMatch(other -> other.isNull(i));
    boolean[] valid = Valid.and(vec.size, vec.valid, Valid.of(vec.size, merged));
    return sanitized(vec, valid);
  }

  /** Makes null strings and lists empty, at any depth. */
  public static Vec purgeNonEmptyNulls(Vec vec) {
    if (vec instanceof ListVec lists) {
      ListVec outer = lists.sanitized();
      return new ListVec(outer.offsets, purgeNonEmptyNulls(outer.child), outer.valid);
    }
    if (vec instanceof StructVec struct) {
      return sanitized(struct.map(vec.size, Nulls::purgeNonEmptyNulls, vec.valid), vec.valid);
    }
    return vec.with(vec.valid);
  }

  private static Vec sanitized(Vec vec, boolean[] valid) {
    Vec now = vec.with(valid);
    if (now instanceof ListVec lists) {
      return lists.sanitized();
    }
    if (now instanceof StructVec struct && now.valid != null) {
      return struct.map(
          vec.size,
          field -> sanitized(field, Valid.and(vec.size, field.valid, now.valid)),
          now.valid);
    }
    return now;
  }

  public static FixedVec nansToNulls(Vec vec) {
    CudfClasses.expects(vec.type.isFloat(), "Input column of unsupported type: " + vec.type);
    return ((FixedVec) vec).with(Valid.of(vec.size, i -> !vec.isNull(i) && !vec.isNan(i)));
  }

  /** Replaces all NaNs and zeros with one NaN and one zero. */
  public static FixedVec normalizeNANsAndZeros(Vec vec) {
    CudfClasses.expects(vec.type.isFloat(), "Cannot normalize the column type " + vec.type);
    FixedVec in = (FixedVec) vec;
    return vec.longs(
        vec.type,
        i ->
            FixedVec.bits(
                vec.type, in.asDouble(i) == in.asDouble(i) ? in.asDouble(i) + 0.0 : Double.NaN));
  }

  /** Returns whether a null string or list, at any depth, still has bytes or elements. */
  @Native(value = "hasNonEmptyNulls", kernel = false)
  public static boolean hasNonEmpty(Column c) {
    if (c.offsets != null && c.nullCount() > 0) {
      FixedVec offsets = (FixedVec) Read.vec(c.offsetsColumn());
      for (int i = 0; i < c.size; i++) {
        if (!c.isValid(i) && offsets.values[c.offset + i + 1] != offsets.values[c.offset + i]) {
          return true;
        }
      }
    }
    for (int f = 0; f < c.children.length; f++) {
      if (hasNonEmpty(c.children.length == 1 && c.offsets != null ? c.children[0] : c.field(f))) {
        return true;
      }
    }
    return false;
  }
}
