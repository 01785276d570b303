// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.CudaMemoryBuffer;
import ai.rapids.cudf.DeviceMemoryBuffer;
import ai.rapids.cudf.HostMemoryBuffer;
import ai.rapids.cudf.PinnedMemoryPool;
import ai.rapids.cudf.Rmm;
import ai.rapids.cudf.RmmAllocationMode;
import ai.rapids.cudf.RmmCudaMemoryResource;
import ai.rapids.cudf.RmmEventHandler;
import ai.rapids.cudf.RmmPoolMemoryResource;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** What RMM's resources count, limit, tell and log. */
public class RmmTest {
  private static final long POOL = 64 << 10;

  /** Notes what it is told. */
  private static class Told implements RmmEventHandler {
    final List<String> calls = new ArrayList<>();
    boolean retries;

    @Override
    public boolean onAllocFailure(long bytes, int attempt) {
      calls.add("failed " + bytes + " " + attempt);
      return retries && attempt < 2;
    }

    @Override
    public long[] getAllocThresholds() {
      return new long[] {8 << 10};
    }

    @Override
    public long[] getDeallocThresholds() {
      return new long[] {6 << 10};
    }

    @Override
    public void onAllocThreshold(long total) {
      calls.add("above at " + total);
    }

    @Override
    public void onDeallocThreshold(long total) {
      calls.add("below at " + total);
    }

    @Override
    public void onAllocated(long bytes) {
      calls.add("+" + bytes);
    }

    @Override
    public void onDeallocated(long bytes) {
      calls.add("-" + bytes);
    }
  }

  @Before
  public void nothing() {
    if (Rmm.isInitialized()) {
      Rmm.shutdown();
    }
  }

  @After
  public void end() {
    nothing();
  }

  private static void start(int mode) {
    Rmm.initialize(mode, null, POOL);
  }

  @Test
  public void aTrackerCountsFromItsStart() {
    start(RmmAllocationMode.CUDA_DEFAULT);
    assertEquals(0, Rmm.getTotalBytesAllocated());
    try (DeviceMemoryBuffer first = Rmm.alloc(1024)) {
      Rmm.resetScopedMaximumBytesAllocated(100);
      try (DeviceMemoryBuffer second = Rmm.alloc(2048);
          CudaMemoryBuffer notOfRmm = CudaMemoryBuffer.allocate(512)) {
        assertEquals(first.getLength() + second.getLength(), Rmm.getTotalBytesAllocated());
        assertEquals(512, notOfRmm.getLength());
      }
    }
    assertEquals(0, Rmm.getTotalBytesAllocated());
    assertEquals(3072, Rmm.getMaximumTotalBytesAllocated());
    assertEquals(2148, Rmm.getScopedMaximumBytesAllocated());
  }

  @Test
  public void aPoolIsAsLargeAsItIs() {
    start(RmmAllocationMode.POOL);
    try (DeviceMemoryBuffer most = Rmm.alloc(POOL - 1024)) {
      assertThrows(OutOfMemoryError.class, () -> Rmm.alloc(2048));
      Rmm.alloc(1024).close();
      assertTrue(most.getLength() > 0);
    }
  }

  @Test
  public void aPoolThatIsNotInUseLimitsNothing() {
    start(RmmAllocationMode.CUDA_DEFAULT);
    try (RmmPoolMemoryResource<RmmCudaMemoryResource> other =
            new RmmPoolMemoryResource<>(new RmmCudaMemoryResource(), POOL, POOL);
        DeviceMemoryBuffer large = Rmm.alloc(2 * POOL)) {
      assertEquals(POOL, other.getMaxSize());
      assertEquals(large.getLength(), Rmm.getTotalBytesAllocated());
    }
  }

  @Test
  public void theHandlerIsToldOfThresholdsAndFailures() {
    start(RmmAllocationMode.POOL);
    Told told = new Told();
    Rmm.setEventHandler(told);
    Rmm.alloc(5 << 10).close();
    Rmm.alloc(9 << 10).close();
    told.retries = true;
    assertThrows(OutOfMemoryError.class, () -> Rmm.alloc(POOL + 1));
    assertEquals(
        List.of(
            "above at 9216", "below at 0", "failed 65537 0", "failed 65537 1", "failed 65537 2"),
        told.calls);
    Rmm.clearEventHandler();
    Rmm.setEventHandler(told, true);
    told.calls.clear();
    Rmm.alloc(100).close();
    assertEquals(List.of("+100", "-100"), told.calls);
  }

  @Test
  public void whatTheHandlerThrowsTakesTheAllocationBack() {
    start(RmmAllocationMode.POOL);
    Rmm.setEventHandler(
        new Told() {
          @Override
          public void onAllocThreshold(long total) {
            throw new IllegalArgumentException("too much");
          }
        });
    assertThrows(IllegalArgumentException.class, () -> Rmm.alloc(9 << 10));
    assertEquals(0, Rmm.getTotalBytesAllocated());
  }

  @Test
  public void theLogIsOfEveryAllocation() throws Exception {
    File file = File.createTempFile("rmm", ".csv");
    Rmm.initialize(RmmAllocationMode.CUDA_DEFAULT, Rmm.logTo(file), POOL);
    Rmm.alloc(10).close();
    Rmm.shutdown();
    List<String> lines = Files.readAllLines(Path.of(file.getPath()));
    Files.delete(file.toPath());
    assertEquals("Thread,Time,Action,Pointer,Size,Stream", lines.get(0));
    assertTrue(lines.toString(), lines.get(1).matches("\\d+,[0-9:]+,allocate,0x\\w+,10,0x0"));
    assertTrue(lines.toString(), lines.get(2).matches("\\d+,[0-9:]+,free,0x\\w+,10,0x0"));
    assertEquals(3, lines.size());
  }

  @Test
  public void aPinnedPoolHasAnEnd() {
    PinnedMemoryPool.initialize(4096);
    try (HostMemoryBuffer most = PinnedMemoryPool.tryAllocate(4000)) {
      assertNotNull(most);
      assertNull(PinnedMemoryPool.tryAllocate(100));
    }
    HostMemoryBuffer again = PinnedMemoryPool.tryAllocate(4096);
    assertNotNull(again);
    again.close();
    PinnedMemoryPool.shutdown();
  }
}
