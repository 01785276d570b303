// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.CudaException;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.FaultInjection;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.memory.UdfLedger;
import io.github.rapidsudfs.emulator.natives.CudaNatives;
import io.github.rapidsudfs.emulator.testing.DeviceLeaks;
import io.github.rapidsudfs.emulator.testing.FaultSweep;
import org.junit.After;
import org.junit.Test;

/** Owners, limits, failures on purpose, and the ledger. */
public class MemoryTest {
  private final long limit = DeviceMemory.limit();

  /** Two kernels and one temporary column. */
  public static final class TwiceAndOne implements RapidsUDF {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... args) {
      try (Scalar two = Scalar.fromLong(2);
          Scalar one = Scalar.fromLong(1);
          ColumnVector twice = args[0].mul(two)) {
        return twice.add(one);
      }
    }
  }

  /** Forgets its temporary column. */
  public static final class Leaking implements RapidsUDF {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... args) {
      ColumnVector twice = args[0].add(args[0]);
      return twice.add(args[0]);
    }
  }

  @After
  public void restore() {
    DeviceMemory.limit(limit);
    FaultInjection.clear();
  }

  @Test
  public void pinnedMemoryIsFreedOnce() {
    long address = CudaNatives.hostAllocPinned(8);
    CudaNatives.freePinned(address);
    assertThrows(CudaException.class, () -> CudaNatives.freePinned(address));
  }

  @Test
  public void anAddressOutsideTheDeviceIsCudasError() {
    CudaException error =
        assertThrows(CudaException.class, () -> CudaNatives.memset(4096, (byte) 1, 8));
    assertTrue(error.getMessage(), error.getMessage().contains("8 bytes at address 4096"));
  }

  @Test
  public void useAfterCloseIsAnError() {
    ColumnVector a = ColumnVector.fromInts(1, 2, 3);
    ColumnView slice = a.splitAsViews(1)[1];
    a.close();
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> slice.isNull().close());
    assertTrue(error.getMessage(), error.getMessage().contains("after its memory was freed"));
    slice.close();
    assertThrows(IllegalStateException.class, a::close);
  }

  @Test
  public void theLimitRunsOutOfMemoryAndLeavesNothing() throws Exception {
    DeviceLeaks.check(
        () -> {
          try (ColumnVector a = ColumnVector.fromLongs(new long[1000])) {
            DeviceMemory.limit(Ledger.liveBytes() + 100);
            assertThrows(OutOfMemoryError.class, () -> a.add(a).close());
          }
        });
  }

  @Test
  public void everyFailureLeavesTheUdfClean() throws Exception {
    FaultSweep.Outcome outcome =
        FaultSweep.run(
            () -> {
              try (ColumnVector a = ColumnVector.fromBoxedLongs(1L, null, 3L);
                  ColumnVector r = new TwiceAndOne().evaluateColumnar(3, a)) {
                Cols.check(r.incRefCount(), 3L, null, 7L);
              }
            });
    assertEquals(2, outcome.kernels());
    assertTrue(outcome.allocations() >= 6);
  }

  @Test
  public void aLeakIsFound() {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () ->
                DeviceLeaks.check(
                    () -> {
                      try (ColumnVector a = ColumnVector.fromLongs(1L)) {
                        new Leaking().evaluateColumnar(1, a).close();
                      }
                    }));
    assertTrue(error.getMessage(), error.getMessage().contains("8 device bytes"));
  }

  @Test
  public void aFailedKernelIsCudfsError() {
    try (ColumnVector a = ColumnVector.fromLongs(1L)) {
      FaultInjection.failKernel(1);
      CudfException error = assertThrows(CudfException.class, () -> a.add(a).close());
      assertTrue(error.getMessage(), error.getMessage().contains("ColumnView.binaryOpVV"));
    }
  }

  @Test
  public void theLedgerKnowsTheUdf() {
    Ledger.reset();
    try (ColumnVector a = ColumnVector.fromLongs(new long[100]);
        ColumnVector r = new TwiceAndOne().evaluateColumnar(100, a)) {
      assertEquals(100, r.getRowCount());
    }
    UdfLedger.Entry entry = UdfLedger.entries().get(TwiceAndOne.class.getName());
    assertEquals(1, entry.calls());
    assertEquals(100, entry.rows());
    assertEquals(800, entry.inputBytes());
    assertEquals(2, entry.kernels());
    assertEquals(1600, entry.bytesRead());
    assertEquals(1600, entry.bytesWritten());
    assertEquals(1600, entry.peakBytes());
    assertEquals(800, entry.leftBytes());
    assertTrue(Ledger.json(), Ledger.json().contains("\"kernels\":2"));
  }
}
