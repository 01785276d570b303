package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Rounding;
import io.github.rapidsudfs.emulator.kernels.SparkCasts;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** Spark's arithmetic with overflow checks. */
@Natives("com.nvidia.spark.rapids.jni.Arithmetic")
public final class SparkArithmetic {
  private SparkArithmetic() {}

  public static long multiply(
      long left,
      boolean leftIsColumn,
      long right,
      boolean rightIsColumn,
      boolean ansi,
      boolean tryMode) {
    Cudf.expects(leftIsColumn || rightIsColumn, "Unsupported: Both left and right are scalars");
    Vec a = leftIsColumn ? Io.vec(left) : Io.scalarVec(left);
    Vec b = rightIsColumn ? Io.vec(right) : Io.scalarVec(right);
    return Io.out(SparkCasts.multiply(a, b, !leftIsColumn, !rightIsColumn, ansi, tryMode));
  }

  /** Mode ANSI is of integers alone. */
  public static long round(long view, int places, int mode, boolean ansi) {
    return Io.out(Rounding.round(Io.vec(view), places, mode));
  }
}
