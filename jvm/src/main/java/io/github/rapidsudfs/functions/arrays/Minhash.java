package io.github.rapidsudfs.functions.arrays;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import com.nvidia.spark.rapids.jni.Hash;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.Divergences;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf2;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A sketch of a set of strings: the least of its members' hashes, under each of several hash
 * functions.
 */
public final class Minhash extends Udf2<ArrayData, Integer, ArrayData>
    implements UDF2<ArrayData, Integer, ArrayData> {
  private static final long serialVersionUID = 1L;

  /** In columns every hash function is two kernels and a column of its own. */
  private static final int MOST = 256;

  static final Signature SIGNATURE =
      Signature.named("minhash")
          .in(Category.ARRAYS)
          .takes("members", "array<string>")
          .takes("k", "int")
          .returns("array<int>")
          .nulls(NullRule.ANY_NULL)
          .summary(
              "The MinHash signature of a set of strings: k least hashes, from 1 to 256 of them")
          .description(
              "The n-th number is the least Murmur3 hash of the members' UTF-8 bytes with seed n-1,"
                  + " as Spark computes it. Members that come twice count once, null members do not"
                  + " count; where there are none at all, the k numbers are null. The share of"
                  + " places in which two signatures agree estimates the sets' array_jaccard. k"
                  + " below 1 or above 256 gives null.")
          .example("minhash(array('a', 'b', 'c'), 3)", "[-829116891, -631233257, -1002698942]")
          .example("minhash(array(NULL), 2)", "[null, null]")
          .divergence(Divergences.INVALID_UTF8)
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
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
        UTF8String bytes = members.getUTF8String(i);
        for (int seed = 0; seed < least.length; seed++) {
          int hash = hash(bytes, seed);
          least[seed] = some ? Math.min(least[seed], hash) : hash;
        }
        some = true;
      }
    }
    return some ? UnsafeArrayData.fromPrimitiveArray(least) : new GenericArrayData(new Object[k]);
  }

  private static int hash(UTF8String bytes, int seed) {
    return Murmur3_x86_32.hashUnsafeBytes(
        bytes.getBaseObject(), bytes.getBaseOffset(), bytes.numBytes(), seed);
  }

  @Override
  protected ColumnVector columnar(ColumnVector members, ColumnVector k) {
    try (ColumnVector valid = valid(k);
        Scalar none = Scalar.fromNull(DType.INT32);
        ColumnVector sizes = valid.ifElse(k, none);
        Scalar least = sizes.min();
        Scalar greatest = sizes.max();
        ColumnVector lists = signatures(members, greatest.isValid() ? greatest.getInt() : 0)) {
      boolean alike = !sizes.hasNulls() && least.getInt() == greatest.getInt();
      return alike ? lists.incRefCount() : cut(lists, sizes);
    }
  }

  private static ColumnVector valid(ColumnVector k) {
    try (Scalar one = Scalar.fromInt(1);
        Scalar most = Scalar.fromInt(MOST);
        ColumnVector enough = k.binaryOp(BinaryOp.GREATER_EQUAL, one, DType.BOOL8);
        ColumnVector few = k.binaryOp(BinaryOp.LESS_EQUAL, most, DType.BOOL8)) {
      return enough.binaryOp(BinaryOp.LOGICAL_AND, few, DType.BOOL8);
    }
  }

  /** For each row so many numbers; null lists have null numbers. */
  private static ColumnVector signatures(ColumnVector members, int size) {
    List<ColumnVector> least = new ArrayList<>();
    try (ColumnView strings = members.getChildColumnView(0)) {
      for (int seed = 0; seed < size; seed++) {
        least.add(least(members, strings, seed));
      }
      return ColumnVector.makeList(
          members.getRowCount(), DType.INT32, least.toArray(new ColumnView[0]));
    } finally {
      least.forEach(ColumnVector::close);
    }
  }

  private static ColumnVector least(ColumnVector members, ColumnView strings, int seed) {
    try (ColumnVector hashes = hashes(strings, seed);
        ColumnView lists = members.replaceListChild(hashes)) {
      return lists.listReduce(SegmentedReductionAggregation.min(), DType.INT32);
    }
  }

  /** Null where the string is: the hash of null is the seed. */
  private static ColumnVector hashes(ColumnView strings, int seed) {
    try (ColumnVector hashes = Hash.murmurHash32(seed, new ColumnView[] {strings})) {
      return strings.getNullCount() == 0
          ? hashes.incRefCount()
          : hashes.mergeAndSetValidity(BinaryOp.BITWISE_AND, strings);
    }
  }

  /** Every row's own number of them; null where that is. */
  private static ColumnVector cut(ColumnVector lists, ColumnVector sizes) {
    try (Scalar zero = Scalar.fromInt(0);
        ColumnVector counts = sizes.replaceNulls(zero);
        ColumnVector first = ColumnVector.fromScalar(zero, Math.toIntExact(sizes.getRowCount()));
        ColumnVector places = ColumnVector.sequence(first, counts);
        ColumnVector cut = lists.segmentedGather(places)) {
      return cut.mergeAndSetValidity(BinaryOp.BITWISE_AND, cut, sizes);
    }
  }
}
