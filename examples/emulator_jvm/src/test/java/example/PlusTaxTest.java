// SPDX-License-Identifier: Apache-2.0

package example;

import static org.junit.Assert.assertEquals;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.HostColumnVector;
import io.github.rapidsudfs.emulator.testing.DeviceLeaks;
import io.github.rapidsudfs.emulator.testing.FaultSweep;
import org.junit.Test;

/** The columnar body by itself: no Spark session, so it starts at once. */
public class PlusTaxTest {
  private static final Long[] CENTS = {100L, null, 0L, -7L, 1999L};

  private final PlusTax plusTax = new PlusTax();

  @Test
  public void columnarAnswersAsRowWise() throws Exception {
    DeviceLeaks.check(() -> {
      try (ColumnVector cents = ColumnVector.fromBoxedLongs(CENTS);
          ColumnVector result = plusTax.evaluateColumnar(CENTS.length, cents);
          HostColumnVector found = result.copyToHost()) {
        for (int i = 0; i < CENTS.length; i++) {
          assertEquals(plusTax.call(CENTS[i]), found.isNull(i) ? null : (Long) found.getLong(i));
        }
      }
    });
  }

  @Test
  public void nothingLeaksWhereverItFails() throws Exception {
    FaultSweep.Outcome tried = FaultSweep.run(() -> {
      try (ColumnVector cents = ColumnVector.fromBoxedLongs(CENTS)) {
        plusTax.evaluateColumnar(CENTS.length, cents).close();
      }
    });
    assertEquals(2, tried.kernels());
  }
}
