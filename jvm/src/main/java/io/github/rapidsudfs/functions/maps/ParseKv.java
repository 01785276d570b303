// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.maps;

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
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf1;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.types.UTF8String;

/** Records of keys and values in one string. */
public final class ParseKv extends Udf1<UTF8String, ArrayData>
    implements UDF1<UTF8String, ArrayData> {
  public ParseKv() {
    super(
        Signature.named("parse_kv")
            .in(Category.MAPS)
            .takes("text", "string")
            .returns("array<map<string,string>>")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Parses records like a=1;b=2|c=3 into an array of maps")
            .description(
                "Each record between bars is a map, an empty one too, so that an empty text is one"
                    + " empty record. Pairs in a record are separated by semicolons, and empty ones"
                    + " are skipped. The first = separates key and value; without one the value is"
                    + " empty. Blanks count, and nothing is escaped. The last pair of a key wins,"
                    + " and the entries come in the order of those that won.")
            .example("parse_kv('a=1;b=2|c=3')", "[{a -> 1, b -> 2}, {c -> 3}]")
            .example("parse_kv('a=1;b;a=2')", "[{b -> , a -> 2}]")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected ArrayData row(UTF8String text) {
    List<Object> records = new ArrayList<>();
    int end = text.numBytes();
    int from = 0;
    int to;
    do {
      to = Utf8.indexOf(text, '|', from, end);
      records.add(map(text, from, to));
      from = to + 1;
    } while (to < end);
    return new GenericArrayData(records.toArray());
  }

  private static MapData map(UTF8String text, int start, int end) {
    LastEntries entries = new LastEntries();
    int from = start;
    while (from < end) {
      int to = Utf8.indexOf(text, ';', from, end);
      if (from < to) {
        int equals = Utf8.indexOf(text, '=', from, to);
        UTF8String value = equals < to ? Utf8.slice(text, equals + 1, to) : UTF8String.EMPTY_UTF8;
        entries.add(Utf8.slice(text, from, equals), value);
      }
      from = to + 1;
    }
    return entries.toMap();
  }

  @Override
  protected ColumnVector columnar(ColumnVector text) {
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(c.own(StringBytes.unsliced(text)).stringSplitRecord("|"));
      ColumnVector maps = c.own(maps(c.own(lists.getChildColumnView(0))));
      return c.own(lists.replaceListChild(maps)).copyToColumnVector();
    }
  }

  private static ColumnVector maps(ColumnView records) {
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(records.stringSplitRecord(";"));
      ColumnView pairs = c.own(lists.getChildColumnView(0));
      ColumnView before = c.own(lists.getListOffsetsView());
      ColumnVector filled = c.own(filled(pairs));
      ColumnVector offsets = c.own(ListSums.keptOffsets(filled, before));
      ColumnVector entries = c.own(entries(pairs, filled));
      ColumnVector maps = c.own(entries.makeListFromOffsets(lists.getRowCount(), offsets));
      return c.own(maps.dropListDuplicatesWithKeysValues())
          .mergeAndSetValidity(BinaryOp.BITWISE_AND, lists);
    }
  }

  /** The key and value of each kept pair. */
  private static ColumnVector entries(ColumnView pairs, ColumnVector kept) {
    try (Columns c = new Columns()) {
      Table parts = c.own(pairs.stringSplit("=", 2));
      Table all = c.own(new Table(parts.getColumn(0), c.own(value(parts))));
      Table some = c.own(all.filter(kept));
      return c.own(ColumnView.makeStructView(some.getColumn(0), some.getColumn(1)))
          .copyToColumnVector();
    }
  }

  private static ColumnVector value(Table parts) {
    // Without any equals sign there is no second column; a pair without one is null in it.
    return parts.getNumberOfColumns() == 1
        ? ColumnMath.repeated("", parts.getRowCount())
        : ColumnMath.orElse(parts.getColumn(1), "");
  }

  private static ColumnVector filled(ColumnView pairs) {
    try (ColumnVector bytes = pairs.getByteCount()) {
      return ColumnMath.with(BinaryOp.GREATER, bytes, 0, DType.BOOL8);
    }
  }
}
