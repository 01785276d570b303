package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;
import static io.github.rapidsudfs.host.natives.Io.scalarVec;
import static io.github.rapidsudfs.host.natives.Io.vec;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.kernels.Concat;
import io.github.rapidsudfs.host.kernels.Empty;
import io.github.rapidsudfs.host.kernels.Fill;
import io.github.rapidsudfs.host.kernels.Joining;
import io.github.rapidsudfs.host.kernels.Lists;
import io.github.rapidsudfs.host.memory.Cudf;

/** Columns made from scalars and from other columns. */
@Natives("ai.rapids.cudf.ColumnVector")
public final class Making {
  private Making() {}

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

  public static long concatenate(long[] views) {
    return out(Concat.of(Io.vecs(views)));
  }

  public static long makeList(long[] views, long type, int scale, long rows) {
    Vec[] columns = Io.vecs(views);
    Vec empty = columns.length > 0 ? null : Empty.of(Io.type((int) type, scale));
    return out(Lists.make(columns, empty, (int) rows));
  }

  public static long makeListFromOffsets(long child, long offsets, long rows) {
    return out(Lists.fromOffsets(vec(child), Io.fixed(offsets, "Input offsets does not have type INT32."), (int) rows));
  }

  public static long makeEmptyCudfColumn(int type, int scale) {
    return out(Empty.of(Io.type(type, scale)));
  }

  public static long concatListByRow(long[] views, boolean ignoreNull) {
    return out(Lists.concatenateRows(Io.vecs(views), ignoreNull));
  }

  public static long stringConcatenation(long[] views, long separator, long narep, boolean separateNulls) {
    return out(Joining.columns(Io.vecs(views), Io.text(separator, "Parameter separator"), Io.stringScalar(narep), separateNulls));
  }

  public static long stringConcatenationSepCol(
      long[] views, long separators, long separatorNarep, long narep, boolean separateNulls) {
    return out(Joining.columns(
        Io.vecs(views), Io.strings(separators), Io.stringScalar(separatorNarep), Io.stringScalar(narep), separateNulls));
  }
}
