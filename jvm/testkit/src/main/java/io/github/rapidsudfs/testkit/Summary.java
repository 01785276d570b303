package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.Violation.Kind;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The counts of several reports. */
public record Summary(
    String device,
    int calls,
    int failed,
    long batches,
    long rows,
    long[] points,
    long leaks,
    long wrong,
    SortedSet<String> notChecked) {
  private static final Set<Kind> LEAKS =
      EnumSet.of(
          Kind.LEAK, Kind.LEAK_ON_ERROR, Kind.INPUT_KEPT, Kind.INPUT_CLOSED, Kind.CLOSED_TWICE);
  private static final Set<Kind> WRONG =
      EnumSet.of(
          Kind.WRONG_ANSWER,
          Kind.ERRORS_DIFFER,
          Kind.WRONG_ROWS,
          Kind.WRONG_TYPE,
          Kind.NOT_REPEATABLE,
          Kind.WRONG_AFTER_FAULT,
          Kind.INPUT_CHANGED);

  /**
   * Counts functions over types; leaks and wrong answers are counts of functions that have them.
   */
  public static Summary of(List<Report> reports, String device) {
    int failed = 0;
    long batches = 0;
    long rows = 0;
    long leaks = 0;
    long wrong = 0;
    long[] points = new long[Fault.values().length];
    SortedSet<String> notChecked = new TreeSet<>();
    for (Report report : reports) {
      failed += report.passed() ? 0 : 1;
      notChecked.addAll(report.notes());
      batches += report.batches();
      rows += report.rows();
      leaks += report.kinds().stream().anyMatch(LEAKS::contains) ? 1 : 0;
      wrong += report.kinds().stream().anyMatch(WRONG::contains) ? 1 : 0;
      for (Fault fault : Fault.values()) {
        points[fault.ordinal()] += report.points(fault);
      }
    }
    return new Summary(
        device, reports.size(), failed, batches, rows, points, leaks, wrong, notChecked);
  }

  /** How many failures of a sort were injected. */
  public long points(Fault fault) {
    return points[fault.ordinal()];
  }

  @Override
  public String toString() {
    StringJoiner injected = new StringJoiner(", ");
    for (Fault fault : Fault.values()) {
      injected.add(points(fault) + " " + fault.words());
    }
    return String.format(
            "%s: %d functions over types, %d batches of %d rows; failures injected: %s; leaking %d,"
                + " wrong answers %d, failed %d",
            device, calls, batches, rows, injected, leaks, wrong, failed)
        + notChecked.stream().map(note -> "\nnot checked: " + note).collect(Collectors.joining());
  }

  /** The counts and all reports as JSON. */
  public String json(List<Report> reports) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("device", device);
    json.put("functions", calls);
    json.put("failed", failed);
    json.put("batches", batches);
    json.put("rows", rows);
    Map<String, Long> injected = new LinkedHashMap<>();
    for (Fault fault : Fault.values()) {
      injected.put(fault.words(), points(fault));
    }
    json.put("injected", injected);
    json.put("leaking", leaks);
    json.put("wrong", wrong);
    json.put("reports", reports.stream().map(Summary::map).toList());
    return Json.of(json);
  }

  private static Map<String, Object> map(Report report) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("function", report.subject());
    map.put("passed", report.passed());
    map.put("batches", report.batches());
    map.put("rows", report.rows());
    map.put("points", report.points());
    map.put("findings", report.findings());
    map.put("not_checked", report.notes());
    return map;
  }
}
