// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The handles that cuDF's Java classes hold in place of native pointers, and their objects. */
public final class Handles {
  private static final ConcurrentHashMap<Long, Open> LIVE = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong(0x7000_0000_0000_0000L);

  /** An open object, and the UDF whose columnar body opened it, or null. */
  record Open(Object object, UdfLeaks.Owner owner) {}

  /** Creates a handle for an object. */
  public static long open(Object object) {
    long handle = NEXT.addAndGet(16);
    LIVE.put(handle, new Open(object, UdfLeaks.owner()));
    return handle;
  }

  /** The object of a handle. Throws if the handle is null, closed, or of another type. */
  public static <T> T get(long handle, Class<T> type) {
    return type.cast(checked(handle, type, LIVE.get(handle)));
  }

  /** Returns whether a handle refers to an object of a type. */
  public static boolean holds(long handle, Class<?> type) {
    Open open = LIVE.get(handle);
    return open != null && type.isInstance(open.object);
  }

  /** Closes a handle and returns its object. */
  public static <T> T close(long handle, Class<T> type) {
    Open open = LIVE.remove(handle);
    UdfLeaks.closed(open == null ? null : open.owner, 0, 1);
    return type.cast(checked(handle, type, open));
  }

  private static Object checked(long handle, Class<?> type, Open open) {
    Object object = open == null ? null : open.object;
    if (handle == 0) {
      throw new NullPointerException(
          Ledger.current() + ": the " + type.getSimpleName().toLowerCase() + " is null");
    }
    if (object == null) {
      throw new IllegalStateException(
          "%s: the handle %s of a %s is already closed"
              .formatted(Ledger.current(), handle, type.getSimpleName().toLowerCase()));
    }
    if (!type.isInstance(object)) {
      throw new IllegalStateException(
          "%s: the handle %s is that of a %s, not of a %s"
              .formatted(
                  Ledger.current(),
                  handle,
                  object.getClass().getSimpleName(),
                  type.getSimpleName()));
    }
    return object;
  }

  /** The line of a UDF's source that opened a handle, or null. */
  public static String place(long handle) {
    Open open = LIVE.get(handle);
    return open == null || open.owner == null ? null : open.owner.place();
  }

  /** Passes on every open object. */
  static void live(Consumer<Open> into) {
    LIVE.values().forEach(into);
  }

  /** The number of open handles, for leak tests. */
  public static int count() {
    return LIVE.size();
  }
}
