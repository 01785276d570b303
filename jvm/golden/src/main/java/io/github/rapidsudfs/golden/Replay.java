// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import java.io.PrintStream;
import java.util.Map;

/** Compares results with recorded ones and prints each difference. */
final class Replay {
  private final PrintStream out;
  private int same;
  private int different;
  private int notEmulated;

  Replay(PrintStream out) {
    this.out = out;
  }

  void compare(Cases.Case c, Map<?, ?> recorded) {
    if (recorded == null) {
      differs(c.operation(), "is not in the file; record it anew");
      return;
    }
    Map<?, ?> found = GoldenJson.parse(GoldenJson.write(Answers.of(c)));
    if (!Values.same(recorded.get("inputs"), found.get("inputs"), 0)) {
      differs(c.operation(), "was recorded for other inputs; record it anew");
    } else if (found.containsKey("refused") && !recorded.containsKey("refused")) {
      notEmulated++;
      out.println("not emulated: " + c.operation() + ": " + found.get("refused"));
    } else if (Values.same(answer(recorded), answer(found), c.tolerance())) {
      same++;
    } else {
      differs(
          c.operation(),
          "gives a different result\n  inputs:   %s\n  recorded: %s\n  here:     %s"
              .formatted(
                  GoldenJson.write(found.get("inputs")),
                  GoldenJson.write(answer(recorded)),
                  GoldenJson.write(answer(found))));
    }
  }

  void unknown(String operation) {
    differs(operation, "is in the file, but is not an operation of this version");
  }

  private static Object answer(Map<?, ?> line) {
    for (String key : new String[] {"outputs", "error", "refused"}) {
      if (line.containsKey(key)) {
        return line.get(key);
      }
    }
    return "nothing";
  }

  private void differs(String operation, String how) {
    different++;
    out.println("difference: " + operation + " " + how);
  }

  String summary() {
    return same + " the same, " + different + " different, " + notEmulated + " not emulated";
  }

  boolean failed() {
    return different > 0;
  }
}
