// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

/** A function object that delegates to a UDF of another class, whose name reports on UDFs show. */
public interface UdfDelegate {
  /** The class name of the UDF. */
  String udfClass();
}
