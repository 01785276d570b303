// SPDX-License-Identifier: Apache-2.0

package example;

import static org.junit.Assert.assertTrue;

import io.github.rapidsudfs.testkit.Conforms;
import io.github.rapidsudfs.testkit.Report;
import io.github.rapidsudfs.testkit.Subject;
import java.util.List;
import org.junit.Test;

/** Both bodies over generated rows, and failures in each place: all by the kit, without a Spark session. */
public class PlusTaxConformanceTest {
  private final Subject plusTax = Subject.of(new PlusTax(), List.of("bigint"), "bigint");

  @Test
  public void bothBodiesAnswerTheSame() {
    Conforms.assertConforms(plusTax);
  }

  @Test
  public void survivesEveryFailure() {
    Report report = Conforms.assertSurvivesFaults(plusTax);
    assertTrue(report.toString(), report.points() > 0);
  }
}
