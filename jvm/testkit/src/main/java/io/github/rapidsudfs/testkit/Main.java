// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.gates.Device;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the functions of the catalogue, or a class, in one process without a Spark session:
 *
 * <pre>
 * java -cp ... io.github.rapidsudfs.testkit.Main --class com.acme.MyUdf --types string,int --returns int
 * </pre>
 *
 * Exit status: 0 if all passed, 1 if there are findings, 2 for wrong arguments, 3 if nothing could
 * be checked because there is neither the emulator nor a GPU.
 */
public final class Main {
  private static final String USAGE =
      "usage: Main [--catalogue | --function NAME | --class CLASS --types TYPES --returns"
          + " TYPE]\n"
          + "            [--rows N] [--seed N] [--tolerance X] [--no-faults] [--json FILE]\n"
          + "TYPES are Spark types as DDL, separated by commas";

  private final List<Subject> subjects = new ArrayList<>();
  private Options options = Options.DEFAULT;
  private boolean faults = true;
  private Path json;

  private Main() {}

  public static void main(String[] args) throws IOException {
    System.exit(run(args, System.out, System.err));
  }

  /** The program, returning the exit status. */
  static int run(String[] args, PrintStream out, PrintStream err) throws IOException {
    Main main = new Main();
    try {
      main.parse(args);
    } catch (IllegalArgumentException | java.util.NoSuchElementException e) {
      err.println(e.getMessage() + "\n" + USAGE);
      return 2;
    }
    try {
      Device.here();
    } catch (LinkageError | RuntimeException e) {
      err.println(
          "cuDF does not start here: "
              + cause(e)
              + "\n"
              + "On a machine without a GPU start Java with -javaagent:rapids-udfs-emulator.jar;"
              + " with one, the class path needs the whole jar of the cuDF plugin, not the"
              + " copy without native libraries");
      return 3;
    }
    return main.check(out);
  }

  private static Throwable cause(Throwable thrown) {
    return thrown.getCause() == null ? thrown : cause(thrown.getCause());
  }

  private void parse(String[] args) {
    String className = null;
    String arguments = "";
    String result = null;
    double tolerance = 0;
    boolean catalogue = args.length == 0;
    List<String> functions = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--catalogue" -> catalogue = true;
        case "--no-faults" -> faults = false;
        case "--function" -> functions.add(value(args, ++i));
        case "--class" -> className = value(args, ++i);
        case "--types" -> arguments = value(args, ++i);
        case "--returns" -> result = value(args, ++i);
        case "--rows" -> options = options.withRows(Integer.parseInt(value(args, ++i)));
        case "--seed" -> options = options.withSeed(Long.parseLong(value(args, ++i)));
        case "--tolerance" -> tolerance = Double.parseDouble(value(args, ++i));
        case "--json" -> json = Path.of(value(args, ++i));
        default -> throw new IllegalArgumentException("unknown argument " + args[i]);
      }
    }
    if (className != null) {
      subjects.add(Subject.named(className, Types.split(arguments), result).tolerance(tolerance));
    }
    for (String name : functions) {
      subjects.addAll(CatalogueSubjects.of(name));
    }
    if (catalogue || (className == null && functions.isEmpty())) {
      subjects.addAll(CatalogueSubjects.all());
    }
  }

  static String value(String[] args, int index) {
    if (index >= args.length) {
      throw new IllegalArgumentException(args[index - 1] + " needs a value");
    }
    return args[index];
  }

  private int check(PrintStream out) throws IOException {
    List<Report> reports = new ArrayList<>();
    Summary summary = new Summary(Device.here().name(), reports);
    for (Subject subject : subjects) {
      Report report = Conformance.check(subject, options);
      if (faults) {
        report.with(Faults.check(subject, options));
      }
      reports.add(report);
      out.println(report.passed() ? "passed: " + subject : report);
      if (json != null) { // after each, since a run may be cut short
        Files.writeString(json, summary.json() + "\n");
      }
    }
    out.println(summary);
    return summary.failed() == 0 ? 0 : 1;
  }
}
