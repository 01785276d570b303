// SPDX-License-Identifier: Apache-2.0

package com.nvidia.spark;

import ai.rapids.cudf.ColumnVector;

/**
 * The interface of this name of the cuDF plugin, for class paths without it.
 *
 * <p>A class that has a columnar body besides its row-wise one names types of the plugin and of
 * cuDF, and the JVM must find those names to load it. This jar holds just the names, so that a user
 * without a GPU needs no plugin. It must not stand beside the plugin jar.
 */
public interface RapidsUDF {
  default ColumnVector evaluateColumnar(ColumnVector... args) {
    throw new UnsupportedOperationException("the cuDF plugin is not on the class path");
  }

  default ColumnVector evaluateColumnar(int numRows, ColumnVector... args) {
    return evaluateColumnar(args);
  }
}
