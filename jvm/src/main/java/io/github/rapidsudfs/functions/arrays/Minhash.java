// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.arrays;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OutOfBoundsPolicy;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.rapids.jni.Hash;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.Masks;
import io.github.rapidsudfs.udf.Udf2;
import java.util.stream.IntStream;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A sketch of a set of strings: the least hash of its members under each of several hash functions.
 * Each function multiplies the same hash by a number of its own.
 */
public final class Minhash extends Udf2<ArrayData, Integer, ArrayData>
    implements UDF2<ArrayData, Integer, ArrayData> {
  private static final int MOST = 256;

  /** The seed of Spark's hash(). */
  private static final int SEED = 42;

  /** Of a member's hash, one per number of a signature; odd, so that all products differ. */
  private static final int[] MULTIPLIERS =
      IntStream.rangeClosed(1, MOST).map(n -> Murmur3_x86_32.hashInt(n, SEED) | 1).toArray();

  public Minhash() {
    super(
        Signature.named("minhash")
            .in(Category.ARRAYS)
            .takes("members", "array<string>")
            .takesLiteral("k", "int")
            .returns("array<int>")
            .nulls(NullRule.ANY_NULL)
            .summary(
                "The MinHash signature of a set of strings: k least hashes, from 1 to 256 of them")
            .description(
                "The n-th number is the least of hash(member) * (hash(n) | 1), as an int that wraps"
                    + " around, where hash is Spark's Murmur3 with seed 42. Members that come twice"
                    + " count once, null members do not count; where all are null or the set is"
                    + " empty, the k numbers are null. The share of places in which two signatures"
                    + " agree estimates the sets' array_jaccard. k below 1 or above 256 gives"
                    + " null.")
            .example("minhash(array('a', 'b', 'c'), 3)", "[-1453317962, -1353844777, -1623851933]")
            .example("minhash(array(NULL), 2)", "[null, null]")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected ArrayData row(ArrayData members, Integer k) {
    if (k < 1 || k > MOST) {
      return null;
    }
    int[] least = new int[k];
    boolean some = false;
    for (int i = 0; i < members.numElements(); i++) {
      if (!members.isNullAt(i)) {
        int hash = hash(members.getUTF8String(i));
        for (int n = 0; n < k; n++) {
          int product = hash * MULTIPLIERS[n];
          least[n] = some ? Math.min(least[n], product) : product;
        }
        some = true;
      }
    }
    return some ? UnsafeArrayData.fromPrimitiveArray(least) : new GenericArrayData(new Object[k]);
  }

  private static int hash(UTF8String bytes) {
    return Murmur3_x86_32.hashUnsafeBytes(
        bytes.getBaseObject(), bytes.getBaseOffset(), bytes.numBytes(), SEED);
  }

  @Override
  protected ColumnVector columnar(ColumnVector members, ColumnVector k) {
    try (Columns c = new Columns()) {
      ColumnVector valid = c.own(valid(k));
      ColumnVector sizes = c.own(ColumnMath.nullUnless(valid, k));
      ColumnVector hashes = c.own(hashes(members));
      ColumnVector isEmpty = c.own(isEmpty(hashes));
      Scalar zero = c.own(Scalar.fromInt(0));
      ColumnVector known = c.own(sizes.replaceNulls(zero));
      ColumnVector counts = c.own(isEmpty.ifElse(zero, known));
      ColumnVector lists = c.own(MinhashProducts.least(hashes, counts, MULTIPLIERS));
      ColumnVector filled = c.own(filled(lists, isEmpty, known));
      return sizes.hasNulls()
          ? filled.mergeAndSetValidity(BinaryOp.BITWISE_AND, filled, sizes)
          : c.release(filled);
    }
  }

  private static ColumnVector valid(ColumnVector k) {
    try (Columns c = new Columns()) {
      return c.is(k, BinaryOp.GREATER_EQUAL, 1).and(c.is(k, BinaryOp.LESS_EQUAL, MOST));
    }
  }

  /** The hashes of each row's non-null members. */
  private static ColumnVector hashes(ColumnVector members) {
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(ListSums.unsliced(members));
      ColumnView strings = c.own(lists.getChildColumnView(0));
      ColumnVector hashes = c.own(Hash.murmurHash32(SEED, new ColumnView[] {strings}));
      if (strings.getNullCount() == 0) {
        return c.own(lists.replaceListChild(hashes)).copyToColumnVector();
      }
      ColumnVector flags = c.own(strings.isNotNull());
      ColumnVector kept = c.own(ListSums.filtered(hashes, flags));
      ColumnView before = c.own(lists.getListOffsetsView());
      ColumnVector offsets = c.own(ListSums.keptOffsets(flags, before));
      return kept.makeListFromOffsets(lists.getRowCount(), offsets);
    }
  }

  /** Returns whether a row has no members; true for a null row. */
  private static ColumnVector isEmpty(ColumnVector hashes) {
    try (Columns c = new Columns()) {
      ColumnVector sizes = c.own(hashes.countElements());
      Scalar zero = c.own(Scalar.fromInt(0));
      return c.own(sizes.replaceNulls(zero)).binaryOp(BinaryOp.EQUAL, zero, DType.BOOL8);
    }
  }

  /** The lists, in which rows without members get {@code sizes} nulls. */
  private static ColumnVector filled(ColumnVector lists, ColumnVector isEmpty, ColumnVector sizes) {
    try (Columns c = new Columns()) {
      if (!Masks.any(isEmpty)) {
        return lists.incRefCount();
      }
      ColumnVector first = c.own(ColumnMath.repeated(0, sizes.getRowCount()));
      ColumnVector places = c.own(ColumnVector.sequence(first, sizes));
      return lists.segmentedGather(places, OutOfBoundsPolicy.NULLIFY);
    }
  }
}
