package io.github.rapidsudfs.testkit.gates;

import com.nvidia.spark.rapids.jni.GpuRetryOOM;
import com.nvidia.spark.rapids.jni.GpuSplitAndRetryOOM;
import io.github.rapidsudfs.testkit.Fault;
import io.github.rapidsudfs.testkit.Subject;
import io.github.rapidsudfs.testkit.Violation;
import io.github.rapidsudfs.testkit.columns.BatchColumns;
import java.util.List;

/** A guarded call in which something fails on purpose. */
public final class FaultyCall {
  private final GuardedCall call;
  private final boolean failed;

  private FaultyCall(GuardedCall call, boolean failed) {
    this.call = call;
    this.failed = failed;
  }

  /** Calls the body with its {@code n}-th allocation or kernel call failing. */
  public static FaultyCall of(
      Subject subject, BatchColumns columns, Device device, Fault fault, long n, String where) {
    GuardedCall call = GuardedCall.of(subject, columns, device, where, () -> device.arm(fault, n));
    return new FaultyCall(call, call.disarmed());
  }

  /** The plugin's error for a sort of retry error. */
  public static Class<?> errorOf(Fault fault) {
    return fault == Fault.RETRY ? GpuRetryOOM.class : GpuSplitAndRetryOOM.class;
  }

  /** Whether the failure happened: there were so many allocations or kernel calls. */
  public boolean failed() {
    return failed;
  }

  public GuardedCall call() {
    return call;
  }

  public List<Violation> findings() {
    return call.findings();
  }

  public Throwable error() {
    return call.error();
  }

  public boolean isCausedBy(Class<?> type) {
    return Causes.isCausedBy(call.error(), type);
  }
}
