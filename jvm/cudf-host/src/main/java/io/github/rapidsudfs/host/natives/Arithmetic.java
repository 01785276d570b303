package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;
import static io.github.rapidsudfs.host.natives.Io.scalarVec;
import static io.github.rapidsudfs.host.natives.Io.type;
import static io.github.rapidsudfs.host.natives.Io.vec;

import io.github.rapidsudfs.host.agent.Bookkeeping;
import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.FixedVec;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.kernels.Binary;
import io.github.rapidsudfs.host.kernels.IfElse;
import io.github.rapidsudfs.host.memory.Cudf;

/** Operators of two operands, and choices between them. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Arithmetic {
  private Arithmetic() {}

  public static long binaryOpVV(long left, long right, int op, int type, int scale) {
    return out(Binary.columns(vec(left), vec(right), op, type(type, scale)));
  }

  public static long binaryOpVS(long left, long right, int op, int type, int scale) {
    return out(Binary.scalarRight(vec(left), scalarVec(right), op, type(type, scale)));
  }

  @Bookkeeping
  public static int fixedPointOutputScale(int op, int leftScale, int rightScale) {
    return Binary.fixedPointScale(op, leftScale, rightScale);
  }

  private static long ifElse(long predicate, Vec whenTrue, Vec whenFalse) {
    FixedVec mask = Io.fixed(predicate, "Boolean mask column must be of type type_id::BOOL8");
    return out(IfElse.apply(mask, whenTrue, whenFalse));
  }

  private static Vec rows(long predicate, long view) {
    Vec vec = vec(view);
    Cudf.expects(vec.size == Io.column(predicate).size, "Both columns must be of the size of the boolean mask");
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
