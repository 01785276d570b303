// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.kernels.Aggregate;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Aggregation objects: descriptions of aggregations, without data. */
@Natives(value = "ai.rapids.cudf.Aggregation", bookkeeping = true)
public final class Aggregations {
  private static long open(int id, int parameter, boolean includeNulls) {
    return Handles.open(new Aggregate.Kind(id, parameter, includeNulls));
  }

  public static long createNoParamAgg(int kind) {
    return open(kind, 0, false);
  }

  public static long createDdofAgg(int kind, int ddof) {
    return open(kind, ddof, false);
  }

  public static long createCountLikeAgg(int kind, boolean includeNulls) {
    return open(kind, 0, includeNulls);
  }

  public static long createNthAgg(int offset, boolean includeNulls) {
    return open(Aggregate.NTH_ELEMENT, offset, includeNulls);
  }

  public static long createCollectListAgg(boolean includeNulls) {
    return open(Aggregate.COLLECT_LIST, 0, includeNulls);
  }

  public static long createCollectSetAgg(
      boolean includeNulls, boolean nullsEqual, boolean nansEqual) {
    return open(Aggregate.COLLECT_SET, (nullsEqual ? 1 : 0) | (nansEqual ? 2 : 0), includeNulls);
  }

  public static long createMergeSetsAgg(boolean nullsEqual, boolean nansEqual) {
    return open(Aggregate.MERGE_SETS, (nullsEqual ? 1 : 0) | (nansEqual ? 2 : 0), true);
  }

  public static long createQuantAgg(int method, double[] fractions) {
    return Handles.open(new Aggregate.Kind(Aggregate.QUANTILE, method, false, fractions));
  }

  public static long createLeadLagAgg(int kind, int offset) {
    return open(kind, offset, true);
  }

  @Native(value = "createBitAndAgg", with = "0", kernel = false)
  @Native(value = "createBitOrAgg", with = "1", kernel = false)
  @Native(value = "createBitXorAgg", with = "2", kernel = false)
  public static long createBitwise(int operator) {
    return open(Aggregate.BITWISE_AGG, operator, false);
  }
}
