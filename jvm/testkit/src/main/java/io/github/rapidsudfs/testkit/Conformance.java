// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import static java.util.Collections.nCopies;

import io.github.rapidsudfs.testkit.Violation.Kind;
import io.github.rapidsudfs.testkit.columns.BatchColumns;
import io.github.rapidsudfs.testkit.columns.Layout;
import io.github.rapidsudfs.testkit.gates.Device;
import io.github.rapidsudfs.testkit.gates.GuardedCall;
import io.github.rapidsudfs.testkit.values.Differences;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares the two bodies of a UDF on the same rows, in batches of all kinds: several rows, no
 * rows, one row, only nulls, no nulls, sliced, with values under nulls, and with constant columns,
 * the plugin's form of literals. Also checks each call for leaks and misuse of its arguments.
 */
public final class Conformance {
  private static final int BATCHES = 3;
  private static final int MOST_THROWING = 5;
  private static final int MOST_SHOWN = 3;
  private static final Set<Kind> OFFSETS =
      EnumSet.of(Kind.WRONG_ANSWER, Kind.ERRORS_DIFFER, Kind.WRONG_ROWS);

  private final Subject subject;
  private final Options options;
  private final Device device = Device.here();
  private final Differences differences;
  private final Report report;

  private Conformance(Subject subject, Options options) {
    this.subject = subject;
    this.options = options;
    this.differences = new Differences(subject.tolerance());
    this.report = new Report(subject.toString());
  }

  /** Checks a UDF. Findings are reported, not thrown. */
  public static Report check(Subject subject, Options options) {
    return new Conformance(subject, options).run();
  }

  /** Compares on these rows only, whose values are of the classes of {@code RowValues}. */
  public static Report check(Subject subject, List<Object[]> rows) {
    Conformance conformance = new Conformance(subject, Options.DEFAULT);
    for (Layout layout : Layout.values()) {
      conformance.batch("these rows, " + words(layout), rows, layout);
    }
    return conformance.report;
  }

  private Report run() {
    List<Object[]> rows = Rows.edges(subject.arguments(), options.shape().skippedDays());
    rows.addAll(Rows.generate(subject, options, options.rows()));
    int part = (rows.size() + BATCHES - 1) / BATCHES;
    for (int i = 0; i * part < rows.size(); i++) {
      List<Object[]> some = rows.subList(i * part, Math.min(rows.size(), (i + 1) * part));
      batch("batch " + (i + 1), some, Layout.PLAIN);
    }
    batch("a sliced batch", rows, Layout.SLICED);
    batch("a batch with values under its nulls", rows, Layout.VALUES_UNDER_NULLS);
    batch("a batch without rows", List.of(), Layout.PLAIN);
    for (int i = 0; i < Math.min(3, rows.size()); i++) {
      batch("a batch of one row", rows.subList(i, i + 1), Layout.PLAIN);
    }
    batch("a sliced batch of one row", rows.subList(0, 1), Layout.SLICED);
    Options noNulls = options.withShape(options.shape().withNulls(0));
    List<Object[]> full = Rows.generate(subject, noNulls, options.rows() / 2 + 1);
    batch("a batch without nulls", full, Layout.PLAIN);
    nulls(full);
    constants(rows, full);
    if (subject.deterministic()) {
      repeated(rows.subList(0, Math.min(rows.size(), part)));
    }
    return report;
  }

  private void nulls(List<Object[]> full) {
    List<Object[]> some = full.subList(0, Math.min(full.size(), 9));
    int count = subject.arguments().size();
    if (count > 0) {
      batch("a batch of nulls only", nCopies(some.size(), new Object[count]), Layout.PLAIN);
    }
    for (int i = 0; i < count && count > 1; i++) {
      String where = "a batch in which argument " + (i + 1) + " is null throughout";
      batch(where, with(some, i, null), Layout.PLAIN);
    }
  }

  /** Batches in which one argument is constant, then one in which all are. */
  private void constants(List<Object[]> rows, List<Object[]> full) {
    int count = subject.arguments().size();
    List<Object[]> some = rows.subList(0, Math.min(rows.size(), 40));
    for (int i = 0; i < count && count > 1; i++) {
      String where = "a batch in which argument " + (i + 1) + " has one value";
      for (int pick = 0; pick < Math.min(2, full.size()); pick++) {
        batch(where, with(some, i, full.get(pick)[i]), Layout.PLAIN);
      }
    }
    batch("a batch of equal rows", nCopies(some.size(), full.get(0)), Layout.PLAIN);
  }

  private static List<Object[]> with(List<Object[]> rows, int argument, Object value) {
    return rows.stream()
        .map(
            row -> {
              Object[] changed = row.clone();
              changed[argument] = value;
              return changed;
            })
        .toList();
  }

  private void batch(String where, List<Object[]> all, Layout layout) {
    RowAnswers expected = RowAnswers.of(subject, all);
    if (!expected.rows.isEmpty() || all.isEmpty()) {
      report.batch(expected.rows.size());
      for (Violation finding : compare(where, expected, layout)) {
        if (finding.kind() == Kind.OFFSET_NOT_EMULATED) {
          report.note(where + ": " + finding.text());
        } else {
          add(finding, expected.rows, layout);
        }
      }
    }
    for (int i = 0; i < Math.min(MOST_THROWING, expected.throwing.size()); i++) {
      throwing(where, expected.throwing.get(i), expected.thrown.get(i), layout);
    }
  }

  /** The findings; those that only columns with an offset show get a kind of their own. */
  private List<Violation> compare(String where, RowAnswers expected, Layout layout) {
    List<Violation> findings = check(where, expected, layout);
    boolean answered = findings.stream().anyMatch(each -> OFFSETS.contains(each.kind()));
    if (layout == Layout.SLICED && answered && check(where, expected, Layout.PLAIN).isEmpty()) {
      findings.replaceAll(
          each ->
              OFFSETS.contains(each.kind())
                  ? new Violation(Kind.OFFSET_LOST, each.where(), each.text())
                  : each);
    }
    return findings;
  }

  /** The findings of one call, in a list of its own. */
  private List<Violation> check(String where, RowAnswers expected, Layout layout) {
    try (BatchColumns columns = BatchColumns.of(subject.arguments(), expected.rows, layout)) {
      GuardedCall call = GuardedCall.of(subject, columns, device, where);
      List<Violation> findings = new ArrayList<>(call.findings());
      if (call.error() != null && findings.isEmpty()) {
        findings.add(failed(where, call.error()));
      } else if (call.values() != null) {
        wrong(where, expected, call.values(), findings);
      }
      return findings;
    }
  }

  private Violation failed(String where, Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (device.kindOf(cause) != null) {
        return new Violation(device.kindOf(cause), where, cause.getMessage());
      }
    }
    String text = "row-wise returns a result, columnar throws " + error;
    return new Violation(Kind.ERRORS_DIFFER, where, text);
  }

  private void wrong(
      String where, RowAnswers expected, List<Object> actual, List<Violation> findings) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < actual.size(); i++) {
      Object answer = expected.answers.get(i);
      String difference = differences.between(subject.result(), answer, actual.get(i));
      if (difference != null) {
        texts.add(Rows.sql(subject, expected.rows.get(i)) + ": " + difference);
      }
    }
    if (!texts.isEmpty()) {
      String shown = String.join("\n", texts.subList(0, Math.min(MOST_SHOWN, texts.size())));
      String text = "%d of %d rows differ%n%s".formatted(texts.size(), actual.size(), shown);
      findings.add(new Violation(Kind.WRONG_ANSWER, where, text));
    }
  }

  private void throwing(String where, Object[] row, Throwable thrown, Layout layout) {
    try (BatchColumns columns =
        BatchColumns.of(subject.arguments(), List.<Object[]>of(row), layout)) {
      GuardedCall call = GuardedCall.of(subject, columns, device, where);
      call.findings().forEach(report::add);
      if (call.error() == null) {
        String text = "row-wise throws " + thrown + ", columnar returns " + call.values();
        report.add(new Violation(Kind.ERRORS_DIFFER, where, text, List.of(Rows.sql(subject, row))));
      }
    }
  }

  /** Adds a finding with the smallest rows that still show a finding of its kind. */
  private void add(Violation finding, List<Object[]> rows, Layout layout) {
    if (report.kinds().contains(finding.kind())) {
      return;
    }
    if (rows.isEmpty()) {
      report.add(finding);
      return;
    }
    Violation[] last = {finding};
    List<Object[]> smallest =
        Shrinker.shrink(
            subject.arguments(),
            rows,
            fewer -> {
              RowAnswers expected = RowAnswers.of(subject, fewer);
              if (!expected.throwing.isEmpty()) {
                return false;
              }
              Optional<Violation> same =
                  compare(finding.where(), expected, layout).stream()
                      .filter(each -> each.kind() == finding.kind())
                      .findFirst();
              same.ifPresent(each -> last[0] = each);
              return same.isPresent();
            });
    List<String> shown = new ArrayList<>();
    smallest.stream().limit(8).forEach(row -> shown.add(Rows.sql(subject, row)));
    if (smallest.size() > 8) {
      shown.add("/* and " + (smallest.size() - 8) + " more rows */");
    }
    report.add(new Violation(finding.kind(), finding.where(), last[0].text(), shown));
  }

  private void repeated(List<Object[]> rows) {
    List<Object[]> answered = RowAnswers.of(subject, rows).rows;
    try (BatchColumns columns = BatchColumns.of(subject.arguments(), answered, Layout.PLAIN)) {
      String again = "a batch, the second time";
      List<Object> first =
          GuardedCall.of(subject, columns, device, "a batch, the first time").values();
      if (!columns.alive()) {
        return;
      }
      List<Object> second = GuardedCall.of(subject, columns, device, again).values();
      Differences exact = new Differences(0, "first", "then");
      for (int i = 0; first != null && second != null && i < first.size(); i++) {
        String text = exact.between(subject.result(), first.get(i), second.get(i));
        if (text != null) {
          List<String> row = List.of(Rows.sql(subject, answered.get(i)));
          report.add(new Violation(Kind.NOT_REPEATABLE, again, text, row));
          return;
        }
      }
    }
  }

  private static String words(Layout layout) {
    return layout.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
