package io.github.rapidsudfs.host.agent;

import io.github.rapidsudfs.host.natives.*;
import java.util.List;

/** All classes that answer natives. A class that is not in this list answers nothing. */
final class HostClasses {
  static final List<Class<?>> ALL = List.of(
      CudaNatives.class, RmmNatives.class, CudfSettings.class, HostBuffers.class, NvtxRanges.class,
      NvtxUniqueRanges.class, SparkResources.class, TaskPriorities.class, DeviceAttributes.class,
      ColumnHandles.class, ColumnOwners.class, ScalarNatives.class, TableHandles.class,
      RowConversions.class, Arithmetic.class, Making.class, ScalarOperators.class,
      Hashes.class, CudfHashes.class, JsonLimits.class,
      StringNatives.class, RegexNatives.class, ListNatives.class, Aggregations.class, Reductions.class,
      Elementwise.class, Decimal128Natives.class, Expressions.class, TableNatives.class, SparkCastNatives.class, SparkArithmetic.class, TimeZoneNatives.class,
      Aggregation128Natives.class, Aggregation64Natives.class, JoinNatives.class, HashJoinNatives.class, ConditionalJoins.class,
      JoinPrimitiveNatives.class, PackedTables.class, PackedMetadata.class, ContiguousTables.class, ChunkedPacks.class);

  private HostClasses() {}
}
