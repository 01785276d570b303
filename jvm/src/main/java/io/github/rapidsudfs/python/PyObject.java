// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/**
 * A value of a non-core class (Decimal, date, Match …). Its {@code equals} and {@code hashCode} are
 * Python's among values of the same class.
 */
public interface PyObject {
  /** The type's name in messages, with its module if CPython prints it: {@code datetime.date}. */
  String typeName();

  String repr();

  default String str() {
    return repr();
  }

  default boolean truth() {
    return true;
  }

  /** {@code format(self, spec)} with a non-empty spec. */
  default String format(String spec) {
    throw PyError.of(
        PyType.TYPE_ERROR, "unsupported format string passed to " + typeName() + ".__format__");
  }

  /**
   * A binary operator by its name in {@code operator} ({@code add}, {@code floordiv}); {@code
   * reflected} if self is the right operand. {@link Py#ABSENT} for NotImplemented.
   */
  default Object binary(String op, Object other, boolean reflected) {
    return Py.ABSENT;
  }

  /** {@code neg}, {@code pos}, {@code abs}, {@code invert}, {@code int}, {@code float}; ABSENT. */
  default Object unary(String op) {
    return Py.ABSENT;
  }

  /** {@code eq ne lt le gt ge}: a Boolean, or ABSENT for NotImplemented. */
  default Object compare(String op, Object other) {
    if (other == null) return Py.ABSENT;
    if (op.equals("eq") && getClass() == other.getClass()) return equals(other);
    if (op.equals("ne") && getClass() == other.getClass()) return !equals(other);
    return Py.ABSENT;
  }

  /** Its representation as a key: an equal int or float (for a Decimal), else itself. */
  default Object key() {
    return this;
  }
}
