// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Aggregations over selected rows of a vector, shared by reductions, segmented reductions, scans
 * and groups. Floating-point numbers are summed in row order; a GPU's order is unspecified.
 */
public final class Aggregate {
  public static final int SUM = 0;
  public static final int PRODUCT = 1;
  public static final int MIN = 2;
  public static final int MAX = 3;
  public static final int COUNT = 4;
  public static final int ANY = 5;
  public static final int ALL = 6;
  public static final int SUM_OF_SQUARES = 7;
  public static final int MEAN = 8;
  public static final int VARIANCE = 9;
  public static final int STD = 10;
  public static final int MEDIAN = 11;
  public static final int QUANTILE = 12;
  public static final int ARGMAX = 13;
  public static final int ARGMIN = 14;
  public static final int NUNIQUE = 15;
  public static final int NTH_ELEMENT = 16;
  public static final int ROW_NUMBER = 17;
  public static final int COLLECT_LIST = 18;
  public static final int COLLECT_SET = 19;
  public static final int MERGE_LISTS = 20;
  public static final int MERGE_SETS = 21;
  public static final int LEAD = 22;
  public static final int LAG = 23;
  public static final int M2 = 27;
  public static final int MERGE_M2 = 28;
  public static final int RANK = 29;
  public static final int DENSE_RANK = 30;
  public static final int PERCENT_RANK = 31;
  public static final int HISTOGRAM = 34;
  public static final int MERGE_HISTOGRAM = 35;
  public static final int BITWISE_AGG = 36;
  public static final int SUM_OVERFLOW = 37;

  /** An aggregation: its native kind and its parameters. */
  public record Kind(int id, int parameter, boolean includeNulls, double... fractions) {
    public Kind(int id, int parameter, boolean includeNulls) {
      this(id, parameter, includeNulls, new double[0]);
    }

    @Override
    public String toString() {
      return CudfClasses.constant("ai.rapids.cudf.Aggregation$Kind", id);
    }
  }

  /** A fold over non-null rows: a state, initially {@code start}, and its result. */
  record Fold(long start, Step step, LongBinaryOperator result) {
    long add(long state, int row) {
      return step.add(state, row);
    }

    /** The stored bits of the result, or its row number for extremes. */
    long bits(long state, long rows) {
      return result.applyAsLong(state, rows);
    }
  }

  private interface Step {
    long add(long state, int row);
  }

  /** Returns whether the result is one of the rows: {@link Fold#bits} is its number. */
  static boolean picksRow(Kind kind) {
    return kind.id() == MIN || kind.id() == MAX;
  }

  /** A fold over a vector, with results of a type; {@link #wideSum} is for DECIMAL128. */
  static Fold fold(Kind kind, Vec vec, Type out) {
    switch (kind.id()) {
      case MIN, MAX:
        CudfClasses.expects(
            vec.type.equals(out) || vec.type.id() == out.id(),
            "min and max need the input's type as output type");
        return extreme(vec, kind.id() == MAX);
      case ANY, ALL:
        CudfClasses.expects(
            out.isBool(), kind + " operation can only be applied with output type BOOL8");
        FixedVec values = fixed(kind, vec);
        return kind.id() == ANY
            ? new Fold(0, (state, row) -> state | truth(values, row), (state, rows) -> state)
            : new Fold(1, (state, row) -> state & truth(values, row), (state, rows) -> state);
      case SUM, PRODUCT, SUM_OF_SQUARES, MEAN:
        return sum(kind, fixed(kind, vec), out);
      default:
        throw new Refused(kind + " of " + vec.type);
    }
  }

  private static FixedVec fixed(Kind kind, Vec vec) {
    boolean logical = kind.id() == ANY || kind.id() == ALL;
    CudfClasses.expects(
        vec instanceof FixedVec
            && !(vec.type.isTimestamp() && kind.id() <= STD)
            && (!logical || vec.type.isNumeric()),
        "Reduction " + kind + " is not supported for the type " + vec.type);
    return (FixedVec) vec;
  }

  private static Fold extreme(Vec vec, boolean greatest) {
    return new Fold(
        -1,
        (best, row) -> {
          Refused.when(
              vec.isNan(row),
              "the least or greatest of numbers with NaN, which depends on the order on a GPU,");
          int order = best < 0 ? 0 : vec.compare(row, vec, (int) best);
          return best < 0 || (greatest ? order > 0 : order < 0) ? row : best;
        },
        (best, rows) -> best);
  }

  private static long truth(FixedVec vec, int row) {
    return (vec.type.isFloat() ? vec.asDouble(row) != 0 : vec.values[row] != 0) ? 1 : 0;
  }

  /** Sums and the like: in 64-bit integers, or in doubles if input or output is a float. */
  private static Fold sum(Kind kind, FixedVec vec, Type out) {
    boolean mean = kind.id() == MEAN;
    CudfClasses.expects(
        !mean || out.isFloat(), kind + " needs a floating-point output type, not " + out);
    if (vec.type.isDecimal() || vec.type.isDuration()) {
      CudfClasses.expects(
          kind.id() == SUM && out.id() == vec.type.id(),
          kind + " of " + vec.type + " needs the input's type as output type");
    } else {
      CudfClasses.expects(out.isNumeric(), kind + " needs a numeric output type, not " + out);
    }
    return vec.type.isFloat() || mean
        ? realSum(kind.id(), vec, out)
        : wholeSum(kind.id(), vec, out);
  }

  private static Fold wholeSum(int kind, FixedVec vec, Type out) {
    Type computed = Type.of(vec.type.id() == Type.UINT64 ? Type.UINT64 : Type.INT64);
    LongUnaryOperator store =
        out.isNumeric() ? Cpp.cast(computed, out) : sum -> Cpp.wrap(out.id(), sum);
    return new Fold(
        kind == PRODUCT ? 1 : 0,
        (state, row) -> {
          long v = vec.values[row];
          return switch (kind) {
            case PRODUCT -> state * v;
            case SUM_OF_SQUARES -> state + v * v;
            default -> state + v;
          };
        },
        (state, rows) -> store.applyAsLong(state));
  }

  private static Fold realSum(int kind, FixedVec vec, Type out) {
    boolean single = vec.type.id() == Type.FLOAT32 && out.id() == Type.FLOAT32 && kind != MEAN;
    LongUnaryOperator store = Cpp.cast(Type.of(Type.FLOAT64), out);
    return new Fold(
        Double.doubleToRawLongBits(kind == PRODUCT ? 1 : 0),
        (state, row) -> {
          double real = Double.longBitsToDouble(state);
          double v = vec.asDouble(row);
          double sum =
              switch (kind) {
                case PRODUCT -> real * v;
                case SUM_OF_SQUARES -> real + (single ? (float) (v * v) : v * v);
                default -> real + v;
              };
          return Double.doubleToRawLongBits(single ? (float) sum : sum);
        },
        (state, rows) -> {
          double sum = Double.longBitsToDouble(state);
          return store.applyAsLong(Double.doubleToRawLongBits(kind == MEAN ? sum / rows : sum));
        });
  }

  /** The sum of DECIMAL128 values of the rows from {@code from} to {@code to} that pass. */
  static BigInteger wideSum(WideVec vec, int from, int to, IntPredicate passes) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = from; i < to; i++) {
      sum = passes.test(i) ? sum.add(vec.get(i)) : sum;
    }
    return sum;
  }
}
