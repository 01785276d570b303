// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.columns.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The steps that compute columns from columns, each run once, in order. */
public final class ColumnPlan {

  /** Makes a new column from others, which it borrows. */
  interface Run {
    /**
     * @param scope owns the intermediate columns and scalars
     * @param rows of the batch; a step within lists has the row counts of its columns
     */
    ColumnVector of(Columns scope, int rows, ColumnVector[] in);
  }

  /**
   * @param price launches and instructions per row of its kernels
   */
  record Step(String name, int[] in, Price price, Run run) {}

  private final List<Step> steps;
  private final int arguments;
  private final int[] outputs;

  /** The last step that reads each column; the column's own number if none does. */
  private final int[] lastUse;

  /** The steps that the outputs need. */
  private final boolean[] needed;

  ColumnPlan(List<Step> steps, int arguments, int... outputs) {
    this.steps = List.copyOf(steps);
    this.arguments = arguments;
    this.outputs = outputs;
    this.needed = new boolean[steps.size()];
    this.lastUse = new int[steps.size()];
    for (int output : outputs) {
      needed[output] = true;
    }
    for (int i = steps.size() - 1; i >= 0; i--) {
      lastUse[i] = Math.max(lastUse[i], i);
      for (int input : steps.get(i).in) {
        if (needed[i]) {
          needed[input] = true;
          lastUse[input] = Math.max(lastUse[input], i);
        }
      }
    }
    for (int output : outputs) {
      lastUse[output] = Integer.MAX_VALUE;
    }
  }

  /** Whether any executed step reads an argument. */
  boolean uses(int argument) {
    return needed[argument];
  }

  /** The total price of the executed steps. */
  public Price price() {
    Price sum = Price.NOTHING;
    for (int i = 0; i < steps.size(); i++) {
      sum = needed[i] ? sum.plus(steps.get(i).price) : sum;
    }
    return sum;
  }

  /** The names of the executed steps, in order. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (needed[i]) names.add(steps.get(i).name);
    }
    return names;
  }

  /**
   * Runs the steps, closing each column after the last step that reads it.
   *
   * @param args borrowed
   * @return the outputs, which belong to the caller
   */
  public ColumnVector[] run(int rows, ColumnVector[] args) {
    ColumnVector[] made = new ColumnVector[steps.size()];
    try (Columns open = new Columns()) {
      for (int i = 0; i < made.length; i++) {
        if (needed[i]) {
          Step step = steps.get(i);
          ColumnVector[] in =
              i < arguments
                  ? args
                  : Arrays.stream(step.in).mapToObj(k -> made[k]).toArray(ColumnVector[]::new);
          try (Columns scope = new Columns()) {
            made[i] = open.own(step.run.of(scope, rows, in));
          }
          for (int input : step.in) {
            if (lastUse[input] == i) {
              open.free(made[input]);
              made[input] = null;
            }
          }
        }
      }
      ColumnVector[] results = new ColumnVector[outputs.length];
      for (int i = 0; i < results.length; i++) {
        results[i] = made[outputs[i]].incRefCount();
      }
      return results;
    }
  }
}
