package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.kernels.Unary;
import io.github.rapidsudfs.emulator.memory.Cudf;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * cuDF's numbers of unary operators, which differ between its versions, by the names in its {@code
 * UnaryOp}.
 */
final class UnaryIds {
  private static Map<Integer, Integer> ids;

  private UnaryIds() {}

  /** The emulator's number for cuDF's. */
  static synchronized int of(int nativeId) {
    if (ids == null) {
      ids = read();
    }
    Integer id = ids.get(nativeId);
    Cudf.expects(id != null, "Unsupported unary operator " + nativeId);
    return id;
  }

  private static Map<Integer, Integer> read() {
    try {
      Class<?> type = Cudf.type("ai.rapids.cudf.UnaryOp");
      Field id = type.getDeclaredField("nativeId");
      id.setAccessible(true);
      Map<Integer, Integer> found = new HashMap<>();
      for (Object operator : type.getEnumConstants()) {
        found.put(id.getInt(operator), Unary.number(operator.toString()));
      }
      return found;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cuDF's UnaryOp is not as expected: " + e, e);
    }
  }
}
