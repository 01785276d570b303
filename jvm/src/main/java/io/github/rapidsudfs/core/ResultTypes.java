// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;

/** The Spark type of a columnar call's result, given the cuDF types of its arguments. */
@FunctionalInterface
interface ResultTypes extends Serializable {
  DataType of(List<CudfType> arguments);

  /**
   * For a call of which nothing but the columns is known. Where the result depends on the arguments
   * it is derived from cuDF's types (see {@link TypeMapping#toSpark}).
   */
  static ResultTypes fromColumns(Signature signature) {
    return arguments ->
        signature.resultType(
            signature.dependentResult()
                ? arguments.stream().map(TypeMapping::toSpark).collect(Collectors.toList())
                : List.of());
  }
}
