// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.stream.IntStream;

/** Columns whose rows are chosen from several columns or scalars. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Selection {
  /** {@code cudf::copy_if_else}: a null predicate counts as false. */
  @Native({"ifElseVV", "ifElseVS", "ifElseSV", "ifElseSS"})
  public static Vec ifElse(Vec predicate, Operand whenTrue, Operand whenFalse) {
    CudfClasses.expects(
        whenTrue.hasRows(predicate.size) && whenFalse.hasRows(predicate.size),
        "Both columns must be of the size of the boolean mask");
    CudfClasses.expects(
        predicate.type.isBool(), "Boolean mask column must be of type type_id::BOOL8");
    CudfClasses.expects(
        whenTrue.vec().type.equals(whenFalse.vec().type),
        "Both inputs must be of the same type: %s and %s"
            .formatted(whenTrue.vec().type, whenFalse.vec().type));
    boolean[] fromLeft = Valid.of(predicate.size, ((FixedVec) predicate)::isTrue);
    return pick(fromLeft, whenTrue.vec(), whenFalse.vec());
  }

  /** Each row from the left or the right vector. A one-row vector applies to every row. */
  static Vec pick(boolean[] fromLeft, Vec left, Vec right) {
    if (left instanceof FixedVec a && right instanceof FixedVec b) {
      return pick(fromLeft, a, b);
    }
    return Concat.of(left, right)
        .gather(
            fromLeft.length,
            i -> fromLeft[i] ? (left.size == 1 ? 0 : i) : left.size + (right.size == 1 ? 0 : i));
  }

  /** The most common case, without concatenating both vectors. */
  private static FixedVec pick(boolean[] fromLeft, FixedVec left, FixedVec right) {
    int rows = fromLeft.length;
    long[] values = new long[rows];
    boolean[] valid = left.valid == null && right.valid == null ? null : Valid.all(rows);
    for (int i = 0; i < rows; i++) {
      FixedVec from = fromLeft[i] ? left : right;
      int at = from.size == 1 ? 0 : i;
      values[i] = from.values[at];
      if (valid != null) {
        valid[i] = !from.isNull(at);
      }
    }
    return new FixedVec(left.type, values, valid);
  }

  /**
   * Replaces values below a lower bound or above an upper bound. Each bound and replacement is one
   * row; a null bound does not apply. NaN is neither below nor above.
   */
  @Native("clamper")
  public static Vec clamp(
      Vec vec,
      @OfScalar Vec low,
      @OfScalar Vec lowReplacement,
      @OfScalar Vec high,
      @OfScalar Vec highReplacement) {
    CudfClasses.expects(low.type.equals(high.type), "mismatching types of limit scalars");
    CudfClasses.expects(
        lowReplacement.type.equals(highReplacement.type), "mismatching types of replace scalars");
    CudfClasses.expects(
        low.type.equals(lowReplacement.type), "mismatching types of limit and replace scalars");
    boolean hasLow = !low.isNull(0);
    boolean hasHigh = !high.isNull(0);
    if ((!hasLow && !hasHigh) || vec.size == 0) {
      return vec;
    }
    CudfClasses.expects(
        !hasLow || !lowReplacement.isNull(0), "lo_replace can't be null if lo is not null");
    CudfClasses.expects(
        !hasHigh || !highReplacement.isNull(0), "hi_replace can't be null if hi is not null");
    CudfClasses.expects(!vec.type.isNested(), "clamp for " + vec.type + " not supported");
    CudfClasses.expects(vec.type.equals(low.type), "mismatching types of scalar and input");
    return Concat.of(vec, lowReplacement, highReplacement)
        .gather(
            vec.size,
            i -> {
              boolean ordered = !vec.isNull(i) && !vec.isNan(i);
              return ordered && hasLow && !low.isNan(0) && vec.compare(i, low, 0) < 0
                  ? vec.size
                  : ordered && hasHigh && !high.isNan(0) && vec.compare(i, high, 0) > 0
                      ? vec.size + 1
                      : i;
            });
  }

  /**
   * Replaces each value that is among the old values with the new value in the same row, which may
   * be null; the first of equal old values counts. Null rows stay null.
   */
  @Native("findAndReplaceAll")
  public static Vec findAndReplace(Vec olds, Vec news, Vec vec) {
    CudfClasses.expects(
        olds.size == news.size, "values_to_replace and replacement_values size mismatch.");
    CudfClasses.expects(
        vec.type.equals(olds.type) && vec.type.equals(news.type), "Columns type mismatch");
    CudfClasses.expects(olds.nullCount() == 0, "values_to_replace must not have nulls");
    Refused.when(vec.type.isNested(), "findAndReplaceAll of " + vec.type);
    return Concat.of(vec, news)
        .gather(
            vec.size,
            i -> {
              int at = vec.isNull(i) ? -1 : find(vec, i, olds);
              return at < 0 ? i : vec.size + at;
            });
  }

  private static int find(Vec vec, int row, Vec olds) {
    // Vectors treat NaNs as equal, this operation does not.
    return vec.isNan(row)
        ? -1
        : IntStream.range(0, olds.size).filter(k -> vec.same(row, olds, k)).findFirst().orElse(-1);
  }
}
