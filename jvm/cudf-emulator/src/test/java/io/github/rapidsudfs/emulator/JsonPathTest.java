// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.List;
import org.junit.Test;

/** JSONPaths that {@code cudf::get_json_object} does not take; its answers are golden. */
public class JsonPathTest {
  private static String found(String document, String path) {
    try (ColumnVector rows = ColumnVector.fromStrings(document);
        Scalar scalar = Scalar.fromString(path);
        ColumnVector answers = rows.getJSONObject(scalar);
        HostColumnVector host = answers.copyToHost()) {
      return host.isNull(0) ? null : host.getJavaString(0);
    }
  }

  private static void assertFails(String path, String message) {
    String said = assertThrows(CudfException.class, () -> found("{}", path)).getMessage();
    assertTrue(said, said.contains(message));
  }

  @Test
  public void aPathThatIsAnError() {
    assertFails("$[0]$", "Root operator ($) can only exist at the root");
    assertFails("$[-1]", "Invalid numeric index specified in JSONPath");
    assertFails("$[x]", "Invalid numeric index specified in JSONPath");
    assertFails("$" + ".*".repeat(8), "Encountered JSONPath string that is too complex");
  }

  @Test
  public void aPathThatFindsNothing() {
    for (String path : List.of("a", "$a", "$ .a", "$.", "$['']", "$['a]")) {
      assertNull(path, found("{\"a\": 1}", path));
    }
  }

  @Test
  public void whatIsUndefinedIsRefused() {
    assertThrows(Refused.class, () -> found("  ", "$"));
    assertThrows(Refused.class, () -> found("[]", "$" + ".*".repeat(7)));
    assertThrows(Refused.class, () -> found("[]", "$[1.5]"));
  }

  @Test
  public void theDeepestPath() {
    assertEquals("[1,2]", found("[[[[[[1, 2]]]]]]", "$" + "[*]".repeat(6)));
  }
}
