package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.scalarVec;
import static io.github.rapidsudfs.emulator.natives.Io.vec;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Empty;
import io.github.rapidsudfs.emulator.kernels.Fill;
import io.github.rapidsudfs.emulator.kernels.Lists;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** Columns from scalars and from other columns. */
@Natives("ai.rapids.cudf.ColumnVector")
public final class ColumnFactories {
  private ColumnFactories() {}

  public static long fromScalar(long scalar, int rows) {
    Cudf.expects(rows >= 0, "Invalid size.");
    return out(scalarVec(scalar).repeat(rows));
  }

  public static long sequence(long start, long step, int rows) {
    return out(Fill.sequence(scalarVec(start), step == 0 ? null : scalarVec(step), rows));
  }

  public static long sequences(long start, long size, long step) {
    return out(Fill.sequences(vec(start), vec(size), step == 0 ? null : vec(step)));
  }

  public static long makeList(long[] views, long type, int scale, long rows) {
    Vec[] columns = Io.vecs(views);
    Vec empty = columns.length > 0 ? null : Empty.of(Io.type((int) type, scale));
    return out(Lists.make(columns, empty, (int) rows));
  }
}
