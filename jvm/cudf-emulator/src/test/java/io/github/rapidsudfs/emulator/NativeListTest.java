// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.emulator.agent.NativeList;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;

/** The natives of the plugin jar that the tests run with must be those that were classified. */
public class NativeListTest {
  private static final String LIST = "/natives.tsv";

  private final List<String> found;

  public NativeListTest() throws Exception {
    Path jar = Path.of(RapidsUDF.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    found = NativeList.of(jar).stream().map(NativeList.Native::line).collect(Collectors.toList());
  }

  @Test
  public void everyNativeIsClassifiedAndNoneHasChanged() throws Exception {
    assertEquals(
        "src/test/resources" + LIST + " is stale; run make generate and review the difference",
        "",
        differences(classified(), found));
  }

  @Test
  public void theCheckSeesANativeThatIsNotClassified() throws Exception {
    List<String> lessOne = classified();
    String missing = lessOne.remove(7);
    assertEquals("+ " + missing, differences(lessOne, found));
  }

  @Test
  public void theCheckSeesAnotherDescriptorAndAnotherAnswer() throws Exception {
    List<String> changed = classified();
    String[] fields = changed.get(7).split("\t");
    String descriptor = String.join("\t", fields[0], fields[1], "(JJJJJ)V", fields[3]);
    assertEquals(
        "- " + descriptor + "\n+ " + changed.set(7, descriptor), differences(changed, found));
    changed = classified();
    String answer = String.join("\t", fields[0], fields[1], fields[2], "guessed");
    assertEquals("- " + answer + "\n+ " + changed.set(7, answer), differences(changed, found));
  }

  @Test
  public void everyAnswerIsOneOfANativeOfThePlugin() throws Exception {
    Set<String> unused = NativeList.answered();
    for (String line : classified()) {
      String[] fields = line.split("\t");
      unused.remove(fields[0] + "." + fields[1]);
    }
    assertEquals(Set.of(), unused);
  }

  @Test
  public void everyRefusalHasAReasonAndEveryReasonARefusal() throws Exception {
    List<NativeList.Native> all = new ArrayList<>();
    for (String line : classified()) {
      String[] fields = line.split("\t");
      all.add(new NativeList.Native(fields[0], fields[1], fields[2], fields[3]));
    }
    assertEquals(Set.of(), NativeList.unexplained(all));
    all.removeIf(one -> one.owner().equals("ai.rapids.cudf.TableWriter"));
    assertEquals(Set.of("ai.rapids.cudf.TableWriter.*"), NativeList.unexplained(all));
    all.add(new NativeList.Native("ai.rapids.cudf.Another", "call", "()V", "refused"));
    assertTrue(NativeList.unexplained(all).contains("ai.rapids.cudf.Another.call"));
  }

  private static List<String> classified() throws Exception {
    try (InputStream in = NativeListTest.class.getResourceAsStream(LIST)) {
      assertNotNull("no list of natives " + LIST + "; run make generate", in);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .collect(Collectors.toList());
    }
  }

  /** The lines in only one of two lists, those of the first with a minus. */
  private static String differences(List<String> expected, List<String> found) {
    List<String> lines = new ArrayList<>();
    expected.stream().filter(line -> !found.contains(line)).forEach(line -> lines.add("- " + line));
    found.stream().filter(line -> !expected.contains(line)).forEach(line -> lines.add("+ " + line));
    return String.join("\n", lines);
  }
}
