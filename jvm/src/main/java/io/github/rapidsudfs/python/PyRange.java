// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;

/** A range of 64-bit integers. */
public final class PyRange implements Iterable<Object> {
  public final long start;
  public final long stop;
  public final long step;
  public final long size;

  public PyRange(long start, long stop, long step) {
    if (step == 0) throw PyError.value("range() arg 3 must not be zero");
    this.start = start;
    this.stop = stop;
    this.step = step;
    if (step > 0 ? start >= stop : start <= stop) {
      size = 0;
      return;
    }
    try {
      long span = Math.abs(Math.subtractExact(stop, start));
      size = (span - 1) / Math.abs(step) + 1;
    } catch (ArithmeticException e) {
      throw new Unsupported("a range beyond 64 bits");
    }
  }

  public long get(long i) {
    return start + i * step;
  }

  public boolean has(long value) {
    if (step > 0 ? value < start || value >= stop : value > start || value <= stop) return false;
    return (value - start) % step == 0;
  }

  @Override
  public Iterator<Object> iterator() {
    return new Sequences.Lazy() {
      private long i;

      @Override
      Object advance() {
        return i < size ? (Object) get(i++) : Py.ABSENT;
      }
    };
  }

  public String repr() {
    return "range(" + start + ", " + stop + (step == 1 ? ")" : ", " + step + ")");
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PyRange)) return false;
    PyRange o = (PyRange) other;
    if (size != o.size) return false;
    return size == 0 || (start == o.start && (size == 1 || step == o.step));
  }

  @Override
  public int hashCode() {
    return size == 0 ? 0 : Long.hashCode(size) * 31 + Long.hashCode(start);
  }
}
