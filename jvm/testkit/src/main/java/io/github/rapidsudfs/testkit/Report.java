// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The checks of one UDF and their findings. */
public final class Report {
  private final String subject;
  private final List<Violation> findings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int batches;
  private long rows;
  private final long[] points = new long[Fault.values().length];

  public Report(String subject) {
    this.subject = subject;
  }

  /** Counts a batch whose columnar result was checked. */
  public void batch(int itsRows) {
    batches++;
    rows += itsRows;
  }

  /** Counts an injected failure. */
  public void point(Fault fault) {
    points[fault.ordinal()]++;
  }

  /** Adds a finding. Only the first of each kind is kept, as one defect shows in many batches. */
  public void add(Violation finding) {
    if (findings.stream().noneMatch(f -> f.kind() == finding.kind())) {
      findings.add(finding);
    }
  }

  /** Adds a remark on what could not be checked. */
  public void note(String text) {
    if (!notes.contains(text)) {
      notes.add(text);
    }
  }

  /** Adds the content of another report on the same UDF. */
  public Report with(Report other) {
    batches += other.batches;
    rows += other.rows;
    for (int i = 0; i < points.length; i++) {
      points[i] += other.points[i];
    }
    other.findings.forEach(this::add);
    other.notes.forEach(this::note);
    return this;
  }

  public String subject() {
    return subject;
  }

  public boolean passed() {
    return findings.isEmpty();
  }

  public List<Violation> findings() {
    return List.copyOf(findings);
  }

  /** The kinds of the findings. */
  public Set<Violation.Kind> kinds() {
    return findings.stream().map(Violation::kind).collect(Collectors.toSet());
  }

  public List<String> notes() {
    return List.copyOf(notes);
  }

  public int batches() {
    return batches;
  }

  public long rows() {
    return rows;
  }

  /** The number of injected failures of a kind. */
  public long points(Fault fault) {
    return points[fault.ordinal()];
  }

  /** The number of injected failures. */
  public long points() {
    return LongStream.of(points).sum();
  }

  /** The report as lines of text. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(passed() ? "passed: " : "FAILED: ").append(subject);
    out.append("\n  ").append(batches).append(" batches of ").append(rows).append(" rows in all");
    if (points() > 0) {
      out.append("; failures injected:");
      for (Fault fault : Fault.values()) {
        if (points(fault) > 0) {
          out.append(' ').append(points(fault)).append(' ').append(fault.words());
        }
      }
    }
    notes.forEach(note -> out.append("\n  not checked: ").append(note));
    findings.forEach(
        finding -> finding.toString().lines().forEach(line -> out.append("\n  ").append(line)));
    return out.toString();
  }
}
