// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.bytes;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.rapids.jni.Hash;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.apache.spark.unsafe.types.UTF8String;

/** The bucket into which Spark would put a string. */
public final class HashBucket extends Udf2<UTF8String, Integer, Integer>
    implements UDF2<UTF8String, Integer, Integer> {
  private static final int SEED = 42;

  public HashBucket() {
    super(
        Signature.named("hash_bucket")
            .in(Category.BYTES)
            .takes("text", "string")
            .takesLiteral("buckets", "int")
            .returns("int")
            .nulls(NullRule.ANY_NULL)
            .summary("The bucket of a string, from 0 up to the number of buckets less 1")
            .description(
                "As pmod(hash(text), buckets), by which Spark partitions: Murmur3 of the UTF-8"
                    + " bytes, seed 42. 0 or fewer buckets give null.")
            .example("hash_bucket('Spark', 16)", "5")
            .example("hash_bucket('Spark', 0)", "NULL")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected Integer row(UTF8String text, Integer buckets) {
    if (buckets <= 0) {
      return null;
    }
    int hash =
        Murmur3_x86_32.hashUnsafeBytes(
            text.getBaseObject(), text.getBaseOffset(), text.numBytes(), SEED);
    return Math.floorMod(hash, buckets);
  }

  @Override
  protected ColumnVector columnar(ColumnVector text, ColumnVector buckets) {
    try (Scalar zero = Scalar.fromInt(0);
        ColumnVector positive = buckets.binaryOp(BinaryOp.GREATER, zero, DType.BOOL8);
        ColumnVector bucket = bucket(text, buckets, positive)) {
      return ColumnMath.nullUnless(positive, bucket);
    }
  }

  /** The bucket; computed with one bucket if there are none, so that no row divides by zero. */
  private static ColumnVector bucket(
      ColumnVector text, ColumnVector buckets, ColumnVector positive) {
    try (Scalar one = Scalar.fromInt(1);
        ColumnVector divisor = positive.ifElse(buckets, one);
        ColumnVector hash = Hash.murmurHash32(SEED, new ColumnView[] {text})) {
      return hash.binaryOp(BinaryOp.PMOD, divisor, DType.INT32);
    }
  }
}
