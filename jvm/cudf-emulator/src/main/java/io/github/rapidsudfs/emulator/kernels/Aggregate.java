package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.util.function.IntPredicate;

/**
 * Aggregations over chosen rows of a vector: what reductions, segmented reductions, scans and
 * groups share. Sums of floating-point numbers are taken in the order of the rows; a GPU's order is
 * unspecified.
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
  public static final int NUNIQUE = 15;
  public static final int NTH_ELEMENT = 16;
  public static final int COLLECT_LIST = 18;
  public static final int COLLECT_SET = 19;
  public static final int RANK = 29;

  private Aggregate() {}

  /** An aggregation: its native kind and its parameters. */
  public record Kind(int id, int parameter, boolean includeNulls) {
    @Override
    public String toString() {
      return Cudf.constant("ai.rapids.cudf.Aggregation$Kind", id);
    }
  }

  /** A running result over rows that are not null. */
  interface Sink {
    void add(int row);

    /** The result's stored bits (or the row that it is, for extremes). */
    long bits();

    /** Back to the start. */
    void reset();
  }

  /** Whether the result is one of the rows, so that {@link Sink#bits} is its number. */
  static boolean picksRow(Kind kind) {
    return kind.id() == MIN || kind.id() == MAX;
  }

  /**
   * A sink for a kind over a vector, with results of a type. DECIMAL128 sums are made by {@link
   * #wideSum}.
   */
  static Sink sink(Kind kind, Vec vec, Type out) {
    switch (kind.id()) {
      case MIN, MAX:
        Cudf.expects(
            vec.type.equals(out) || vec.type.id() == out.id(),
            "min and max need the input's type as output type");
        return new Extreme(vec, kind.id() == MAX);
      case ANY, ALL:
        Cudf.expects(out.isBool(), kind + " operation can only be applied with output type BOOL8");
        return new Logic((FixedVec) fixed(kind, vec), kind.id() == ANY);
      case SUM, PRODUCT, SUM_OF_SQUARES, MEAN:
        return new Arithmetic(kind, (FixedVec) fixed(kind, vec), out);
      default:
        throw new Refused(kind + " of " + vec.type);
    }
  }

  private static Vec fixed(Kind kind, Vec vec) {
    boolean logical = kind.id() == ANY || kind.id() == ALL;
    if (!(vec instanceof FixedVec)
        || (vec.type.isTimestamp() && kind.id() <= STD)
        || (logical && !vec.type.isNumeric())) {
      throw Cudf.error("Reduction " + kind + " is not supported for the type " + vec.type);
    }
    return vec;
  }

  private static final class Extreme implements Sink {
    private final Vec vec;
    private final boolean greatest;
    private int best = -1;

    Extreme(Vec vec, boolean greatest) {
      this.vec = vec;
      this.greatest = greatest;
    }

    @Override
    public void add(int row) {
      if (vec.type.isFloat() && Double.isNaN(((FixedVec) vec).asDouble(row))) {
        throw new Refused(
            "the least or greatest of numbers with NaN, which depends on the order on a GPU,");
      }
      int order = best < 0 ? 0 : vec.compare(row, vec, best);
      if (best < 0 || (greatest ? order > 0 : order < 0)) {
        best = row;
      }
    }

    @Override
    public long bits() {
      return best;
    }

    @Override
    public void reset() {
      best = -1;
    }
  }

  private static final class Logic implements Sink {
    private final FixedVec vec;
    private final boolean any;
    private boolean state;

    Logic(FixedVec vec, boolean any) {
      this.vec = vec;
      this.any = any;
      reset();
    }

    @Override
    public void add(int row) {
      boolean value = vec.type.isFloat() ? vec.asDouble(row) != 0 : vec.values[row] != 0;
      state = any ? state | value : state & value;
    }

    @Override
    public long bits() {
      return state ? 1 : 0;
    }

    @Override
    public void reset() {
      state = !any;
    }
  }

  /**
   * Sums and the like: in 64-bit whole numbers, or in double precision where input or output is a
   * float.
   */
  private static final class Arithmetic implements Sink {
    private final Kind kind;
    private final FixedVec vec;
    private final Type out;
    private final boolean floating;
    private final boolean single;
    private long whole;
    private double real;
    private long count;

    Arithmetic(Kind kind, FixedVec vec, Type out) {
      this.kind = kind;
      this.vec = vec;
      this.out = out;
      boolean moments = kind.id() >= MEAN;
      Cudf.expects(
          !moments || out.isFloat(), kind + " needs a floating-point output type, not " + out);
      if (vec.type.isDecimal() || vec.type.isDuration()) {
        Cudf.expects(
            kind.id() == SUM && out.id() == vec.type.id(),
            kind + " of " + vec.type + " needs the input's type as output type");
      } else {
        Cudf.expects(out.isNumeric(), kind + " needs a numeric output type, not " + out);
      }
      floating = vec.type.isFloat() || moments;
      single = vec.type.id() == Type.FLOAT32 && out.id() == Type.FLOAT32 && !moments;
      if (moments && vec.type.isDecimal()) {
        throw new Refused(kind + " of " + vec.type);
      }
      reset();
    }

    @Override
    public void add(int row) {
      count++;
      if (!floating) {
        long v = vec.values[row];
        whole =
            switch (kind.id()) {
              case PRODUCT -> whole * v;
              case SUM_OF_SQUARES -> whole + v * v;
              default -> whole + v;
            };
        return;
      }
      double v = vec.asDouble(row);
      real =
          switch (kind.id()) {
            case PRODUCT -> real * v;
            case SUM_OF_SQUARES -> real + (single ? (float) (v * v) : v * v);
            default -> real + v;
          };
      if (single) {
        real = (float) real;
      }
    }

    @Override
    public long bits() {
      if (!floating) {
        Type computed = Type.of(vec.type.id() == Type.UINT64 ? Type.UINT64 : Type.INT64);
        return out.isNumeric()
            ? Numbers.cast(computed, out).applyAsLong(whole)
            : Numbers.wrap(out.id(), whole);
      }
      double value =
          switch (kind.id()) {
            case MEAN -> real / count;
            default -> real;
          };
      return Numbers.cast(Type.of(Type.FLOAT64), out)
          .applyAsLong(Double.doubleToRawLongBits(value));
    }

    @Override
    public void reset() {
      whole = kind.id() == PRODUCT ? 1 : 0;
      real = kind.id() == PRODUCT ? 1 : 0;
      count = 0;
    }
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
