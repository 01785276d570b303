// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudaFatalException;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Runs cases. */
final class Answers {
  private Answers() {}

  /**
   * A case with its inputs and outputs in the form of a golden file. Instead of outputs it has
   * {@code error} if cuDF rejects the call, and {@code refused} if the emulator does not emulate
   * it.
   */
  static Map<String, Object> of(Cases.Case c) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("operation", c.operation());
    if (c.tolerance() != 0) {
      line.put("tolerance", Double.toString(c.tolerance()));
    }
    List<ColumnVector> inputs = new ArrayList<>();
    try {
      for (Supplier<ColumnVector> input : c.inputs()) {
        inputs.add(input.get());
      }
      line.put("inputs", shown(inputs));
      try {
        line.put("outputs", shownAndClosed(c.body().run(inputs.toArray(new ColumnVector[0]))));
      } catch (CudaFatalException e) {
        throw e; // the device is unusable from now on
      } catch (UnsupportedOperationException e) {
        line.put("refused", String.valueOf(e.getMessage()));
      } catch (RuntimeException e) {
        line.put("error", e.getClass().getSimpleName());
      }
      return line;
    } finally {
      inputs.forEach(ColumnVector::close);
    }
  }

  private static List<Object> shown(List<ColumnVector> columns) {
    return columns.stream().<Object>map(Values::of).toList();
  }

  private static List<Object> shownAndClosed(Object result) {
    if (result instanceof Scalar scalar) {
      try (scalar) {
        return shownAndClosed(ColumnVector.fromScalar(scalar, 1));
      }
    }
    if (result instanceof Table table) {
      try (table) {
        return shown(
            IntStream.range(0, table.getNumberOfColumns()).mapToObj(table::getColumn).toList());
      }
    }
    List<ColumnVector> columns =
        result instanceof ColumnVector column ? List.of(column) : List.of((ColumnVector[]) result);
    try {
      return shown(columns);
    } finally {
      columns.forEach(ColumnVector::close);
    }
  }
}
