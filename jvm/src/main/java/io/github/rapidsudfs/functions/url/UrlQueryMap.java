// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.Masks;
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
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(c.own(StringBytes.unsliced(query)).stringSplitRecord("&"));
      ColumnView parameters = c.own(lists.getChildColumnView(0));
      if (parameters.getRowCount() == 0) {
        // Every row is null: an empty string has one (empty) parameter.
        ColumnView entries = c.own(ColumnView.makeStructView(parameters, parameters));
        return c.own(lists.replaceListChild(entries)).copyToColumnVector();
      }
      return maps(lists, parameters);
    }
  }

  private static ColumnVector maps(ColumnView lists, ColumnView parameters) {
    try (Columns c = new Columns()) {
      Table parts = c.own(parameters.stringSplit("=", 2));
      ColumnVector name = c.own(FormDecoding.decode(parts.getColumn(0)));
      ColumnVector value = c.own(value(parts));
      c.free(parts);
      ColumnVector kept = c.own(kept(parameters, name));
      if (Masks.all(kept)) {
        ColumnView entries = c.own(ColumnView.makeStructView(name, value));
        return c.own(lists.replaceListChild(entries)).dropListDuplicatesWithKeysValues();
      }
      Table some = c.own(c.own(new Table(name, value)).filter(kept));
      ColumnView entries = c.own(ColumnView.makeStructView(some.getColumn(0), some.getColumn(1)));
      ColumnVector owned = c.own(entries.copyToColumnVector());
      ColumnView before = c.own(lists.getListOffsetsView());
      ColumnVector offsets = c.own(ListSums.keptOffsets(kept, before));
      ColumnVector maps = c.own(owned.makeListFromOffsets(lists.getRowCount(), offsets));
      return c.own(maps.dropListDuplicatesWithKeysValues())
          .mergeAndSetValidity(BinaryOp.BITWISE_AND, lists);
    }
  }

  private static ColumnVector value(Table parts) {
    try (Columns c = new Columns()) {
      // Without any equals sign there is no second column; a parameter without one is null in it.
      return parts.getNumberOfColumns() == 1
          ? ColumnMath.repeated("", parts.getRowCount())
          : FormDecoding.decode(c.own(ColumnMath.orElse(parts.getColumn(1), "")));
    }
  }

  /** Flags for non-empty parameters with a well-formed name; null counts as false. */
  private static ColumnVector kept(ColumnView parameters, ColumnView name) {
    try (Columns c = new Columns()) {
      ColumnVector isFilled = c.is(c.own(parameters.getByteCount()), BinaryOp.GREATER, 0);
      return isFilled.binaryOp(BinaryOp.LOGICAL_AND, c.own(name.isNotNull()), DType.BOOL8);
    }
  }
}
