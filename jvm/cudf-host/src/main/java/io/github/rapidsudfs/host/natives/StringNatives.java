package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;
import static io.github.rapidsudfs.host.natives.Io.stringScalar;
import static io.github.rapidsudfs.host.natives.Io.strings;
import static io.github.rapidsudfs.host.natives.Io.text;
import static io.github.rapidsudfs.host.natives.Io.vec;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.kernels.DateStrings;
import io.github.rapidsudfs.host.kernels.Finding;
import io.github.rapidsudfs.host.kernels.Joining;
import io.github.rapidsudfs.host.kernels.Lists;
import io.github.rapidsudfs.host.kernels.Splitting;
import io.github.rapidsudfs.host.kernels.StringCasts;
import io.github.rapidsudfs.host.kernels.Strings;
import io.github.rapidsudfs.host.kernels.Substrings;
import io.github.rapidsudfs.host.kernels.Urls;
import java.nio.charset.StandardCharsets;

/** Strings without patterns. */
@Natives("ai.rapids.cudf.ColumnView")
public final class StringNatives {
  private StringNatives() {}

  public static long timestampToStringTimestamp(long view, String format) {
    return out(DateStrings.format(vec(view), format));
  }

  public static long toHex(long view) {
    return out(StringCasts.toHex(vec(view)));
  }

  public static long charLengths(long view) {
    return out(Strings.lengths(strings(view)));
  }

  public static long byteCount(long view) {
    return out(Strings.byteCounts(strings(view)));
  }

  public static long codePoints(long view) {
    return out(Strings.codePoints(strings(view)));
  }

  public static long upperStrings(long view) {
    return out(Strings.toCase(strings(view), true));
  }

  public static long lowerStrings(long view) {
    return out(Strings.toCase(strings(view), false));
  }

  public static long stringStrip(long view, int side, long characters) {
    return out(Strings.strip(strings(view), side, text(characters, "Parameter to_strip")));
  }

  public static long pad(long view, int width, int side, String fill) {
    return out(Strings.pad(strings(view), width, side, fill.getBytes(StandardCharsets.UTF_8)));
  }

  public static long zfill(long view, int width) {
    return out(Strings.zfill(strings(view), width));
  }

  public static long repeatStrings(long view, int times) {
    return out(Strings.repeat(strings(view), times));
  }

  public static long repeatStringsWithColumnRepeatTimes(long view, long times) {
    return out(Strings.repeat(strings(view), vec(times)));
  }

  public static long reverseStringsOrLists(long view) {
    return switch (Io.column(view).type.id()) {
      case Type.STRING -> out(Strings.reverse(strings(view)));
      case Type.LIST -> out(Lists.reverse(Io.lists(view)));
      default -> throw new IllegalArgumentException("A column of type string or list is required for reverse()");
    };
  }

  public static long substringS(long view, int start) {
    return out(Substrings.constant(strings(view), start, null));
  }

  public static long substring(long view, int start, int end) {
    return out(Substrings.constant(strings(view), start, end));
  }

  public static long substringColumn(long view, long starts, long ends) {
    return out(Substrings.perRow(strings(view), vec(starts), vec(ends)));
  }

  public static long substringLocate(long view, long target, int start, int end) {
    return out(Finding.find(strings(view), text(target, "Parameter target"), start, end));
  }

  public static long stringContains(long view, long target) {
    return out(Finding.contains(strings(view), text(target, "Parameter target")));
  }

  public static long[] stringContainsMulti(long view, long targets) {
    return out(Finding.containsMany(strings(view), strings(targets)));
  }

  public static long stringContainsPerRow(long view, long targets) {
    return out(Finding.containsPerRow(strings(view), strings(targets)));
  }

  public static long stringStartWith(long view, long target) {
    return out(Finding.startsWith(strings(view), text(target, "Parameter target")));
  }

  public static long stringEndWith(long view, long target) {
    return out(Finding.endsWith(strings(view), text(target, "Parameter target")));
  }

  public static long stringReplace(long view, long target, long replacement) {
    return out(Finding.replace(strings(view), text(target, "Parameter target"), text(replacement, "Parameter repl")));
  }

  public static long stringReplaceMulti(long view, long targets, long replacements) {
    return out(Finding.replaceMany(strings(view), strings(targets), strings(replacements)));
  }

  private static int limit(int limit) {
    if (limit == 0 || limit == 1) {
      throw new IllegalArgumentException("limit == 0 and limit == 1 are not supported");
    }
    return limit;
  }

  public static long[] stringSplit(long view, String delimiter, int limit) {
    return out(Splitting.table(strings(view), Splitting.literal(delimiter.getBytes(StandardCharsets.UTF_8), limit(limit))));
  }

  public static long stringSplitRecord(long view, String delimiter, int limit) {
    return out(Splitting.record(strings(view), Splitting.literal(delimiter.getBytes(StandardCharsets.UTF_8), limit(limit))));
  }

  public static long stringConcatenationListElements(long view, long separator, long narep, boolean separateNulls, boolean emptyIsText) {
    text(separator, "Parameter separator");
    return out(Joining.lists(Io.lists(view), stringScalar(separator), null, stringScalar(narep), separateNulls, emptyIsText));
  }

  public static long stringConcatenationListElementsSepCol(
      long view, long separators, long separatorNarep, long narep, boolean separateNulls, boolean emptyIsText) {
    return out(Joining.lists(Io.lists(view), strings(separators), stringScalar(separatorNarep), stringScalar(narep), separateNulls, emptyIsText));
  }

  public static long urlEncode(long view) {
    return out(Urls.encode(strings(view)));
  }

  public static long urlDecode(long view) {
    return out(Urls.decode(strings(view)));
  }
}
