// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.planted;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.testkit.Violation.Kind;
import io.github.rapidsudfs.testkit.planted.Planted.Columnar;
import io.github.rapidsudfs.testkit.planted.Planted.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.RowFactory;
import scala.collection.Seq;

/** Defects around lists, maps and structs. */
final class NestedDefects {
  private NestedDefects() {}

  private static Planted of(
      String name,
      String type,
      String result,
      Row row,
      Columnar wrong,
      Columnar right,
      String says) {
    return Planted.of(name, List.of(type), result, row, wrong, right, Kind.WRONG_ANSWER, says);
  }

  static List<Planted> all() {
    return List.of(
        of(
            "a null list counts as an empty one",
            "array<int>",
            "int",
            args -> args[0] == null ? null : ((Seq<?>) args[0]).size(),
            (rows, args) -> {
              try (Scalar zero = Scalar.fromInt(0);
                  ColumnVector counts = args[0].countElements()) {
                return counts.replaceNulls(zero);
              }
            },
            (rows, args) -> args[0].countElements(),
            "row-wise NULL"),
        of(
            "the second element is taken for the first",
            "array<string>",
            "string",
            args ->
                args[0] == null || ((Seq<?>) args[0]).isEmpty()
                    ? null
                    : ((Seq<?>) args[0]).apply(0),
            (rows, args) -> args[0].extractListElement(1),
            (rows, args) -> args[0].extractListElement(0),
            "rows differ"),
        of(
            "the sum of no elements is null",
            "array<bigint>",
            "bigint",
            NestedDefects::sum,
            (rows, args) ->
                args[0].listReduce(ai.rapids.cudf.SegmentedReductionAggregation.sum(), DType.INT64),
            (rows, args) -> {
              try (Scalar zero = Scalar.fromLong(0);
                  ColumnVector sums =
                      args[0].listReduce(
                          ai.rapids.cudf.SegmentedReductionAggregation.sum(), DType.INT64);
                  ColumnVector full = sums.replaceNulls(zero)) {
                return full.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0]);
              }
            },
            "array()"),
        of(
            "a null becomes a struct of nulls",
            "int",
            "struct<value:int,twice:int>",
            args -> args[0] == null ? null : RowFactory.create(args[0], 2 * (Integer) args[0]),
            (rows, args) -> {
              try (ColumnVector twice = args[0].add(args[0]);
                  ColumnView pair = ColumnView.makeStructView(args[0], twice)) {
                return pair.copyToColumnVector();
              }
            },
            (rows, args) -> {
              try (ColumnVector twice = args[0].add(args[0]);
                  ColumnView pair = ColumnView.makeStructView(args[0], twice)) {
                return pair.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0]);
              }
            },
            "row-wise NULL"),
        Planted.of(
            "a map has a key twice",
            List.of("string", "string"),
            "map<string,int>",
            NestedDefects::two,
            (rows, args) -> entries(args[0], args[1], rows),
            (rows, args) -> {
              try (ColumnVector both = entries(args[0], args[1], rows)) {
                return both.dropListDuplicatesWithKeysValues();
              }
            },
            Kind.WRONG_ANSWER,
            "twice"));
  }

  private static Object sum(Object[] args) {
    if (args[0] == null) {
      return null;
    }
    long sum = 0;
    for (int i = 0; i < ((Seq<?>) args[0]).size(); i++) {
      Object value = ((Seq<?>) args[0]).apply(i);
      sum += value == null ? 0 : (Long) value;
    }
    return sum;
  }

  private static Object two(Object[] args) {
    if (args[0] == null || args[1] == null) {
      return null;
    }
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put((String) args[0], 1);
    map.put((String) args[1], 1);
    return map;
  }

  private static ColumnVector entries(ColumnVector a, ColumnVector b, int rows) {
    try (Scalar one = Scalar.fromInt(1);
        ColumnVector ones = ColumnVector.fromScalar(one, rows);
        ColumnView first = ColumnView.makeStructView(a, ones);
        ColumnView second = ColumnView.makeStructView(b, ones);
        ColumnVector list = ColumnVector.makeList(rows, DType.STRUCT, first, second)) {
      return list.mergeAndSetValidity(BinaryOp.BITWISE_AND, a, b);
    }
  }
}
