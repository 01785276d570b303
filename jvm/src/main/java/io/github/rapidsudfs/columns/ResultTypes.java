// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import io.github.rapidsudfs.api.CudfType;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.api.TypeMapping;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;

/** The Spark type of a columnar call's result, given the cuDF types of its arguments. */
@FunctionalInterface
interface ResultTypes extends Serializable {
  DataType of(List<CudfType> arguments);

  /**
   * For a call without analysis. A result type that depends on the arguments is derived from their
   * cuDF types (see {@link TypeMapping#toSpark}).
   */
  static ResultTypes fromColumns(Signature signature) {
    return arguments ->
        signature.resultType(
            signature.dependentResult()
                ? arguments.stream().map(TypeMapping::toSpark).collect(Collectors.toList())
                : List.of());
  }
}
