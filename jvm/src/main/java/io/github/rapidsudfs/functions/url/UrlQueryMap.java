// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.functions.maps.LastEntries;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.types.UTF8String;

/** The parameters of a query string, decoded. */
public final class UrlQueryMap extends Udf1<UTF8String, MapData>
    implements UDF1<UTF8String, MapData> {
  public UrlQueryMap() {
    super(
        Signature.named("url_query_map")
            .in(Category.URL)
            .takes("query", "string")
            .returns("map<string,string>")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary(
                "Parses a query string into a map of decoded parameters; the last one of a name"
                    + " wins")
            .description(
                "The argument is what follows the question mark of a URL, as parse_url(url,"
                    + " 'QUERY') gives it: a question mark in it is a character like any other."
                    + " Parameters are separated by &, and empty ones are skipped. The first ="
                    + " separates name and value; without one the value is empty. Both are decoded"
                    + " as by url_decode_form. A malformed value is NULL in the map, a parameter"
                    + " with a malformed name is left out. Names that are equal once decoded are"
                    + " one name. The entries come in the order of those parameters that won.")
            .example("url_query_map('a=1&b=x+y&a=%32&c')", "{b -> x y, a -> 2, c -> }")
            .divergence(Divergences.UNKNOWN_FOR_INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected MapData row(UTF8String query) {
    LastEntries parameters = new LastEntries();
    int end = query.numBytes();
    int from = 0;
    while (from < end) {
      int to = Utf8.indexOf(query, '&', from, end);
      if (from < to) {
        add(query, from, to, parameters);
      }
      from = to + 1;
    }
    return parameters.toMap();
  }

  private static void add(UTF8String query, int from, int to, LastEntries parameters) {
    int equals = Utf8.indexOf(query, '=', from, to);
    UTF8String name = FormDecoding.decode(query, from, equals);
    if (name != null) {
      UTF8String value =
          equals < to ? FormDecoding.decode(query, equals + 1, to) : UTF8String.EMPTY_UTF8;
      parameters.add(name, value);
    }
  }

  @Override
  protected ColumnVector columnar(ColumnVector query) {
    try (ColumnVector whole = StringBytes.unsliced(query);
        ColumnVector lists = whole.stringSplitRecord("&");
        ColumnView parameters = lists.getChildColumnView(0)) {
      if (parameters.getRowCount() == 0) {
        // Every row is null: an empty string has one (empty) parameter.
        try (ColumnView entries = ColumnView.makeStructView(parameters, parameters);
            ColumnView maps = lists.replaceListChild(entries)) {
          return maps.copyToColumnVector();
        }
      }
      return maps(lists, parameters);
    }
  }

  private static ColumnVector maps(ColumnView lists, ColumnView parameters) {
    ColumnVector[] decoded = decoded(parameters);
    try (ColumnVector name = decoded[0];
        ColumnVector value = decoded[1];
        ColumnVector kept = kept(parameters, name)) {
      if (all(kept)) {
        try (ColumnView entries = ColumnView.makeStructView(name, value);
            ColumnView maps = lists.replaceListChild(entries)) {
          return maps.dropListDuplicatesWithKeysValues();
        }
      }
      try (Table all = new Table(name, value);
          Table some = all.filter(kept);
          ColumnView entries = ColumnView.makeStructView(some.getColumn(0), some.getColumn(1));
          ColumnVector owned = entries.copyToColumnVector();
          ColumnView before = lists.getListOffsetsView();
          ColumnVector offsets = ListSums.keptOffsets(kept, before);
          ColumnVector maps = owned.makeListFromOffsets(lists.getRowCount(), offsets);
          ColumnVector last = maps.dropListDuplicatesWithKeysValues()) {
        return last.mergeAndSetValidity(BinaryOp.BITWISE_AND, lists);
      }
    }
  }

  /** Names and values, null where malformed; owned by the caller. */
  private static ColumnVector[] decoded(ColumnView parameters) {
    try (Table parts = parameters.stringSplit("=", 2)) {
      ColumnVector name = FormDecoding.decode(parts.getColumn(0));
      try {
        return new ColumnVector[] {name, value(parts)};
      } catch (Throwable t) {
        name.close();
        throw t;
      }
    }
  }

  private static ColumnVector value(Table parts) {
    try (Scalar empty = Scalar.fromString("")) {
      // Without any equals sign there is no second column; a parameter without one is null in it.
      if (parts.getNumberOfColumns() == 1) {
        return ColumnVector.fromScalar(empty, (int) parts.getRowCount());
      }
      try (ColumnVector value = parts.getColumn(1).replaceNulls(empty)) {
        return FormDecoding.decode(value);
      }
    }
  }

  /** Flags for non-empty parameters with a well-formed name; null counts as false. */
  private static ColumnVector kept(ColumnView parameters, ColumnView name) {
    try (ColumnVector bytes = parameters.getByteCount();
        Scalar zero = Scalar.fromInt(0);
        ColumnVector isFilled = bytes.binaryOp(BinaryOp.GREATER, zero, DType.BOOL8);
        ColumnVector isNamed = name.isNotNull()) {
      return isFilled.binaryOp(BinaryOp.LOGICAL_AND, isNamed, DType.BOOL8);
    }
  }

  private static boolean all(ColumnVector flags) {
    if (flags.hasNulls()) {
      return false;
    }
    try (Scalar all = flags.all()) {
      return all.getBoolean();
    }
  }
}
