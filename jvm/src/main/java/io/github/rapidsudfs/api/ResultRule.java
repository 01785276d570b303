// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/** The Spark type of a result, from the Spark types of the arguments. */
@FunctionalInterface
public interface ResultRule extends Serializable {
  DataType of(List<DataType> arguments);
}
