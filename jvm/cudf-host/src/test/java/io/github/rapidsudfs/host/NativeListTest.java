package io.github.rapidsudfs.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.host.agent.NativeList;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;

/** The natives of the plugin jar that the tests run with must be those that were classified. */
public class NativeListTest {
  @Test
  public void everyNativeIsClassifiedAndNoneHasChanged() throws Exception {
    Path jar = Path.of(RapidsUDF.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String version = NativeList.version(jar);
    String name = "/natives/" + version + ".tsv";
    try (InputStream in = NativeListTest.class.getResourceAsStream(name)) {
      assertNotNull("no list of natives for plugin " + version + "; read what is new in it, then write src/test/resources" + name
          + " with: java -cp rapids-udfs-host.jar io.github.rapidsudfs.host.agent.NativeList list PLUGIN_JAR", in);
      List<String> expected = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().collect(Collectors.toList());
      List<String> found = NativeList.of(jar).stream().map(NativeList.Native::line).collect(Collectors.toList());
      assertEquals("src/test/resources" + name + " is stale; renew it with NativeList list PLUGIN_JAR and review the difference",
          String.join("\n", expected), String.join("\n", found));
    }
  }
}
