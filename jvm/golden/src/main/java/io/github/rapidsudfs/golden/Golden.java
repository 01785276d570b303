// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * Golden files: cuDF's results of a list of operations, in JSON Lines with a header. {@code record
 * --out FILE} writes one, {@code replay FILE} compares this JVM's results with one, {@code
 * characters --out FILE} writes cuDF's character tables.
 */
public final class Golden {
  static final String FORMAT = "rapids-udfs-golden";
  static final long VERSION = 1;
  private static final String USAGE =
      "usage: Golden record [--on-emulator] --out FILE | Golden replay FILE | Golden characters"
          + " --out FILE";

  /** A failure reported to the user in one line. */
  static final class Failure extends RuntimeException {
    Failure(String message) {
      super(message);
    }
  }

  private final PrintStream out;

  private Golden(PrintStream out) {
    this.out = out;
  }

  /**
   * Exit status 0: success without differences; 1: differences or a failure; 2: wrong arguments.
   */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), new PrintStream(System.out, true, StandardCharsets.UTF_8)));
  }

  static int run(List<String> arguments, PrintStream out) {
    Golden golden = new Golden(out);
    try {
      if (arguments.size() == 3 && arguments.subList(0, 2).equals(List.of("record", "--out"))) {
        return golden.record(Path.of(arguments.get(2)), false);
      }
      if (arguments.size() == 4
          && arguments.subList(0, 3).equals(List.of("record", "--on-emulator", "--out"))) {
        return golden.record(Path.of(arguments.get(3)), true);
      }
      if (arguments.size() == 3 && arguments.subList(0, 2).equals(List.of("characters", "--out"))) {
        Files.writeString(Path.of(arguments.get(2)), CharacterRecorder.record());
        return 0;
      }
      if (arguments.size() == 2 && arguments.get(0).equals("replay")) {
        return golden.replay(Path.of(arguments.get(1)));
      }
      System.err.println(USAGE);
      return 2;
    } catch (Failure | IOException e) {
      System.err.println("error: " + (e instanceof Failure ? e.getMessage() : e.toString()));
      return 1;
    }
  }

  private int record(Path file, boolean onEmulator) throws IOException {
    DeviceInfo device = DeviceInfo.here();
    if (device.gpu() == onEmulator) {
      throw new Failure(
          onEmulator
              ? "--on-emulator was given, but this JVM uses a GPU"
              : "this JVM uses the emulator, not a GPU");
    }
    int refused = 0;
    List<Cases.Case> cases = Cases.all();
    try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      writer.write(GoldenJson.write(header(device)) + "\n");
      for (Cases.Case c : cases) {
        Map<String, Object> line = Answers.of(c);
        refused += line.containsKey("refused") ? 1 : 0;
        writer.write(GoldenJson.write(line) + "\n");
      }
    }
    out.println(
        "recorded "
            + cases.size()
            + " operations of plugin "
            + device.plugin()
            + " on "
            + device.name()
            + " in "
            + file
            + (refused > 0 ? "; " + refused + " of them are not emulated" : ""));
    return 0;
  }

  private static Map<String, Object> header(DeviceInfo device) {
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("format", FORMAT);
    header.put("version", VERSION);
    header.put("plugin", device.plugin());
    header.put("gpu", device.gpu());
    header.put("device", device.name());
    return header;
  }

  private int replay(Path file) throws IOException {
    DeviceInfo device = DeviceInfo.here();
    List<String> lines = lines(file);
    Map<?, ?> header = checkedHeader(file, lines, device);
    Map<String, Map<?, ?>> recorded = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      Map<?, ?> answer = object(file, line);
      if (!(answer.get("operation") instanceof String)
          || recorded.put((String) answer.get("operation"), answer) != null) {
        throw new Failure(file + " has a line without an operation, or one twice: " + line);
      }
    }
    Replay replay = new Replay(out);
    Cases.all().forEach(c -> replay.compare(c, recorded.remove(c.operation())));
    recorded.keySet().forEach(replay::unknown);
    out.println(
        "%s (recorded on %s, replayed on %s)"
            .formatted(replay.summary(), header.get("device"), device.name()));
    if (!Boolean.TRUE.equals(header.get("gpu"))) {
      out.println("The file was not recorded on a GPU: it proves nothing about one.");
    }
    return replay.failed() ? 1 : 0;
  }

  /** The lines of a file, which is decompressed if its name ends in .gz. */
  private static List<String> lines(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static Map<?, ?> checkedHeader(Path file, List<String> lines, DeviceInfo device) {
    Map<?, ?> header = lines.isEmpty() ? Map.of() : object(file, lines.get(0));
    if (!FORMAT.equals(header.get("format"))) {
      throw new Failure(
          "%s is not a golden file: its first line does not say \"format\":\"%s\""
              .formatted(file, FORMAT));
    }
    if (!Objects.equals(header.get("version"), VERSION)) {
      throw new Failure(
          "%s is of format version %s, this is version %s; record it anew"
              .formatted(file, header.get("version"), VERSION));
    }
    if (!device.plugin().equals(header.get("plugin"))) {
      throw new Failure(
          ("%s was recorded with plugin %s, this is %s; replay it with the plugin that it was"
                  + " recorded with")
              .formatted(file, header.get("plugin"), device.plugin()));
    }
    return header;
  }

  private static Map<?, ?> object(Path file, String line) {
    try {
      return GoldenJson.parse(line);
    } catch (IllegalArgumentException e) {
      throw new Failure(file + " has a line that is not a JSON object: " + line);
    }
  }
}
