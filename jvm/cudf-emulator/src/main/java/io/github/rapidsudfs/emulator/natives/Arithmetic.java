package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.scalarVec;
import static io.github.rapidsudfs.emulator.natives.Io.vec;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Binary;
import io.github.rapidsudfs.emulator.kernels.IfElse;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** Operators of two operands, and choices between them. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Arithmetic {
  private Arithmetic() {}

  @NotAKernel
  public static int fixedPointOutputScale(int op, int leftScale, int rightScale) {
    return Binary.fixedPointScale(op, leftScale, rightScale);
  }

  private static long ifElse(long predicate, Vec whenTrue, Vec whenFalse) {
    FixedVec mask = Io.fixed(predicate, "Boolean mask column must be of type type_id::BOOL8");
    return out(IfElse.apply(mask, whenTrue, whenFalse));
  }

  private static Vec rows(long predicate, long view) {
    Vec vec = vec(view);
    Cudf.expects(
        vec.size == Io.column(predicate).size,
        "Both columns must be of the size of the boolean mask");
    return vec;
  }

  private static Vec repeated(long predicate, long scalar) {
    return scalarVec(scalar).repeat(Io.column(predicate).size);
  }

  public static long ifElseVV(long predicate, long whenTrue, long whenFalse) {
    return ifElse(predicate, rows(predicate, whenTrue), rows(predicate, whenFalse));
  }

  public static long ifElseVS(long predicate, long whenTrue, long whenFalse) {
    return ifElse(predicate, rows(predicate, whenTrue), repeated(predicate, whenFalse));
  }

  public static long ifElseSV(long predicate, long whenTrue, long whenFalse) {
    return ifElse(predicate, repeated(predicate, whenTrue), rows(predicate, whenFalse));
  }

  public static long ifElseSS(long predicate, long whenTrue, long whenFalse) {
    return ifElse(predicate, repeated(predicate, whenTrue), repeated(predicate, whenFalse));
  }
}
