package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.stringScalar;
import static io.github.rapidsudfs.emulator.natives.Io.strings;
import static io.github.rapidsudfs.emulator.natives.Io.text;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.kernels.Lists;
import io.github.rapidsudfs.emulator.kernels.StringConcat;
import io.github.rapidsudfs.emulator.kernels.StringSplit;
import io.github.rapidsudfs.emulator.kernels.Strings;
import io.github.rapidsudfs.emulator.kernels.Substrings;

/** Strings without patterns. */
@Natives("ai.rapids.cudf.ColumnView")
public final class StringNatives {
  private StringNatives() {}

  public static long upperStrings(long view) {
    return out(Strings.toCase(strings(view), true));
  }

  public static long lowerStrings(long view) {
    return out(Strings.toCase(strings(view), false));
  }

  public static long reverseStringsOrLists(long view) {
    return switch (Io.column(view).type.id()) {
      case Type.STRING -> out(Strings.reverse(strings(view)));
      case Type.LIST -> out(Lists.reverse(Io.lists(view)));
      default ->
          throw new IllegalArgumentException(
              "A column of type string or list is required for reverse()");
    };
  }

  public static long substringS(long view, int start) {
    return out(Substrings.constant(strings(view), start, null));
  }

  public static long substring(long view, int start, int end) {
    return out(Substrings.constant(strings(view), start, end));
  }

  public static long[] stringSplit(long view, String delimiter, int limit) {
    return out(StringSplit.table(strings(view), StringSplit.literal(delimiter, limit)));
  }

  public static long stringSplitRecord(long view, String delimiter, int limit) {
    return out(StringSplit.record(strings(view), StringSplit.literal(delimiter, limit)));
  }

  public static long stringConcatenationListElements(
      long view, long separator, long narep, boolean separateNulls, boolean emptyIsText) {
    text(separator, "Parameter separator");
    return out(
        StringConcat.lists(
            Io.lists(view),
            stringScalar(separator),
            null,
            stringScalar(narep),
            separateNulls,
            emptyIsText));
  }
}
