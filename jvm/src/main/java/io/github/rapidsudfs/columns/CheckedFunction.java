// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.DualFunction;

/** A dual function whose columnar body is called with the checks of {@link DualFunction}. */
public interface CheckedFunction extends DualFunction {
  /** The plugin's entry point, which counts and checks the arguments and the result. */
  @Override
  default ColumnVector evaluateColumnar(int numRows, ColumnVector... args) {
    return ColumnarCall.unanalysed(this, numRows, args);
  }
}
