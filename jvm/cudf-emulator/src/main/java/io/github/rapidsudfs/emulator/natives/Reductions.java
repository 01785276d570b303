package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.outScalar;
import static io.github.rapidsudfs.emulator.natives.Io.type;
import static io.github.rapidsudfs.emulator.natives.Io.vec;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Aggregate;
import io.github.rapidsudfs.emulator.kernels.Reduce;
import io.github.rapidsudfs.emulator.memory.Cudf;
import java.util.Arrays;

/** Reductions and scans. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Reductions {
  private Reductions() {}

  public static long reduce(long view, long aggregation, int type, int scale) {
    return outScalar(Reduce.column(vec(view), Aggregations.kind(aggregation), type(type, scale)));
  }

  public static long segmentedReduce(
      long view, long offsets, long aggregation, boolean includeNulls, int type, int scale) {
    FixedVec starts = Io.fixed(offsets, "offsets must be INT32");
    Cudf.expects(starts.type.id() == Type.INT32, "Input offsets column must be INT32");
    int[] bounds = Arrays.stream(starts.values).mapToInt(v -> (int) v).toArray();
    Cudf.expects(
        !Io.column(view).type.isNested(),
        "Segmented reductions of lists and structs are not supported");
    Aggregate.Kind kind = Aggregations.kind(aggregation);
    Vec values = vec(view);
    Reduce.requireNoSpan(values, kind);
    return out(Reduce.segments(values, bounds, kind, includeNulls, type(type, scale)));
  }

  public static long scan(long view, long aggregation, boolean inclusive, boolean includeNulls) {
    return out(Reduce.scan(vec(view), Aggregations.kind(aggregation), inclusive, includeNulls));
  }
}
