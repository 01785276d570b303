// SPDX-License-Identifier: Apache-2.0

package ai.rapids.cudf;

/** The name of a cuDF type: see {@link com.nvidia.spark.RapidsUDF}. */
public enum BinaryOp {}
