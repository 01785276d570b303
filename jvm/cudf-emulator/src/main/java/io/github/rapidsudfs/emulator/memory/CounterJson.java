// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes counters as JSON. Names of classes, methods and files need no escapes. */
final class CounterJson {
  /** A number, string, collection, map or record on one line. */
  static String write(Object value) {
    if (value instanceof Record record) {
      return write(members(record));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> "\"" + e.getKey() + "\":" + write(e.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof Collection<?> items) {
      return items.stream().map(CounterJson::write).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
  }

  /** The components of a record in order, with names in snake case. */
  static Map<String, Object> members(Record record) {
    Map<String, Object> members = new LinkedHashMap<>();
    try {
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        String name = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase();
        members.put(name, component.getAccessor().invoke(record));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return members;
  }
}
