package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Bookkeeping;
import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Read;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.kernels.Ast;
import io.github.rapidsudfs.host.memory.Cudf;
import io.github.rapidsudfs.host.memory.Handles;
import io.github.rapidsudfs.host.memory.Refused;

/** Compiled expressions. Each column is read once, however often it is used. */
@Natives("ai.rapids.cudf.ast.CompiledExpression")
public final class Expressions {
  private Expressions() {}

  @Bookkeeping
  public static long compile(byte[] serialized) {
    return Handles.open(Ast.read(serialized));
  }

  public static long computeColumn(long expression, long table) {
    TableHandles.Table t = TableHandles.table(table);
    Vec[] read = new Vec[t.columns().length];
    return Io.out(Handles.get(expression, Ast.class).compute(index -> {
      if (index < 0) {
        throw new Refused("an expression over two tables");
      }
      Cudf.expects(index < read.length, "Requested column index is out of range: " + index);
      if (read[index] == null) {
        read[index] = Read.vec(t.columns()[index]);
      }
      return read[index];
    }, t.rows()));
  }

  @Bookkeeping
  public static void destroy(long expression) {
    Handles.close(expression, Ast.class);
  }
}
