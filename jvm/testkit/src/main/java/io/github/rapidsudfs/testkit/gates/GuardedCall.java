// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.gates;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.CudfType;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.columns.CudfColumns;
import io.github.rapidsudfs.columns.Ownership;
import io.github.rapidsudfs.testkit.Fault;
import io.github.rapidsudfs.testkit.Subject;
import io.github.rapidsudfs.testkit.Violation;
import io.github.rapidsudfs.testkit.Violation.Kind;
import io.github.rapidsudfs.testkit.columns.BatchColumns;
import io.github.rapidsudfs.testkit.columns.FromColumns;
import io.github.rapidsudfs.testkit.columns.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** One checked call of a columnar body: its result, leaks, and the state of its arguments. */
public final class GuardedCall {
  private final Subject subject;
  private final BatchColumns batch;
  private final Device device;
  private final String where;
  private final List<Violation> findings = new ArrayList<>();
  private List<Object> values;
  private Throwable error;
  private boolean failed;

  private GuardedCall(Subject subject, BatchColumns batch, Device device, String where) {
    this.subject = subject;
    this.batch = batch;
    this.device = device;
    this.where = where;
  }

  /** Calls the body. */
  public static GuardedCall of(Subject subject, BatchColumns batch, Device device, String where) {
    return of(subject, batch, device, where, null, 0);
  }

  /** Calls the body; its {@code n}-th step fails unless {@code fault} is null. */
  public static GuardedCall of(
      Subject subject, BatchColumns batch, Device device, String where, Fault fault, long n) {
    GuardedCall call = new GuardedCall(subject, batch, device, where);
    call.run(fault, n);
    return call;
  }

  /** Returns whether the failure happened, that is, there were enough steps. */
  public boolean failed() {
    return failed;
  }

  /** The result's values, or null if there are none. */
  public List<Object> values() {
    return values;
  }

  /** The error that the body threw, or null. */
  public Throwable error() {
    return error;
  }

  /** Returns whether the body's error, or one of its causes, is of a class. */
  public boolean isCausedBy(Class<?> type) {
    // The plugin inspects only causes, not suppressed errors.
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause).anyMatch(type::isInstance);
  }

  /** The findings except wrong values. */
  public List<Violation> findings() {
    return findings;
  }

  private void run(Fault fault, long n) {
    ColumnVector[] columns = batch.columns();
    List<String> bytes = batch.fingerprints();
    // A reference of our own, so that a column that the body closes can still be inspected.
    int[] references =
        Stream.of(columns).mapToInt(column -> column.incRefCount().getRefCount()).toArray();
    device.reset();
    long liveBytes = device.liveBytes();
    long openObjects = device.openObjects();
    try {
      judge(call(columns, fault, n), columns);
    } catch (Throwable t) {
      error = t;
      misuse(t);
    }
    leaks(liveBytes, openObjects);
    boolean alive = true;
    for (int i = 0; i < columns.length; i++) {
      alive &= references(i, columns[i], references[i]);
    }
    if (alive && !batch.fingerprints().equals(bytes)) {
      add(Kind.INPUT_CHANGED, "the bytes of an argument differ from those before the call");
    }
    for (ColumnVector column : columns) {
      if (column.getRefCount() > 1) {
        column.close();
      }
    }
  }

  private ColumnVector call(ColumnVector[] columns, Fault fault, long n) {
    if (fault == null) {
      return subject.columnar(batch.rows(), columns.clone());
    }
    try {
      device.arm(fault, n);
      return subject.columnar(batch.rows(), columns.clone());
    } finally {
      failed = device.disarm();
    }
  }

  /** Takes ownership of the result. */
  private void judge(ColumnVector result, ColumnVector[] columns) {
    if (result == null) {
      add(Kind.WRONG_ROWS, "the columnar body returned no column: null");
      return;
    }
    try (result) {
      CudfType wanted = TypeMapping.toCudf(subject.result());
      if (result.getRowCount() != batch.rows()) {
        String text = "returned %d rows for a batch of %d";
        add(Kind.WRONG_ROWS, text.formatted(result.getRowCount(), batch.rows()));
      } else if (!CudfColumns.typeOf(result).equals(wanted)) {
        String text = "returned cuDF %s, %s is %s";
        CudfType type = CudfColumns.typeOf(result);
        add(Kind.WRONG_TYPE, text.formatted(type, subject.result().sql(), wanted));
      } else {
        values = read(result, columns);
      }
    }
  }

  private List<Object> read(ColumnVector result, ColumnVector[] columns) {
    boolean view =
        batch.layout() == Layout.SLICED && Stream.of(columns).anyMatch(column -> column == result);
    if (!view || batch.rows() == 0) {
      return FromColumns.of(subject.result(), result);
    }
    // The buffers of a view include neighbouring rows.
    try (ColumnVector copy = result.subVector(0, batch.rows())) {
      return FromColumns.of(subject.result(), copy);
    }
  }

  /** Adds findings on the misuse of columns that an error reports. */
  private void misuse(Throwable thrown) {
    for (Throwable each : causes(thrown)) {
      String message = String.valueOf(each.getMessage());
      if (device.kindOf(each) == Kind.INPUT_CLOSED) {
        add(Kind.INPUT_CLOSED, message);
        // cuDF has no type for it.
      } else if (message.contains("Close called too many times")) {
        add(Kind.CLOSED_TWICE, message + place(each));
      }
    }
  }

  private void leaks(long liveBytes, long openObjects) {
    long bytes = device.liveBytes() - liveBytes;
    long objects = openObjects < 0 ? 0 : device.openObjects() - openObjects;
    // Negative numbers come from the garbage collector closing earlier leaks.
    if (bytes > 0 || objects > 0) {
      String counted = openObjects < 0 ? "" : " and " + objects + " cuDF objects";
      add(
          error == null ? Kind.LEAK : Kind.LEAK_ON_ERROR,
          bytes + " device bytes" + counted + " are left open" + device.whereOpen());
    }
  }

  /** Returns whether the column is still alive. */
  private boolean references(int index, ColumnVector column, int before) {
    int after = column.getRefCount();
    if (after < before) {
      String text = "argument %d has lost a reference; arguments are borrowed, do not close them";
      add(Kind.INPUT_CLOSED, text.formatted(index + 1));
      while (column.getRefCount() > 0 && column.getRefCount() < before) {
        column.incRefCount();
      }
    } else if (after > before) {
      String text = "a reference to argument %d was taken and not released";
      add(Kind.INPUT_KEPT, text.formatted(index + 1));
      for (int i = after; i > before; i--) {
        column.close();
      }
    }
    return Ownership.isOpen(column);
  }

  private void add(Kind kind, String text) {
    if (findings.stream().noneMatch(f -> f.kind() == kind)) {
      findings.add(new Violation(kind, where, text));
    }
  }

  /** An error with all its causes and suppressed errors. */
  private static Set<Throwable> causes(Throwable thrown) {
    Set<Throwable> all = Collections.newSetFromMap(new IdentityHashMap<>());
    addCauses(thrown, all);
    return all;
  }

  private static void addCauses(Throwable thrown, Set<Throwable> into) {
    if (thrown != null && into.add(thrown)) {
      addCauses(thrown.getCause(), into);
      for (Throwable suppressed : thrown.getSuppressed()) {
        addCauses(suppressed, into);
      }
    }
  }

  /** The innermost stack frame of an error outside cuDF. */
  private static String place(Throwable thrown) {
    return Stream.of(thrown.getStackTrace())
        .filter(frame -> !frame.getClassName().matches("(ai\\.rapids\\.cudf|java)\\..*"))
        .findFirst()
        .map(frame -> "\nat " + frame)
        .orElse("");
  }
}
