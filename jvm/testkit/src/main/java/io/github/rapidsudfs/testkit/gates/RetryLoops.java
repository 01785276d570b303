package io.github.rapidsudfs.testkit.gates;

import com.nvidia.spark.rapids.jni.GpuRetryOOM;
import com.nvidia.spark.rapids.jni.GpuSplitAndRetryOOM;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Finds the retry loop once. */
final class RetryLoops {
  static final RetryLoop HERE = find();

  private RetryLoops() {}

  private static RetryLoop find() {
    try {
      return new PluginRetryLoop();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return new OwnLoop(String.valueOf(e));
    }
  }

  /** The kit's own. */
  static final class OwnLoop implements RetryLoop {
    private static final int MOST_TRIALS = 100;
    private final String why;

    OwnLoop(String why) {
      this.why = why;
    }

    @Override
    public String name() {
      return "the kit's loop (the plugin's is not to be had here: " + why + ")";
    }

    @Override
    public <T> List<T> run(List<Object[]> rows, Function<List<Object[]>, T> compute) {
      List<T> answers = new ArrayList<>();
      run(rows, compute, answers, 0);
      return answers;
    }

    private <T> void run(
        List<Object[]> rows, Function<List<Object[]>, T> compute, List<T> into, int trial) {
      try {
        into.add(compute.apply(rows));
      } catch (RuntimeException | Error e) {
        if (trial > MOST_TRIALS) {
          throw e;
        }
        if (Causes.isCausedBy(e, GpuSplitAndRetryOOM.class) && rows.size() > 1) {
          int half = rows.size() / 2;
          run(rows.subList(0, half), compute, into, trial + 1);
          run(rows.subList(half, rows.size()), compute, into, trial + 1);
        } else if (Causes.isCausedBy(e, GpuRetryOOM.class)) {
          run(rows, compute, into, trial + 1);
        } else {
          throw e;
        }
      }
    }
  }
}
