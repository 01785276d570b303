// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A Spark struct: a tuple whose values also have names. */
public class PyRow extends PyTuple {
  /** Spark 4 has this class, and a Row that raises PySpark's own errors. */
  private static final boolean OF_SPARK_4 =
      PyRow.class.getClassLoader().getResource("org/apache/spark/sql/classic/SparkSession.class")
          != null;

  /** Null for a row without names. */
  public final String[] fields;

  public PyRow(String[] fields, Object... items) {
    super(items);
    this.fields = fields;
  }

  /** Returns whether a value is Spark's Row, not one of Python's own named tuples. */
  static boolean isSparks(Object value) {
    return value != null && value.getClass() == PyRow.class;
  }

  /** The error for an attribute that is not a field. */
  static PyError missing(String name) {
    return OF_SPARK_4
        ? PyError.withText(
            PyType.SPARK_ATTRIBUTE_ERROR,
            "[ATTRIBUTE_NOT_SUPPORTED] Attribute `" + name + "` is not supported.")
        : PyError.of(PyType.ATTRIBUTE_ERROR, name);
  }

  /** A row with the values of this one as its names: a Row without names is a class of rows. */
  public PyRow row(Object[] values) {
    String[] names = new String[items.length];
    for (int i = 0; i < names.length; i++) {
      if (!(items[i] instanceof String)) throw new Unsupported("a Row as a class of rows");
      names[i] = (String) items[i];
    }
    if (values.length != names.length) {
      throw new Unsupported(
          "a Row of " + values.length + " values for " + names.length + " fields");
    }
    return new PyRow(names, values);
  }

  /** The position of a field (the first with that name), or -1. */
  public int index(String field) {
    if (fields == null) throw new Unsupported("the field " + field + " of a Row without names");
    for (int i = 0; i < fields.length; i++) if (fields[i].equals(field)) return i;
    return -1;
  }

  @Override
  public String repr() {
    StringBuilder out = new StringBuilder(fields == null ? "<Row(" : "Row(");
    for (int i = 0; i < items.length; i++) {
      if (i > 0) out.append(", ");
      if (fields != null) out.append(fields[i]).append('=');
      out.append(Py.repr(items[i]));
    }
    return out.append(fields == null ? ")>" : ")").toString();
  }
}
