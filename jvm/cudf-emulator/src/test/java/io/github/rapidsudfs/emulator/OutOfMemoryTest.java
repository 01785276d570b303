// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.nvidia.spark.rapids.jni.GpuRetryOOM;
import com.nvidia.spark.rapids.jni.GpuSplitAndRetryOOM;
import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.memory.SparkResources;
import java.util.concurrent.CountDownLatch;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** The error that a task's thread gets when memory runs out. */
public class OutOfMemoryTest {
  private static final long NOBODY = -1;
  private final long limit = DeviceMemory.limit();
  private final long self = Thread.currentThread().getId();

  @Before
  public void full() throws InterruptedException {
    // What other tests have leaked on purpose is freed by the garbage collector, at a time of its
    // own.
    for (long before = -1; before != Ledger.liveBytes(); ) {
      before = Ledger.liveBytes();
      System.gc();
      Thread.sleep(200);
    }
    SparkResources.startDedicatedTaskThread(0, self, 0);
    DeviceMemory.limit(Ledger.liveBytes() + 1000);
  }

  @After
  public void restore() {
    DeviceMemory.limit(limit);
    SparkResources.removeThreadAssociation(0, self, 0);
    SparkResources.removeThreadAssociation(0, NOBODY, 0);
  }

  @Test
  public void aloneItIsSplitAfterOneRetry() {
    assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(1001));
    SparkResources.blockThreadUntilReady(0);
    assertThrows(GpuSplitAndRetryOOM.class, () -> DeviceMemory.allocate(1001));
    assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(1001));
    assertEquals(2, SparkResources.getAndResetRetryThrowInternal(0, 0));
    assertEquals(1, SparkResources.getAndResetSplitRetryThrowInternal(0, 0));
  }

  @Test
  public void afterARetriedPieceOfWorkTheNextFailureIsAFirstOne() {
    SparkResources.startRetryBlock(0, self);
    assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(1001));
    SparkResources.blockThreadUntilReady(0);
    DeviceMemory.free(DeviceMemory.allocate(900));
    SparkResources.endRetryBlock(0, self);
    assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(1001));
  }

  @Test
  public void itWaitsForAnotherTaskToFreeMemory() throws Exception {
    Buffer others = DeviceMemory.allocate(800);
    CountDownLatch waiting = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              try {
                waiting.await();
                Thread.sleep(20);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              DeviceMemory.free(others);
            });
    SparkResources.startDedicatedTaskThread(0, NOBODY, 0);
    other.start();
    assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(900));
    waiting.countDown();
    SparkResources.blockThreadUntilReady(0);
    DeviceMemory.free(DeviceMemory.allocate(900));
    other.join();
    // Memory was freed, though not enough for this: it may come again.
    assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(1001));
  }

  @Test
  public void itDoesNotWaitForever() {
    SparkResources.startDedicatedTaskThread(0, NOBODY, 0);
    assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(1001));
    long before = System.nanoTime();
    SparkResources.blockThreadUntilReady(0);
    assertTrue(System.nanoTime() - before < 10_000_000_000L);
    assertThrows(GpuSplitAndRetryOOM.class, () -> DeviceMemory.allocate(1001));
  }

  @Test
  public void anInjectedRetryWaitsForNobody() {
    SparkResources.startDedicatedTaskThread(0, NOBODY, 0);
    SparkResources.forceRetryOOM(0, self, 50, 0, 0);
    long before = System.nanoTime();
    for (int i = 0; i < 50; i++) {
      assertThrows(GpuRetryOOM.class, () -> DeviceMemory.allocate(1));
      SparkResources.blockThreadUntilReady(0);
    }
    assertTrue(System.nanoTime() - before < 5_000_000_000L);
    assertThrows("no split after them", GpuRetryOOM.class, () -> DeviceMemory.allocate(1001));
  }

  @Test
  public void threadsWithoutATaskGetJavasError() {
    SparkResources.removeThreadAssociation(0, self, 0);
    assertThrows(OutOfMemoryError.class, () -> DeviceMemory.allocate(1001));
  }
}
