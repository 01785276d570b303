package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.kernels.Binary;

/** Operators whose left operand is a scalar. */
@Natives("ai.rapids.cudf.Scalar")
public final class ScalarOperators {
  private ScalarOperators() {}

  public static long binaryOpSV(long left, long right, int op, int type, int scale) {
    return Io.out(Binary.scalarLeft(Io.scalarVec(left), Io.vec(right), op, Io.type(type, scale)));
  }
}
