// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.PyDate;
import io.github.rapidsudfs.python.PyDateTime;

/** The types of Python values that have columns. */
public enum Kind {
  NONE,
  BOOL,
  INT,
  FLOAT,
  STR,
  DATE,
  /** The difference of two dates, in days. */
  DELTA,
  LIST,
  /** Its column is a list column of distinct items. */
  SET,
  /** A regular expression match: true, or null for None. */
  MATCH,
  /** Several values with separate columns. */
  TUPLE;

  /** The ordinal of January 1, 1970. */
  static final long EPOCH = 719163;

  /** Whether lists may have such items. */
  static boolean isItem(Col value) {
    Kind of = value.kind;
    return of != null && (of.isNumber() || of == STR || of == DATE);
  }

  /** The placeholder for a missing item in a column with nulls in rows that do not matter. */
  Col filler() {
    switch (this) {
      case BOOL:
        return Col.FALSE;
      case INT:
        return Col.constant(0L);
      case FLOAT:
        return Col.constant(0.0);
      case DATE:
        return Col.constant(PyDate.fromOrdinal(EPOCH));
      default:
        return Col.constant("");
    }
  }

  boolean isNumber() {
    return this == BOOL || this == INT || this == FLOAT;
  }

  DType type() {
    switch (this) {
      case BOOL:
      case MATCH:
        return DType.BOOL8;
      case INT:
      case DELTA:
        return DType.INT64;
      case FLOAT:
        return DType.FLOAT64;
      case STR:
        return DType.STRING;
      case DATE:
        return DType.TIMESTAMP_DAYS;
      default:
        throw new IllegalStateException("no column of " + this);
    }
  }

  /** The kind of a run-time value; null if it has no column. */
  static Kind of(Object value) {
    if (value == null) return NONE;
    if (value instanceof Boolean) return BOOL;
    if (value instanceof Long) return INT;
    if (value instanceof Double) return FLOAT;
    if (value instanceof PyDate && !(value instanceof PyDateTime)) return DATE;
    return value instanceof String ? STR : null;
  }

  /** A constant's scalar; a null scalar of this kind for None. */
  Scalar scalar(Object value) {
    if (value == null) return Scalar.fromNull(type());
    switch (this) {
      case BOOL:
        return Scalar.fromBool((Boolean) value);
      case INT:
        return Scalar.fromLong((Long) value);
      case FLOAT:
        return Scalar.fromDouble(((Number) value).doubleValue());
      case STR:
        return Scalar.fromString((String) value);
      case DATE:
        return Scalar.timestampDaysFromInt((int) (((PyDate) value).ordinal() - EPOCH));
      default:
        throw new IllegalStateException("no constant of " + this);
    }
  }
}
