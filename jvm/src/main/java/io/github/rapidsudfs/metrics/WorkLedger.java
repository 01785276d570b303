// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The sums of an application's queries. The latest queries are kept separately, older ones in a
 * single sum, so that memory stays bounded and totals stay exact.
 */
public final class WorkLedger {
  /** Replaces the ids of queries that are no longer kept separately. */
  public static final long EARLIER = -2;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final int retained;
  private final TreeMap<WorkLine, WorkTotals> lines = new TreeMap<>();
  private final TreeSet<Long> executions = new TreeSet<>();

  /**
   * @param retained the number of queries to keep separately
   */
  public WorkLedger(int retained) {
    this.retained = retained;
  }

  public synchronized void add(WorkLine line, WorkTotals work) {
    lines.merge(line, work, WorkTotals::plus);
    if (line.execution() >= 0 && executions.add(line.execution()) && executions.size() > retained) {
      long oldest = executions.pollFirst();
      Map<WorkLine, WorkTotals> past = of(oldest);
      past.forEach((old, sum) -> lines.merge(old.ofExecution(EARLIER), sum, WorkTotals::plus));
      past.keySet().forEach(lines::remove);
    }
  }

  private Map<WorkLine, WorkTotals> of(long execution) {
    WorkLine from = new WorkLine(execution, "", "", ExecutionPath.COLUMNAR);
    return new TreeMap<>(lines.subMap(from, from.ofExecution(execution + 1)));
  }

  /** A copy of all lines. */
  public synchronized SortedMap<WorkLine, WorkTotals> lines() {
    return new TreeMap<>(lines);
  }

  /** Adds lines in the format of {@link #json}. */
  public void add(String json) {
    try {
      for (JsonNode line : JSON.readTree(json)) {
        long[] sums = IntStream.range(4, 10).mapToLong(i -> line.get(i).asLong()).toArray();
        add(
            new WorkLine(
                line.get(0).asLong(),
                line.get(1).asText(),
                line.get(2).asText(),
                ExecutionPath.of(line.get(3).asText())),
            WorkTotals.of(sums));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not the sums of functions: " + json, e);
    }
  }

  /**
   * The lines as a JSON array of arrays: execution, executor, function, where, and the components
   * of {@link WorkTotals} in their order.
   */
  public String json() {
    return json(lines());
  }

  static String json(Map<WorkLine, WorkTotals> lines) {
    List<List<Object>> all = new ArrayList<>();
    lines.forEach(
        (line, work) -> {
          Stream<Object> key =
              Stream.of(
                  line.execution(), line.executor(), line.function(), line.where().toString());
          all.add(Stream.concat(key, LongStream.of(work.toArray()).boxed()).toList());
        });
    try {
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
