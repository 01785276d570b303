// SPDX-License-Identifier: Apache-2.0

import java.io.Serializable;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import scala.Function2;

/** A Scala function that calls a RAPIDS UDF among other things. */
public final class OwnLambda {
  private OwnLambda() {}

  /** Registers {@code tenfold}, ten times the difference. */
  public static void register(SparkSession spark) {
    PlantedUdfs.MinusRight minus = new PlantedUdfs.MinusRight();
    Object tenfold =
        (Function2<Integer, Integer, Long> & Serializable) (a, b) -> 10 * minus.call(a, b);
    spark.udf().register("tenfold", functions.udf(tenfold, DataTypes.LongType));
  }
}
