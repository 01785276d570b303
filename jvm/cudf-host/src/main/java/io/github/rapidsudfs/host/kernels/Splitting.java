package io.github.rapidsudfs.host.kernels;

import io.github.rapidsudfs.host.column.ListVec;
import io.github.rapidsudfs.host.column.StringVec;
import io.github.rapidsudfs.host.column.StringsOut;
import io.github.rapidsudfs.host.column.Valid;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.memory.Refused;
import java.util.ArrayList;
import java.util.List;

/** {@code cudf::strings::split} and {@code split_record}, from the left. */
public final class Splitting {
  private Splitting() {}

  /** How a row's bytes are cut: pairs of start and end are added for each part. */
  public interface Cutter {
    void cut(StringVec s, int row, List<int[]> parts);
  }

  /** Cuts at a literal. {@code limit} is the greatest number of parts, none where it is not positive. */
  public static Cutter literal(byte[] delimiter, int limit) {
    if (delimiter.length == 0) {
      throw new Refused("splitting at whitespace (an empty delimiter)");
    }
    return (s, row, parts) -> {
      int from = s.start(row);
      int at;
      while ((limit <= 0 || parts.size() + 1 < limit) && (at = Finding.indexOf(s.bytes, from, s.end(row), delimiter)) >= 0) {
        parts.add(new int[] {from, at});
        from = at + delimiter.length;
      }
      parts.add(new int[] {from, s.end(row)});
    };
  }

  /** A list of parts for each row. */
  public static ListVec record(StringVec s, Cutter cutter) {
    List<int[]> parts = new ArrayList<>();
    List<int[]> all = new ArrayList<>();
    int[] offsets = new int[s.size + 1];
    for (int i = 0; i < s.size; i++) {
      if (!s.isNull(i)) {
        parts.clear();
        cutter.cut(s, i, parts);
        all.addAll(parts);
      }
      offsets[i + 1] = all.size();
    }
    StringsOut out = new StringsOut(all.size(), s.bytes.length);
    for (int[] part : all) {
      out.add(s.bytes, part[0], part[1]);
      out.end();
    }
    return new ListVec(offsets, out.vec(null), s.valid);
  }

  /** A column for each part; rows with fewer parts are null there. There is always one column. */
  public static Vec[] table(StringVec s, Cutter cutter) {
    ListVec lists = record(s, cutter);
    int columns = 1;
    for (int i = 0; i < s.size; i++) {
      columns = Math.max(columns, lists.length(i));
    }
    Vec[] table = new Vec[columns];
    for (int c = 0; c < columns; c++) {
      int[] map = new int[s.size];
      for (int i = 0; i < s.size; i++) {
        map[i] = c < lists.length(i) ? lists.start(i) + c : -1;
      }
      table[c] = s.size == 0 ? lists.child.with(Valid.none(0)) : lists.child.gather(map);
    }
    return table;
  }
}
