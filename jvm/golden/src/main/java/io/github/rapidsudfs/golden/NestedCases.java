// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Lists, maps and structs: empty lists, null lists, nulls within. */
final class NestedCases {
  private static final Supplier<ColumnVector> INTS =
      () ->
          ColumnBuilders.lists(
              DType.INT32,
              Arrays.asList(1, 2, 2, null),
              List.of(),
              null,
              Arrays.asList((Integer) null),
              List.of(3),
              List.of(-1, 1));
  private static final Supplier<ColumnVector> OTHER_INTS =
      () ->
          ColumnBuilders.lists(
              DType.INT32,
              Arrays.asList(2, 3),
              List.of(),
              List.of(1),
              Arrays.asList(null, null),
              null,
              List.of(1, -1));
  private static final Supplier<ColumnVector> DOUBLES =
      () ->
          ColumnBuilders.lists(
              DType.FLOAT64,
              Arrays.asList(1.5, Double.NaN),
              List.of(),
              null,
              Arrays.asList(-0.0, 0.0, null),
              List.of(2.25));
  private static final Supplier<ColumnVector> TEXTS =
      () ->
          ColumnBuilders.lists(
              DType.STRING,
              Arrays.asList("b", "a", null, "a"),
              List.of(),
              null,
              List.of(""),
              List.of("é", "日"));

  private NestedCases() {}

  static void add(Cases cases) {
    over(cases, "int32", INTS);
    over(cases, "int32 sliced", () -> Cases.inner(INTS.get()));
    over(cases, "float64", DOUBLES);
    over(cases, "string", TEXTS);
    Map.of(
            "sum", SegmentedReductionAggregation.sum(),
            "min", SegmentedReductionAggregation.min(),
            "max", SegmentedReductionAggregation.max())
        .forEach(
            (name, of) ->
                cases.add("listReduce " + name, in -> in[0].listReduce(of, DType.INT32), INTS));
    cases.add("listContains", () -> Scalar.fromInt(1), ColumnVector::listContains, INTS);
    cases.add(
        "listIndexOf first",
        () -> Scalar.fromInt(2),
        (lists, s) -> lists.listIndexOf(s, ColumnView.FindOptions.FIND_FIRST),
        INTS);
    cases.add(
        "listIndexOf last",
        () -> Scalar.fromInt(2),
        (lists, s) -> lists.listIndexOf(s, ColumnView.FindOptions.FIND_LAST),
        INTS);
    cases.add(
        "segmentedGather",
        in -> in[0].segmentedGather(in[1]),
        INTS,
        () ->
            ColumnBuilders.lists(
                DType.INT32,
                List.of(3, 0, 9),
                List.of(0),
                List.of(),
                List.of(-1),
                List.of(-2),
                List.of(1, -2)));
    cases.add(
        "listsHaveOverlap", in -> ColumnView.listsHaveOverlap(in[0], in[1]), INTS, OTHER_INTS);
    for (boolean descending : new boolean[] {false, true}) {
      for (boolean nullsFirst : new boolean[] {false, true}) {
        cases.add(
            "listSortRows" + (descending ? " descending" : "") + (nullsFirst ? " nulls first" : ""),
            in -> in[0].listSortRows(descending, nullsFirst),
            INTS);
      }
    }
    // The set operations return elements in unspecified order.
    cases.add(
        "listsIntersectDistinct sorted",
        in -> sorted(ColumnView.listsIntersectDistinct(in[0], in[1])),
        INTS,
        OTHER_INTS);
    cases.add(
        "listsUnionDistinct sorted",
        in -> sorted(ColumnView.listsUnionDistinct(in[0], in[1])),
        INTS,
        OTHER_INTS);
    cases.add(
        "listsDifferenceDistinct sorted",
        in -> sorted(ColumnView.listsDifferenceDistinct(in[0], in[1])),
        INTS,
        OTHER_INTS);
    cases.add(
        "makeList",
        in -> ColumnVector.makeList(in[0], in[1]),
        () -> ColumnVector.fromBoxedInts(1, null),
        () -> ColumnVector.fromInts(3, 4));
    cases.add(
        "makeStruct",
        in -> ColumnVector.makeStruct(in[0], in[1]),
        () -> ColumnVector.fromBoxedInts(1, null),
        () -> ColumnVector.fromStrings("a", "b"));
    for (boolean emptyIsText : new boolean[] {true, false}) {
      cases.add(
          "stringConcatenateListElements" + (emptyIsText ? "" : ", null for none"),
          in -> {
            try (Scalar comma = Scalar.fromString(",");
                Scalar none = Scalar.fromNull(DType.STRING)) {
              return in[0].stringConcatenateListElements(comma, none, false, emptyIsText);
            }
          },
          TEXTS);
    }
    cases.add("getMapValue", Cases.text("a"), ColumnVector::getMapValue, NestedCases::maps);
    cases.add(
        "getMapKeyExistence", Cases.text("a"), ColumnVector::getMapKeyExistence, NestedCases::maps);
    cases.add(
        "dropListDuplicatesWithKeysValues",
        in -> in[0].dropListDuplicatesWithKeysValues(),
        NestedCases::maps);
  }

  private static void over(Cases cases, String type, Supplier<ColumnVector> lists) {
    cases.add("countElements " + type, in -> in[0].countElements(), lists);
    cases.add("extractListElement first " + type, in -> in[0].extractListElement(0), lists);
    cases.add("extractListElement last " + type, in -> in[0].extractListElement(-1), lists);
    cases.add("listContainsNulls " + type, in -> in[0].listContainsNulls(), lists);
    cases.add("isNull list " + type, in -> in[0].isNull(), lists);
    cases.add("reverseStringsOrLists " + type, in -> in[0].reverseStringsOrLists(), lists);
    cases.add("concatenate lists " + type, in -> ColumnVector.concatenate(in[0], in[0]), lists);
    cases.add(
        "child of lists " + type,
        in -> {
          try (ColumnView child = in[0].getChildColumnView(0)) {
            return child.copyToColumnVector();
          }
        },
        lists);
  }

  private static ColumnVector sorted(ColumnVector lists) {
    try (lists) {
      return lists.listSortRows(false, true);
    }
  }

  private static ColumnVector maps() {
    HostColumnVector.DataType text = new HostColumnVector.BasicType(true, DType.STRING);
    HostColumnVector.StructType entry = new HostColumnVector.StructType(false, text, text);
    HostColumnVector.DataType map = new HostColumnVector.ListType(true, entry);
    List<HostColumnVector.StructData> twice =
        List.of(entry("a", "1"), entry("b", null), entry("a", "2"));
    return ColumnBuilders.lists(
        map, Arrays.asList(twice, List.of(), null, List.of(entry("b", "x"))));
  }

  private static HostColumnVector.StructData entry(String key, String value) {
    return new HostColumnVector.StructData(key, value);
  }
}
