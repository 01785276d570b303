// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.net;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.SplitNumbers;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.unsafe.types.UTF8String;

/** Tests whether an IPv4 address lies in a CIDR block. */
public final class IpInCidr extends Udf2<UTF8String, UTF8String, Boolean>
    implements UDF2<UTF8String, UTF8String, Boolean> {
  public IpInCidr() {
    super(
        Signature.named("ip_in_cidr")
            .in(Category.NET)
            .takes("address", "string")
            .takesLiteral("block", "string")
            .returns("boolean")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Whether an IPv4 address lies in a CIDR block")
            .description(
                "The block is an address, a slash and a prefix length from 0 to 32 without leading"
                    + " zeros; host bits set in it are ignored. Addresses are strict dotted quads,"
                    + " as in ipv4_to_long; where either argument is malformed the result is null.")
            .example("ip_in_cidr('10.1.2.3', '10.0.0.0/8')", "true")
            .example("ip_in_cidr('11.1.2.3', '10.0.0.0/8')", "false")
            .since("0.1.0"));
  }

  private static final int LONGEST_PREFIX = 32;

  @Override
  protected Boolean row(UTF8String address, UTF8String block) {
    int end = block.numBytes();
    int slash = Utf8.indexOf(block, '/', 0, end);
    int digits = end - slash - 1;
    if (digits < 0 || digits > 2) {
      return null;
    }
    int prefix = Ipv4.number(block, slash + 1, end);
    if (prefix < 0 || prefix > 32 || digits != (prefix < 10 ? 1 : 2)) {
      return null;
    }
    long network = Ipv4.parse(block, slash);
    long host = Ipv4.parse(address, address.numBytes());
    if (network < 0 || host < 0) {
      return null;
    }
    return (network ^ host) >> (32 - prefix) == 0;
  }

  /** The differing bits, shifted left by the prefix length, must leave the upper 32 of 64 clear. */
  @Override
  protected ColumnVector columnar(ColumnVector address, ColumnVector block) {
    try (Columns c = new Columns()) {
      ColumnVector found = c.own(block.stringLocate(c.own(Scalar.fromString("/"))));
      ColumnVector end = c.own(ColumnMath.orElse(found, 0));
      ColumnVector prefix = c.own(prefix(block, end));
      ColumnVector different = c.own(different(address, block, end));
      ColumnVector outside = c.own(different.binaryOp(BinaryOp.SHIFT_LEFT, prefix, DType.UINT64));
      Scalar limit = c.own(Scalar.fromUnsignedLong(1L << 32));
      return outside.binaryOp(BinaryOp.LESS, limit, DType.BOOL8);
    }
  }

  /** The text after the first slash; without one the whole block, which is not a number. */
  private static ColumnVector prefix(ColumnVector block, ColumnVector slash) {
    try (Columns c = new Columns()) {
      ColumnVector start = c.ints(slash).with(BinaryOp.ADD, 1).get();
      ColumnVector end = c.own(ColumnMath.repeated(-1, block.getRowCount()));
      ColumnVector text = c.own(block.substring(start, end));
      ColumnVector prefix = c.own(SplitNumbers.parse(text, DType.UINT8));
      Scalar longest = c.own(Scalar.fromUnsignedInt(LONGEST_PREFIX));
      ColumnVector valid = c.own(prefix.binaryOp(BinaryOp.LESS_EQUAL, longest, DType.BOOL8));
      return ColumnMath.nullUnless(valid, prefix);
    }
  }

  private static ColumnVector different(
      ColumnVector address, ColumnVector block, ColumnVector slash) {
    try (Columns c = new Columns()) {
      ColumnVector start = c.own(ColumnMath.repeated(0, block.getRowCount()));
      SplitNumbers network = c.own(Ipv4.octets(c.own(block.substring(start, slash))));
      SplitNumbers host = c.own(Ipv4.octets(address));
      ColumnVector networkNumber = c.own(Ipv4.address(network));
      ColumnVector hostNumber = c.own(Ipv4.address(host));
      return networkNumber.binaryOp(BinaryOp.BITWISE_XOR, hostNumber, DType.UINT64);
    }
  }
}
