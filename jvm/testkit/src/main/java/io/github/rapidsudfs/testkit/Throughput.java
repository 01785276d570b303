// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.Cuda;
import ai.rapids.cudf.DeviceMemoryBuffer;
import io.github.rapidsudfs.testkit.columns.BatchColumns;
import io.github.rapidsudfs.testkit.columns.Layout;
import io.github.rapidsudfs.testkit.gates.Device;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the bytes per second that the columnar bodies of the catalogue read and write, compared
 * with a device-to-device copy, which is the upper bound:
 *
 * <pre>java -cp ... io.github.rapidsudfs.testkit.Throughput --json throughput.json</pre>
 *
 * <p>A body reads its arguments and writes its result at least once, so (bytes of the arguments +
 * bytes of the result) / seconds is a lower bound of its memory traffic; the copy's figure is
 * (bytes read + bytes written) / seconds. Values are generated without nulls; a small batch is
 * repeated until it is large. Each figure is the median of several runs, between two
 * synchronizations of the device.
 */
public final class Throughput {
  private static final String USAGE =
      "usage: Throughput [--bytes N] [--runs N] [--function NAME]... [--json FILE]\n"
          + "N bytes of arguments, about, in a batch; the default is 268435456 on a GPU";
  private static final int ROWS = 4096;
  private static final int MOST_ROWS = 1 << 26;
  // cuDF's columns of strings and lists have 32-bit offsets.
  private static final long MOST_BYTES = 1L << 30;
  private static final long ON_GPU = 256L << 20;
  private static final long ON_HOST = 1L << 20;

  private final Device device = Device.here();
  private long bytes = device.name().equals("GPU") ? ON_GPU : ON_HOST;
  private int runs = 7;
  private Path json;
  private final List<Subject> subjects = new ArrayList<>();

  /** The measurement of one body. */
  private record Figure(
      String function,
      long rows,
      long inputBytes,
      long outputBytes,
      double seconds,
      double gigabytesPerSecond) {}

  private record Result(
      String device, int runs, double copyGigabytesPerSecond, List<Figure> figures) {}

  /** The measured work; its result, which may be null, is closed outside of the measured time. */
  private interface Work {
    ColumnVector run();
  }

  private Throughput() {}

  public static void main(String[] args) throws IOException {
    System.exit(run(args, System.out, System.err));
  }

  /** The program, returning the exit status: 0, or 2 for wrong arguments. */
  static int run(String[] args, PrintStream out, PrintStream err) throws IOException {
    Throughput throughput = new Throughput();
    try {
      throughput.parse(args);
    } catch (IllegalArgumentException | java.util.NoSuchElementException e) {
      err.println(e.getMessage() + "\n" + USAGE);
      return 2;
    }
    throughput.measure(out);
    return 0;
  }

  private void parse(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      String value = Main.value(args, i + 1);
      switch (args[i]) {
        case "--bytes" -> bytes = positive(args[i], value, MOST_BYTES);
        case "--runs" -> runs = (int) positive(args[i], value, 1000);
        case "--function" -> subjects.addAll(CatalogueSubjects.of(value));
        case "--json" -> json = Path.of(value);
        default -> throw new IllegalArgumentException("unknown argument " + args[i]);
      }
    }
    if (subjects.isEmpty()) {
      subjects.addAll(CatalogueSubjects.all());
      // Identities return their argument and move no bytes.
      subjects.removeIf(subject -> subject.name().startsWith("identity"));
    }
  }

  private static long positive(String name, String text, long most) {
    long value = text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " is a number from 1 to " + most + ", not " + text);
    }
    return value;
  }

  private void measure(PrintStream out) throws IOException {
    double copy = copyGigabytesPerSecond();
    out.printf(Locale.ROOT, "%s: a copy within the device moves %.1f GB/s%n", device.name(), copy);
    List<Figure> figures = new ArrayList<>();
    for (Subject subject : subjects) {
      // Without arguments there is no throughput: nothing is read, and one value is returned.
      if (!subject.arguments().isEmpty()) {
        Figure figure = measure(subject);
        figures.add(figure);
        out.printf(
            Locale.ROOT,
            "%-60s %,12d rows %9.3f ms %8.1f GB/s %5.1f %% of the copy%n",
            figure.function(),
            figure.rows(),
            figure.seconds() * 1e3,
            figure.gigabytesPerSecond(),
            100 * figure.gigabytesPerSecond() / copy);
      }
    }
    if (json != null) {
      Files.writeString(json, Json.of(new Result(device.name(), runs, copy, figures)) + "\n");
    }
  }

  private double copyGigabytesPerSecond() {
    try (DeviceMemoryBuffer from = DeviceMemoryBuffer.allocate(bytes);
        DeviceMemoryBuffer to = DeviceMemoryBuffer.allocate(bytes)) {
      double seconds =
          median(
              () -> {
                to.copyFromDeviceBufferAsync(0, from, 0, bytes, Cuda.DEFAULT_STREAM);
                return null;
              });
      return 2 * bytes / seconds / 1e9;
    }
  }

  private Figure measure(Subject subject) {
    Options options =
        Options.DEFAULT.withRows(ROWS).withShape(Options.DEFAULT.shape().withNulls(0));
    List<Object[]> rows = Rows.generate(subject, options, ROWS);
    List<ColumnVector> columns = new ArrayList<>();
    try {
      try (BatchColumns few = BatchColumns.of(subject.arguments(), rows, Layout.PLAIN)) {
        long size = Math.max(1, sizeOf(few.columns()));
        int times = (int) Math.max(1, Math.min(bytes / size, MOST_ROWS / ROWS));
        for (ColumnVector column : few.columns()) {
          columns.add(repeated(column, times));
        }
      }
      ColumnVector[] arguments = columns.toArray(new ColumnVector[0]);
      int count = (int) arguments[0].getRowCount();
      long outputBytes;
      try (ColumnVector result = subject.columnar(count, arguments)) {
        outputBytes = result.getDeviceMemorySize();
      }
      double seconds = median(() -> subject.columnar(count, arguments));
      long inputBytes = sizeOf(arguments);
      double speed = (inputBytes + outputBytes) / seconds / 1e9;
      return new Figure(subject.toString(), count, inputBytes, outputBytes, seconds, speed);
    } finally {
      columns.forEach(ColumnVector::close);
    }
  }

  private static ColumnVector repeated(ColumnVector column, int times) {
    ColumnVector[] copies = new ColumnVector[times];
    Arrays.fill(copies, column);
    return times == 1 ? column.incRefCount() : ColumnVector.concatenate(copies);
  }

  private static long sizeOf(ColumnVector[] columns) {
    return Arrays.stream(columns).mapToLong(ColumnVector::getDeviceMemorySize).sum();
  }

  /** The median seconds of several runs, after a warm-up run. */
  private double median(Work work) {
    double[] seconds = new double[runs];
    for (int i = -1; i < runs; i++) {
      Cuda.deviceSynchronize();
      long start = System.nanoTime();
      ColumnVector result = work.run();
      Cuda.deviceSynchronize();
      long nanos = System.nanoTime() - start;
      if (result != null) {
        result.close();
      }
      if (i >= 0) {
        seconds[i] = Math.max(nanos, 1) / 1e9;
      }
    }
    Arrays.sort(seconds);
    return seconds[runs / 2];
  }
}
