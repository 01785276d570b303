// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.gates;

import com.nvidia.spark.rapids.ShimReflectionUtils;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.Seq;

/**
 * The plugin's {@code RmmRapidsRetryIterator.withRetry}, loaded with the plugin's own shim loader.
 * It catches retry errors and computes again: the same rows after {@code GpuRetryOOM}, each half of
 * them after {@code GpuSplitAndRetryOOM}.
 */
public final class RetryLoop {
  private static RetryLoop here;

  private final Method withRetry;

  /**
   * The loop of this process, without a session.
   *
   * @throws ReflectiveOperationException if this version of the plugin lacks it
   */
  public static synchronized RetryLoop here() throws ReflectiveOperationException {
    if (here == null) {
      here = new RetryLoop();
    }
    return here;
  }

  private RetryLoop() throws ReflectiveOperationException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // The plugin adds its shims to a mutable class loader, as a Spark driver has.
    thread.setContextClassLoader(new URLClassLoader(new URL[0], RetryLoop.class.getClassLoader()));
    try {
      Class<?> loop =
          ShimReflectionUtils.loadClass("com.nvidia.spark.rapids.RmmRapidsRetryIterator");
      withRetry =
          loop.getMethod("withRetry", AutoCloseable.class, Function1.class, Function1.class);
    } finally {
      thread.setContextClassLoader(before);
    }
    // A trial run: missing methods show now.
    run(List.<Object[]>of(new Object[0]), rows -> rows.size());
  }

  /** A name for reports. */
  public String name() {
    return "the plugin's RmmRapidsRetryIterator";
  }

  /** Computes the results of rows or, after a split, of consecutive parts of them, in order. */
  @SuppressWarnings("unchecked")
  public <T> List<T> run(List<Object[]> rows, Function<List<Object[]>, T> compute) {
    try {
      Iterator<T> answers =
          (Iterator<T>)
              withRetry.invoke(
                  null,
                  new Part(rows),
                  (Function1<Part, Seq<Part>>) Part::halves,
                  (Function1<Part, T>) part -> compute.apply(part.rows));
      List<T> all = new ArrayList<>();
      while (answers.hasNext()) {
        all.add(answers.next());
      }
      return all;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException own
          ? own
          : new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The item that the loop owns: rows, whose columns are created again in each attempt. */
  private record Part(List<Object[]> rows) implements AutoCloseable {
    @Override
    public void close() {}

    Seq<Part> halves() {
      int half = rows.size() / 2;
      if (half == 0) {
        throw new IllegalStateException("a batch of one row cannot be split");
      }
      List<Part> halves =
          List.of(new Part(rows.subList(0, half)), new Part(rows.subList(half, rows.size())));
      return scala.collection.JavaConverters.asScalaBufferConverter(halves).asScala().toList();
    }
  }
}
