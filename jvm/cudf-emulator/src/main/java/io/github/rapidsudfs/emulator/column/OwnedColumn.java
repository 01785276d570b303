// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import java.util.List;

/** A libcudf column: a view and the memory that it owns. */
public record OwnedColumn(Column view, List<Buffer> owned) {
  /** Frees the memory. Later uses of its views raise an error. */
  public void free() {
    owned.forEach(DeviceMemory::free);
  }
}
