// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.ArrayList;
import java.util.List;

/** Finds the lines of a UDF's source that call cuDF. */
final class CallSites {
  /** The name that the agent gives to a moved columnar body. */
  private static final String BODY = "evaluateColumnar$rapidsudfs";

  private static final List<String> BELOW =
      List.of(
          "ai.rapids.cudf.",
          "com.nvidia.spark.rapids.jni.",
          "io.github.rapidsudfs.emulator.memory.",
          "io.github.rapidsudfs.emulator.natives.",
          "io.github.rapidsudfs.emulator.kernels.",
          "io.github.rapidsudfs.emulator.column.",
          "io.github.rapidsudfs.emulator.udf.");
  private static final int DEEPEST = 100;
  private static final StackWalker WALKER = StackWalker.getInstance();

  /**
   * The calls from this thread's columnar body down to cuDF, innermost first: {@code
   * Udf.helper(Udf.java:20) < Udf.evaluateColumnar(Udf.java:52)}.
   *
   * @param udf the UDF's class name; frames that only lead to its class are left out
   */
  static String here(String udf) {
    List<StackWalker.StackFrame> frames = new ArrayList<>();
    WALKER.walk(
        all -> {
          all.dropWhile(f -> isBelow(f.getClassName()))
              .limit(DEEPEST)
              .takeWhile(f -> addUnlessOutside(frames, f))
              .forEach(f -> {});
          return null;
        });
    int last = frames.size();
    String file = outermost(udf);
    for (int i = frames.size() - 1; i >= 0; i--) {
      if (outermost(frames.get(i).getClassName()).equals(file)) {
        last = i + 1;
        break;
      }
    }
    StringBuilder text = new StringBuilder();
    for (StackWalker.StackFrame frame : frames.subList(0, last)) {
      String method =
          frame.getMethodName().equals(BODY) ? "evaluateColumnar" : frame.getMethodName();
      text.append(text.isEmpty() ? "" : " < ")
          .append(frame.getClassName())
          .append('.')
          .append(method)
          .append('(')
          .append(frame.getFileName())
          .append(':')
          .append(frame.getLineNumber())
          .append(')');
    }
    return text.toString();
  }

  /** Collects frames up to the body itself. */
  private static boolean addUnlessOutside(
      List<StackWalker.StackFrame> frames, StackWalker.StackFrame frame) {
    if (!frames.isEmpty() && frames.get(frames.size() - 1).getMethodName().equals(BODY)) {
      return false;
    }
    return frames.add(frame);
  }

  private static boolean isBelow(String className) {
    return BELOW.stream().anyMatch(className::startsWith);
  }

  /** Returns whether a place is in the UDF's own source, rather than in a caller. */
  static boolean isIn(String place, String udf) {
    return place.contains(outermost(udf) + '.') || place.contains(outermost(udf) + '$');
  }

  /** Returns whether an error was thrown in the UDF's own source or below it. */
  static boolean isIn(Throwable thrown, String udf) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getMethodName().equals(BODY)) {
        return outermost(frame.getClassName()).equals(outermost(udf));
      }
      if (outermost(frame.getClassName()).equals(outermost(udf))) {
        return true;
      }
    }
    return false;
  }

  /** The name of the outermost class, which is usually that of the source file. */
  private static String outermost(String className) {
    int dollar = className.indexOf('$', className.lastIndexOf('.') + 2);
    return dollar < 0 ? className : className.substring(0, dollar);
  }
}
