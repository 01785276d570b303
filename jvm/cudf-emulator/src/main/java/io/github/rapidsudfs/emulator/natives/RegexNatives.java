package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.regex;
import static io.github.rapidsudfs.emulator.natives.Io.strings;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.kernels.RegexKernels;
import io.github.rapidsudfs.emulator.kernels.StringSplit;
import io.github.rapidsudfs.emulator.memory.Refused;
import io.github.rapidsudfs.emulator.regex.Regex;

/** Strings with patterns. */
@Natives("ai.rapids.cudf.ColumnView")
public final class RegexNatives {
  private RegexNatives() {}

  public static long containsRe(long view, String pattern, int flags, int captures) {
    return out(RegexKernels.contains(strings(view), regex(pattern, flags, captures), false));
  }

  public static long matchesRe(long view, String pattern, int flags, int captures) {
    return out(RegexKernels.contains(strings(view), regex(pattern, flags, captures), true));
  }

  public static long extractAllRecord(
      long view, String pattern, int flags, int captures, int index) {
    if (index != 0) {
      throw new Refused("extracting a group of every match");
    }
    return out(RegexKernels.findAll(strings(view), Regex.of(pattern, flags, false)));
  }

  private static StringSplit.Cutter cutter(String pattern, int flags, int captures, int limit) {
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
