// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.api.CudfType;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.metrics.Counters;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/** One call of a columnar body with its checks: see {@link DualFunction}. */
public final class ColumnarCall {
  private ColumnarCall() {}

  /** A call without analysis: only the columns are known, and from them a dependent result type. */
  static ColumnVector unanalysed(DualFunction function, int rows, ColumnVector[] args) {
    Signature signature = function.signature();
    return run(
        function,
        false,
        types ->
            signature.resultType(
                signature.dependentResult()
                    ? types.stream().map(TypeMapping::toSpark).toList()
                    : List.of()),
        rows,
        args);
  }

  /** A call whose arguments Spark coerced and whose result type it knows. */
  public static ColumnVector analysed(
      DualFunction function, DataType result, int rows, ColumnVector[] args) {
    return run(function, true, types -> result, rows, args);
  }

  private static ColumnVector run(
      DualFunction function,
      boolean analysed,
      Function<List<CudfType>, DataType> results,
      int rows,
      ColumnVector[] args) {
    return Counters.of(function.signature().name())
        .columnar(rows, args, () -> call(function, analysed, results, rows, args));
  }

  private static ColumnVector call(
      DualFunction function,
      boolean analysed,
      Function<List<CudfType>, DataType> results,
      int rows,
      ColumnVector[] args) {
    Signature signature = function.signature();
    try (ArgumentColumns arguments = ArgumentColumns.check(signature, analysed, rows, args)) {
      DataType type = results.apply(arguments.types());
      CudfType expected = TypeMapping.toCudf(type);
      if (rows == 0) {
        return ColumnVector.empty(CudfColumns.hostType(expected));
      }
      ColumnVector owned = function.columnarBody(rows, arguments.columns());
      try {
        arguments.requireUntouched(owned);
        check(signature, expected, rows, owned);
        owned = replace(owned, maskNulls(signature, owned, arguments));
        if (type instanceof DecimalType decimal) {
          owned = replace(owned, DecimalRange.nullOutOfRange(owned, decimal));
        }
        if (signature.nullRule() == NullRule.NEVER_NULL && owned.hasNulls()) {
          throw new IllegalStateException(
              signature.name() + " promises never to return null, but its columnar body did");
        }
        ColumnVector result = owned;
        owned = null;
        return result;
      } finally {
        if (owned != null && arguments.lent(owned) < 0) {
          owned.close();
        }
      }
    }
  }

  private static void check(Signature signature, CudfType expected, int rows, ColumnVector result) {
    String body = "the columnar body of " + signature.name();
    if (result == null) {
      throw new IllegalStateException(body + " returned null");
    }
    if (result.getRowCount() != rows) {
      throw new IllegalStateException(
          "%s returned %d rows for a batch of %d".formatted(body, result.getRowCount(), rows));
    }
    CudfType type = CudfColumns.typeOf(result);
    if (!type.equals(expected)) {
      throw new IllegalArgumentException(
          "%s returned cuDF %s, %s is %s".formatted(body, type, signature.resultDdl(), expected));
    }
  }

  /** A masked copy, or null if the result needs no masking. */
  private static ColumnVector maskNulls(
      Signature signature, ColumnVector result, ArgumentColumns arguments) {
    if (signature.nullRule() != NullRule.ANY_NULL || !arguments.anyNulls()) {
      return null;
    }
    ColumnVector[] columns = arguments.columns();
    ColumnView[] masks = new ColumnView[columns.length + 1];
    masks[0] = result;
    System.arraycopy(columns, 0, masks, 1, columns.length);
    return result.mergeAndSetValidity(BinaryOp.BITWISE_AND, masks);
  }

  private static ColumnVector replace(ColumnVector owned, ColumnVector replacement) {
    if (replacement == null) {
      return owned;
    }
    owned.close();
    return replacement;
  }
}
