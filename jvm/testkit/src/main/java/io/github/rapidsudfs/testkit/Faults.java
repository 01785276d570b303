// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.Violation.Kind;
import io.github.rapidsudfs.testkit.columns.BatchColumns;
import io.github.rapidsudfs.testkit.columns.Layout;
import io.github.rapidsudfs.testkit.gates.Device;
import io.github.rapidsudfs.testkit.gates.GuardedCall;
import io.github.rapidsudfs.testkit.gates.RetryLoop;
import io.github.rapidsudfs.testkit.values.Differences;
import java.util.ArrayList;
import java.util.List;

/**
 * Fails every allocation and every kernel call of a columnar body in turn: with plain errors, and
 * with the retry errors of the plugin through a retry loop. After each failure nothing may be left
 * open or closed twice, the arguments must be unchanged, the error must propagate, and a retried
 * call must return the same result as before.
 */
public final class Faults {
  private static final long MOST_POINTS = 20_000;

  private final Subject subject;
  private final Device device = Device.here();
  private final Differences same = new Differences(0, "before", "after");
  private final Report report;

  private Faults(Subject subject) {
    this.subject = subject;
    this.report = new Report(subject.toString());
  }

  /** Injects failures into calls on the subject's own or generated rows. */
  public static Report check(Subject subject, Options options) {
    if (!subject.faultRows().isEmpty()) {
      return check(subject, subject.faultRows());
    }
    List<Object[]> rows = Rows.generate(subject, options, options.faultRows());
    // Bodies may take other code paths for columns without nulls.
    Options noNulls = options.withShape(options.shape().withNulls(0));
    List<Object[]> full = Rows.generate(subject, noNulls, options.faultRows());
    Faults faults = new Faults(subject);
    faults.sweep(rows, "a batch with nulls");
    faults.sweep(full, "a batch without nulls");
    return faults.report;
  }

  /** Injects failures into calls on these rows. */
  public static Report check(Subject subject, List<Object[]> rows) {
    Faults faults = new Faults(subject);
    faults.sweep(rows, "these rows");
    return faults.report;
  }

  private void sweep(List<Object[]> all, String what) {
    List<Object[]> rows = RowAnswers.of(subject, all).rows;
    if (rows.isEmpty()) {
      report.note("failures in " + what + ": the row-wise body throws for every row");
      return;
    }
    try (BatchColumns columns = BatchColumns.of(subject.arguments(), rows, Layout.PLAIN)) {
      GuardedCall unharmed = GuardedCall.of(subject, columns, device, what);
      unharmed.findings().forEach(report::add);
      if (unharmed.values() == null) {
        if (unharmed.findings().isEmpty()) {
          report.add(
              new Violation(Kind.ERRORS_DIFFER, what, "throws by itself: " + unharmed.error()));
        }
        return;
      }
      if (!columns.alive()) {
        return;
      }
      report.batch(rows.size());
      plain(Fault.ALLOCATION, columns, unharmed.values(), what);
      plain(Fault.KERNEL, columns, unharmed.values(), what);
      retried(Fault.RETRY, rows, unharmed.values(), what);
      retried(Fault.SPLIT, rows, unharmed.values(), what);
    }
  }

  private boolean cannot(Fault fault) {
    String why = device.cannot(fault);
    if (why != null) {
      report.note(fault.words() + ": " + why);
    }
    return why != null;
  }

  private void plain(Fault fault, BatchColumns columns, List<Object> expected, String what) {
    if (cannot(fault)) {
      return;
    }
    for (long n = 1; n <= MOST_POINTS; n++) {
      String where = what + ", number " + n + " of the " + fault.words() + " failing";
      GuardedCall call = GuardedCall.of(subject, columns, device, where, fault, n);
      call.findings().forEach(report::add);
      if (!call.failed()) {
        if (call.error() != null) {
          report.add(
              new Violation(
                  Kind.WRONG_AFTER_FAULT, where, "throws without any failure: " + call.error()));
        }
        return;
      }
      report.point(fault);
      hidden(call, fault, where);
      if (!columns.alive()) {
        return;
      }
      GuardedCall again = GuardedCall.of(subject, columns, device, where + ", then the same call");
      compare(expected, again.values(), again.error(), where + ", then the same call");
      again.findings().forEach(report::add);
    }
    report.note(fault.words() + " after the first " + MOST_POINTS);
  }

  private void hidden(GuardedCall call, Fault fault, String where) {
    String text = null;
    if (call.error() == null) {
      text = "the body returns as if nothing had happened";
    } else if (!call.isCausedBy(fault.error())) {
      String name = fault.error().getSimpleName();
      text = "no " + name + " among the causes of the thrown error: " + call.error();
    }
    if (text != null) {
      report.add(new Violation(Kind.FAULT_HIDDEN, where, text));
    }
  }

  private void retried(Fault fault, List<Object[]> rows, List<Object> expected, String what) {
    if (cannot(fault) || (fault == Fault.SPLIT && rows.size() < 2)) {
      return;
    }
    RetryLoop loop;
    try {
      loop = RetryLoop.here();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      report.note(fault.words() + ": the plugin's retry loop is not available here: " + e);
      return;
    }
    for (long n = 1; n <= MOST_POINTS; n++) {
      String where = what + ", a retry error at allocation " + n + ", by " + loop.name();
      Retried retried = new Retried(fault, n, where);
      List<Object> actual = new ArrayList<>();
      Throwable thrown = null;
      try {
        loop.run(rows, retried::compute).forEach(actual::addAll);
      } catch (RuntimeException | Error e) {
        thrown = e;
      } finally {
        device.disarm();
      }
      if (!retried.failed) {
        return;
      }
      report.point(fault);
      compare(expected, thrown == null ? actual : null, thrown, where);
    }
    report.note(fault.words() + " after the first " + MOST_POINTS);
  }

  private void compare(List<Object> expected, List<Object> actual, Throwable error, String where) {
    if (actual == null || actual.size() != expected.size()) {
      String text =
          error != null
              ? "throws " + error
              : "answers " + (actual == null ? "nothing" : actual.size() + " rows");
      report.add(new Violation(Kind.WRONG_AFTER_FAULT, where, text));
      return;
    }
    for (int i = 0; i < actual.size(); i++) {
      String difference = same.between(subject.result(), expected.get(i), actual.get(i));
      if (difference != null) {
        String text = "row " + (i + 1) + ": " + difference;
        report.add(new Violation(Kind.WRONG_AFTER_FAULT, where, text));
        return;
      }
    }
  }

  /** The calls of one run of a retry loop, the first of which fails. */
  private final class Retried {
    private final Fault fault;
    private final long n;
    private final String where;
    private boolean first = true;
    private boolean failed;

    Retried(Fault fault, long n, String where) {
      this.fault = fault;
      this.n = n;
      this.where = where;
    }

    List<Object> compute(List<Object[]> part) {
      try (BatchColumns columns = BatchColumns.of(subject.arguments(), part, Layout.PLAIN)) {
        GuardedCall call = GuardedCall.of(subject, columns, device, where, first ? fault : null, n);
        first = false;
        if (call.failed()) {
          failed = true;
          hidden(call, fault, where);
        }
        call.findings().forEach(report::add);
        if (call.error() instanceof RuntimeException e) {
          throw e;
        }
        if (call.error() instanceof Error e) {
          throw e;
        }
        return call.values() == null ? List.of() : call.values();
      }
    }
  }
}
