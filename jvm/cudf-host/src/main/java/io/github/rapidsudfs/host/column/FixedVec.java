package io.github.rapidsudfs.host.column;

/**
 * Values of one to eight bytes, each in a long: whole numbers by value (UINT64 by its bits), floats by their bits,
 * booleans as 0 and 1, decimals unscaled.
 */
public final class FixedVec extends Vec {
  public final long[] values;

  public FixedVec(Type type, long[] values, boolean[] valid) {
    super(type, values.length, valid);
    this.values = values;
  }

  public static FixedVec bools(boolean[] values, boolean[] valid) {
    long[] bits = new long[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = values[i] ? 1 : 0;
    }
    return new FixedVec(Type.of(Type.BOOL8), bits, valid);
  }

  public static FixedVec ints(int[] values, boolean[] valid) {
    return new FixedVec(Type.of(Type.INT32), java.util.Arrays.stream(values).asLongStream().toArray(), valid);
  }

  /** Floating-point values, rounded to the type. */
  public static FixedVec floats(Type type, double[] values, boolean[] valid) {
    long[] bits = new long[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = bits(type, values[i]);
    }
    return new FixedVec(type, bits, valid);
  }

  /** The bits of a floating-point value of a type. */
  public static long bits(Type type, double value) {
    return type.id() == Type.FLOAT32 ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
  }

  /** The value of a row of a numeric type. */
  public double asDouble(int row) {
    return toDouble(type, values[row]);
  }

  public static double toDouble(Type type, long bits) {
    return switch (type.id()) {
      case Type.FLOAT32 -> Float.intBitsToFloat((int) bits);
      case Type.FLOAT64 -> Double.longBitsToDouble(bits);
      case Type.UINT64 -> bits >= 0 ? (double) bits : (double) (bits >>> 1 | bits & 1) * 2.0;
      default -> (double) bits;
    };
  }

  public double[] doubles() {
    double[] result = new double[size];
    for (int i = 0; i < size; i++) {
      result[i] = toDouble(type, values[i]);
    }
    return result;
  }

  @Override
  public FixedVec with(boolean[] validity) {
    return new FixedVec(type, values, validity);
  }

  public FixedVec as(Type other) {
    return new FixedVec(other, values, valid);
  }

  @Override
  public FixedVec gather(int[] map) {
    long[] result = new long[map.length];
    for (int i = 0; i < map.length; i++) {
      result[i] = map[i] < 0 ? 0 : values[map[i]];
    }
    return new FixedVec(type, result, gatherValid(map));
  }

  @Override
  public boolean same(int row, Vec other, int otherRow) {
    long a = values[row];
    long b = ((FixedVec) other).values[otherRow];
    if (a == b || !type.isFloat()) {
      return a == b;
    }
    double x = toDouble(type, a);
    double y = toDouble(type, b);
    return x == y || (x != x && y != y);
  }

  @Override
  public int hash(int row) {
    if (!type.isFloat()) {
      return Long.hashCode(values[row]);
    }
    double value = asDouble(row);
    return Double.hashCode(value == 0 ? 0.0 : value);
  }

  @Override
  public int compare(int row, Vec other, int otherRow) {
    long a = values[row];
    long b = ((FixedVec) other).values[otherRow];
    if (type.isFloat()) {
      double x = toDouble(type, a);
      double y = toDouble(type, b);
      return x == y ? 0 : Double.compare(x, y);
    }
    return type.id() == Type.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }
}
