// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.kernels.JsonElements.JsonOut;
import io.github.rapidsudfs.emulator.kernels.JsonElements.NotThere;
import io.github.rapidsudfs.emulator.kernels.JsonElements.Type;
import io.github.rapidsudfs.emulator.kernels.JsonPath.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code cudf::get_json_object}, not to be confused with the plugin's function of that name. */
@Natives("ai.rapids.cudf.ColumnView")
public record GetJsonObject(List<Step> steps, boolean stripQuotes, boolean missingAsNull) {
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  /** The text at a JSONPath in each row, unchanged; null if there is none. */
  public static StringVec getJSONObject(
      StringVec s,
      @OfScalar("Parameter json_path") byte[] path,
      boolean singleQuotes,
      boolean stripQuotes,
      boolean missingAsNull) {
    List<Step> steps = JsonPath.steps(path);
    GetJsonObject query = new GetJsonObject(steps, stripQuotes, missingAsNull);
    boolean[] valid = new boolean[s.size];
    StringsOut out = new StringsOut(s.size, s.bytes.length);
    for (int i = 0; i < s.size; i++) {
      boolean searched = steps != null && !s.isNull(i) && s.length(i) > 0;
      byte[] found =
          searched
              ? query.find(new JsonElements(s.bytes, s.start(i), s.end(i), singleQuotes))
              : null;
      if (found != null) {
        out.add(found);
        valid[i] = true;
      }
      out.end();
    }
    return out.vec(valid);
  }

  private byte[] find(JsonElements row) {
    JsonOut out = new JsonOut();
    try {
      row.next();
      follow(row, 0, false, out);
      return out.found();
    } catch (NotThere e) {
      return null;
    }
  }

  private void follow(JsonElements at, int depth, boolean inList, JsonOut out) throws NotThere {
    if (depth == steps.size()) {
      if (inList) {
        out.separate();
      }
      at.copy(out, stripQuotes && !inList);
      return;
    }
    Step step = steps.get(depth);
    switch (step.kind()) {
      case ANY -> each(at, depth, inList, out);
      case NAME -> {
        expect(at, Type.OBJECT);
        child(at, step, depth, inList, out);
      }
      case INDEX -> {
        expect(at, Type.ARRAY);
        if (at.enter()) {
          for (int i = 0; i < step.index(); i++) {
            if (!at.next()) {
              throw new NotThere();
            }
          }
          follow(at, depth + 1, inList, out);
        }
      }
    }
  }

  private static void expect(JsonElements at, Type type) throws NotThere {
    if (at.type() != type) {
      throw new NotThere();
    }
  }

  private void child(JsonElements at, Step step, int depth, boolean inList, JsonOut out)
      throws NotThere {
    boolean some = at.enter();
    if (!some) {
      return;
    }
    while (some && !at.isNamed(step.name())) {
      some = at.next();
    }
    if (some) {
      follow(at, depth + 1, inList, out);
    } else if (missingAsNull) {
      if (inList) {
        out.separate();
      }
      out.add(NULL, 0, NULL.length);
    }
  }

  /** Lists within lists are flattened to one list. */
  private void each(JsonElements at, int depth, boolean inList, JsonOut out) throws NotThere {
    if (!inList) {
      out.add('[');
    }
    for (boolean some = at.enter(); some; some = at.next()) {
      follow(new JsonElements(at), depth + 1, true, out);
    }
    if (!inList) {
      out.add(']');
    }
  }
}
