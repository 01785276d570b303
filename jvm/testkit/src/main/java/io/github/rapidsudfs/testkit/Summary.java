// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.Violation.Kind;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The totals of several reports, each on a function over types. */
public record Summary(String device, List<Report> reports) {
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

  public long failed() {
    return reports.stream().filter(report -> !report.passed()).count();
  }

  /** The number of functions that leave something open or close too much. */
  public long leaks() {
    return count(LEAKS);
  }

  /** The number of functions with wrong results. */
  public long wrong() {
    return count(WRONG);
  }

  private long count(Set<Kind> kinds) {
    return reports.stream().filter(r -> r.kinds().stream().anyMatch(kinds::contains)).count();
  }

  /** The number of injected failures of a kind. */
  public long points(Fault fault) {
    return reports.stream().mapToLong(report -> report.points(fault)).sum();
  }

  private long batches() {
    return reports.stream().mapToLong(Report::batches).sum();
  }

  private long rows() {
    return reports.stream().mapToLong(Report::rows).sum();
  }

  @Override
  public String toString() {
    String injected =
        Stream.of(Fault.values())
            .map(fault -> points(fault) + " " + fault.words())
            .collect(Collectors.joining(", "));
    Stream<String> notes = reports.stream().flatMap(report -> report.notes().stream());
    return String.format(
            "%s: %d functions over types, %d batches of %d rows; failures injected: %s; leaking %d,"
                + " wrong answers %d, failed %d",
            device, reports.size(), batches(), rows(), injected, leaks(), wrong(), failed())
        + notes.sorted().distinct().map("\nnot checked: "::concat).collect(Collectors.joining());
  }

  /** The totals and all reports as JSON. */
  public String json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("device", device);
    json.put("functions", reports.size());
    json.put("failed", failed());
    json.put("batches", batches());
    json.put("rows", rows());
    Map<String, Long> injected = new LinkedHashMap<>();
    for (Fault fault : Fault.values()) {
      injected.put(fault.words(), points(fault));
    }
    json.put("injected", injected);
    json.put("leaking", leaks());
    json.put("wrong", wrong());
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
