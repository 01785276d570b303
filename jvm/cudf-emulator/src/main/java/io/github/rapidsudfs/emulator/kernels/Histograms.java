// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Histograms: structs of value and frequency, and the percentiles of lists of them. */
@Natives("com.nvidia.spark.rapids.jni.Histogram")
public final class Histograms {
  /** Pairs (or lists of one pair) of value and frequency; null (empty) for frequency 0. */
  public static Vec createHistogramIfValid(Vec values, Vec frequencies, boolean lists) {
    CudfClasses.requires(
        frequencies.nullCount() == 0, "The input frequencies must not have nulls.");
    CudfClasses.requires(
        frequencies.type.id() == Type.INT64, "The input frequencies must be of type INT64.");
    CudfClasses.requires(
        values.size == frequencies.size,
        "The input values and frequencies must have the same size.");
    int rows = values.size;
    long[] times = ((FixedVec) frequencies).values;
    boolean[] occurs = Valid.of(rows, i -> times[i] > 0);
    boolean negative = IntStream.range(0, rows).anyMatch(i -> times[i] < 0);
    CudfClasses.requires(!negative, "The input frequencies must not contain negative values.");
    if (lists) {
      Vec pairs = new StructVec(rows, new Vec[] {values, frequencies}, null);
      int[] offsets = IntStream.rangeClosed(0, rows).toArray();
      return new ListVec(offsets, pairs, occurs).sanitized().with(null);
    }
    boolean[] valid = Valid.of(rows, i -> occurs[i] && !values.isNull(i));
    boolean always = IntStream.range(0, rows).allMatch(i -> occurs[i]);
    // a null has frequency 1, or merging would fail
    FixedVec once =
        FixedVec.longs(frequencies.type, rows, i -> valid[i] || always ? times[i] : 1, null);
    return new StructVec(rows, new Vec[] {values.with(valid), once}, null);
  }

  /** Each histogram's percentiles, with linear interpolation. */
  public static Vec percentileFromHistogram(ListVec lists, double[] percentages, boolean asList) {
    StructVec pairs = (StructVec) lists.child;
    Vec values = pairs.fields[0];
    long[] counts = ((FixedVec) pairs.fields[1]).values;
    CudfClasses.requires(
        values.type.isNumeric(), "Unsupported type in histogram-to-percentile evaluation.");
    int many = percentages.length;
    long[] answers = new long[lists.size * many];
    boolean[] valid = Valid.none(lists.size);
    for (int i = 0; i < lists.size; i++) {
      int[] sorted =
          IntStream.range(lists.start(i), lists.end(i))
              .filter(k -> !values.isNull(k))
              .boxed()
              .sorted(Comparator.comparing(k -> k, (j, k) -> values.compare(j, values, k)))
              .mapToInt(k -> k)
              .toArray();
      valid[i] = sorted.length > 0 && many > 0;
      for (int p = 0; valid[i] && p < many; p++) {
        answers[i * many + p] =
            Double.doubleToRawLongBits(
                percentile((FixedVec) values, counts, sorted, percentages[p]));
      }
    }
    FixedVec child = new FixedVec(Type.of(Type.FLOAT64), answers, null);
    if (!asList) {
      return child.with(valid);
    }
    int[] offsets = IntStream.rangeClosed(0, lists.size).map(i -> i * many).toArray();
    return new ListVec(offsets, child, valid).sanitized();
  }

  private static double percentile(FixedVec values, long[] counts, int[] sorted, double fraction) {
    long total = IntStream.of(sorted).mapToLong(k -> counts[k]).sum();
    double position = (total - 1) * fraction;
    double down = Math.floor(position);
    double up = Math.ceil(position);
    double lower = at(values, counts, sorted, (long) down);
    double higher = at(values, counts, sorted, (long) up);
    return lower == higher || up == down
        ? lower
        : (up - position) * lower + (position - down) * higher;
  }

  private static double at(FixedVec values, long[] counts, int[] sorted, long position) {
    int k = 0;
    for (long seen = counts[sorted[0]]; seen <= position && k + 1 < sorted.length; ) {
      seen += counts[sorted[++k]];
    }
    return values.asDouble(sorted[k]);
  }

  /** The distinct values of each segment with their counts, as lists of structs. */
  static ListVec histogram(Vec values, Vec counts, Segments segments) {
    int[] offsets = new int[segments.count() + 1];
    List<Integer> rows = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    for (int i = 0; i < segments.count(); i++) {
      Map<RowKey, Integer> firsts = new LinkedHashMap<>();
      for (int k = segments.starts()[i]; k < segments.ends()[i]; k++) {
        int at = firsts.computeIfAbsent(new RowKey(values, k), key -> totals.size());
        if (at == totals.size()) {
          rows.add(k);
          totals.add(0L);
        }
        totals.set(at, totals.get(at) + (counts == null ? 1 : ((FixedVec) counts).values[k]));
      }
      offsets[i + 1] = rows.size();
    }
    Vec[] fields = {
      values.gather(rows.stream().mapToInt(r -> r).toArray()),
      FixedVec.longs(Type.of(Type.INT64), rows.size(), totals::get, null)
    };
    return new ListVec(offsets, new StructVec(rows.size(), fields, null), null);
  }

  /** Merges lists of pairs; in a reduction the input is the pairs themselves. */
  static ListVec mergeHistograms(Vec vec, Segments segments) {
    if (vec instanceof StructVec pairs) {
      return histogram(pairs.fields[0], pairs.fields[1], segments);
    }
    ListVec lists = (ListVec) vec;
    StructVec pairs = (StructVec) lists.child;
    int[] starts = Arrays.stream(segments.starts()).map(i -> lists.offsets[i]).toArray();
    int[] ends = Arrays.stream(segments.ends()).map(i -> lists.offsets[i]).toArray();
    return histogram(pairs.fields[0], pairs.fields[1], new Segments(starts, ends));
  }
}
