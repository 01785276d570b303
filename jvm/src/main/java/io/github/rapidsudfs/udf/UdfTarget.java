// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

import ai.rapids.cudf.ColumnVector;
import java.io.Serializable;

/** The target to which a function object of {@code FunctionAdapters} delegates its calls. */
interface UdfTarget extends Serializable {
  Object row(Object[] args);

  ColumnVector columnar(int rows, ColumnVector[] args);

  String name();

  /** The class name of the UDF. */
  String className();
}
