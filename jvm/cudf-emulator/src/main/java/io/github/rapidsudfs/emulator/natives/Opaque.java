// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.memory.Handles;

/** An object without state, such as a stream: only its handle matters. */
public record Opaque(String kind) {
  /** Opens a handle; called by rewritten classes. */
  public static long open(String kind) {
    return Handles.open(new Opaque(kind));
  }

  /** Closes the handle of an object that owns nothing; called by rewritten classes. */
  public static void close(long handle, Class<?> type) {
    Handles.close(handle, type);
  }

  /** Closes a handle, which must be one of the same kind; called by rewritten classes. */
  public static void close(long handle, String kind) {
    Opaque closed = Handles.close(handle, Opaque.class);
    if (!closed.kind.equals(kind)) {
      throw new IllegalStateException("the handle of a " + closed.kind + " closed as a " + kind);
    }
  }
}
