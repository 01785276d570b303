// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;

/** Which package uses which: the agent above natives above kernels above columns and memory. */
public class PackagesTest {
  private static final String OURS = "io.github.rapidsudfs.emulator";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("test-classes"))
          // The agent's jar has ASM under our name.
          .withImportOption(location -> !location.contains("/emulator/asm/"))
          .importPackages(OURS);

  /** Each package, and those that it may use. */
  private static final Map<String, String[]> MAY_USE =
      new TreeMap<>(
          Map.of(
              "binding", used(),
              "memory", used("binding"),
              "regex", used("memory"),
              "column", used("memory"),
              "kernels", used("binding", "memory", "regex", "column"),
              "natives", used("binding", "memory", "regex", "column", "kernels"),
              "agent", used("binding", "memory", "column", "natives"),
              "udf", used("memory", "column"),
              "testing", used("memory")));

  private static String[] used(String... packages) {
    return packages;
  }

  @Test
  public void packagesUseOnlyThoseBelow() {
    LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String name : MAY_USE.keySet()) {
      layers = layers.layer(name).definedBy(OURS + "." + name);
    }
    for (Map.Entry<String, String[]> each : MAY_USE.entrySet()) {
      layers =
          each.getValue().length == 0
              ? layers.whereLayer(each.getKey()).mayNotAccessAnyLayer()
              : layers.whereLayer(each.getKey()).mayOnlyAccessLayers(each.getValue());
    }
    layers.ensureAllClassesAreContainedInArchitecture().check(CLASSES);
  }

  @Test
  public void packagesAreFreeOfCircles() {
    slices().matching(OURS + ".(*)").should().beFreeOfCycles().check(CLASSES);
  }
}
