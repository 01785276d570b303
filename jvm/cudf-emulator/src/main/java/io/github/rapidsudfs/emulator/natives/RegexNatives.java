package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.strings;
import static io.github.rapidsudfs.emulator.natives.Io.text;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.kernels.RegexKernels;
import io.github.rapidsudfs.emulator.kernels.StringSplit;
import io.github.rapidsudfs.emulator.memory.Refused;
import io.github.rapidsudfs.emulator.regex.Regex;

/** Strings with patterns. */
@Natives("ai.rapids.cudf.ColumnView")
public final class RegexNatives {
  private static final int EXTRACT = 0;

  private RegexNatives() {}

  private static Regex regex(String pattern, int flags, int captures) {
    return Regex.of(pattern, flags, captures == EXTRACT);
  }

  public static long containsRe(long view, String pattern, int flags, int captures) {
    return out(RegexKernels.contains(strings(view), regex(pattern, flags, captures), false));
  }

  public static long matchesRe(long view, String pattern, int flags, int captures) {
    return out(RegexKernels.contains(strings(view), regex(pattern, flags, captures), true));
  }

  public static long replaceRegex(
      long view, String pattern, int flags, int captures, long replacement, long max) {
    return out(
        RegexKernels.replace(
            strings(view),
            regex(pattern, flags, captures),
            text(replacement, "Parameter replacement"),
            max));
  }

  public static long stringReplaceWithBackrefs(
      long view, String pattern, int flags, int captures, String template) {
    return out(
        RegexKernels.replaceWithGroups(strings(view), regex(pattern, flags, captures), template));
  }

  public static long[] extractRe(long view, String pattern, int flags, int captures) {
    return out(RegexKernels.extract(strings(view), regex(pattern, flags, captures)));
  }

  public static long extractAllRecord(
      long view, String pattern, int flags, int captures, int index) {
    if (index != 0) {
      throw new Refused("extracting a group of every match");
    }
    return out(RegexKernels.findAll(strings(view), Regex.of(pattern, flags, false)));
  }

  private static StringSplit.Cutter cutter(String pattern, int flags, int captures, int limit) {
    if (limit == 0 || limit == 1) {
      throw new IllegalArgumentException("limit == 0 and limit == 1 are not supported");
    }
    return RegexKernels.cutter(regex(pattern, flags, captures), limit);
  }

  public static long[] stringSplitRe(
      long view, String pattern, int flags, int captures, int limit) {
    return out(StringSplit.table(strings(view), cutter(pattern, flags, captures, limit)));
  }

  public static long stringSplitRecordRe(
      long view, String pattern, int flags, int captures, int limit) {
    return out(StringSplit.record(strings(view), cutter(pattern, flags, captures, limit)));
  }
}
