// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

/**
 * Assertions for any test framework: each throws an {@code AssertionError} with the report if there
 * are findings, else returns the report.
 */
public final class Conforms {
  private Conforms() {}

  /** Asserts that both bodies agree, leak nothing and respect arguments: {@link Conformance}. */
  public static Report assertConforms(Subject subject) {
    return assertConforms(subject, Options.DEFAULT);
  }

  /** As {@link #assertConforms(Subject)}, with options. */
  public static Report assertConforms(Subject subject, Options options) {
    return passed(Conformance.check(subject, options));
  }

  /** Asserts that a call survives injected failures and can be retried: see {@link Faults}. */
  public static Report assertSurvivesFaults(Subject subject) {
    return assertSurvivesFaults(subject, Options.DEFAULT);
  }

  /** As {@link #assertSurvivesFaults(Subject)}, with options. */
  public static Report assertSurvivesFaults(Subject subject, Options options) {
    return passed(Faults.check(subject, options));
  }

  private static Report passed(Report report) {
    if (!report.passed()) {
      throw new AssertionError(report.toString());
    }
    return report;
  }
}
