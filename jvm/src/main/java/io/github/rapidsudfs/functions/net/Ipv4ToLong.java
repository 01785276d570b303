// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.net;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.SplitNumbers;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** The number of an IPv4 address: 0 to 2³²−1. */
public final class Ipv4ToLong extends Udf1<UTF8String, Long> implements UDF1<UTF8String, Long> {
  public Ipv4ToLong() {
    super(
        Signature.named("ipv4_to_long")
            .in(Category.NET)
            .takes("address", "string")
            .returns("bigint")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The integer value of a dotted IPv4 address")
            .description(
                "Strict, like inet_pton: four decimal numbers from 0 to 255 without leading zeros,"
                    + " signs or blanks; anything else gives null.")
            .example("ipv4_to_long('192.168.0.1')", "3232235521")
            .example("ipv4_to_long('192.168.0.256')", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected Long row(UTF8String address) {
    long number = Ipv4.parse(address, address.numBytes());
    return number < 0 ? null : number;
  }

  @Override
  protected ColumnVector columnar(ColumnVector address) {
    try (SplitNumbers octets = Ipv4.octets(address);
        ColumnVector number = Ipv4.address(octets)) {
      return number.castTo(DType.INT64);
    }
  }
}
