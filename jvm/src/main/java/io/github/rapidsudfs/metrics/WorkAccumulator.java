// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.util.AccumulatorV2;
import scala.Option;

/**
 * The work of functions in a task, sent to the driver with the task's result.
 *
 * <p>Each task attempt whose result the driver accepts counts once. An attempt that failed or was
 * killed counts only its errors; one on a lost executor does not count, as its result never
 * arrived. Work that Spark repeats because the output of a finished task was lost counts again.
 */
public final class WorkAccumulator extends AccumulatorV2<Map<WorkLine, WorkTotals>, String> {
  private final ConcurrentHashMap<WorkLine, WorkTotals> lines = new ConcurrentHashMap<>();
  private transient volatile boolean failed;

  /** The ledger of all tasks' sums, on the driver. */
  private final transient WorkLedger ledger;

  private WorkAccumulator(WorkLedger ledger) {
    this.ledger = ledger;
  }

  /** Registers an accumulator on the driver; listeners do not see one without a name. */
  public static WorkAccumulator register(SparkContext context, String name, WorkLedger ledger) {
    WorkAccumulator accumulator = new WorkAccumulator(ledger);
    accumulator.register(context, Option.apply(name), true);
    return accumulator;
  }

  /** The serialized form, which a task passes to {@link #open}. */
  public String pack() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** The running task's own accumulator, which Spark sends to the driver with the task's result. */
  static WorkAccumulator open(String packed) {
    byte[] bytes = Base64.getDecoder().decode(packed);
    try (ObjectInputStream in = new OwnClasses(new ByteArrayInputStream(bytes))) {
      return (WorkAccumulator) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("cannot read the functions' accumulator", e);
    }
  }

  void add(WorkLine line, WorkTotals work) {
    lines.merge(line, failed ? work.errorsOnly() : work, WorkTotals::plus);
  }

  /** Drops all counts but errors, now and from now on. */
  void fail() {
    failed = true;
    lines.replaceAll((line, work) -> work.errorsOnly());
  }

  @Override
  public boolean isZero() {
    return lines.isEmpty();
  }

  @Override
  public WorkAccumulator copy() {
    WorkAccumulator copy = new WorkAccumulator(null);
    copy.lines.putAll(lines);
    return copy;
  }

  @Override
  public void reset() {
    lines.clear();
  }

  @Override
  public void add(Map<WorkLine, WorkTotals> more) {
    if (ledger != null) {
      more.forEach(ledger::add);
    } else {
      more.forEach(this::add);
    }
  }

  @Override
  public void merge(AccumulatorV2<Map<WorkLine, WorkTotals>, String> other) {
    add(((WorkAccumulator) other).lines);
  }

  /** A task's sums as {@link WorkLedger#json}; empty on the driver, where the ledger has them. */
  @Override
  public String value() {
    return ledger != null ? "" : WorkLedger.json(lines);
  }

  /** Resolves classes with the loader of this class; a task's thread may have another one. */
  private static final class OwnClasses extends ObjectInputStream {
    OwnClasses(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) throws ClassNotFoundException {
      return Class.forName(described.getName(), false, WorkAccumulator.class.getClassLoader());
    }
  }
}
