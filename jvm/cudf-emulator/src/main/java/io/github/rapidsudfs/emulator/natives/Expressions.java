package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Ast;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Refused;

/** Compiled expressions. Each column is read once, however often it is used. */
@Natives("ai.rapids.cudf.ast.CompiledExpression")
public final class Expressions {
  private Expressions() {}

  @NotAKernel
  public static long compile(byte[] serialized) {
    return Handles.open(Ast.read(serialized));
  }

  public static long computeColumn(long expression, long table) {
    TableHandles.Table t = TableHandles.table(table);
    Vec[] read = new Vec[t.columns().length];
    return Io.out(
        Handles.get(expression, Ast.class)
            .compute(
                index -> {
                  if (index < 0) {
                    throw new Refused("an expression over two tables");
                  }
                  Cudf.expects(
                      index < read.length, "Requested column index is out of range: " + index);
                  if (read[index] == null) {
                    read[index] = Read.vec(t.columns()[index]);
                  }
                  return read[index];
                },
                t.rows()));
  }

  @NotAKernel
  public static void destroy(long expression) {
    Handles.close(expression, Ast.class);
  }
}
