// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.bodies;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext$;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One expression over rows in memory, by the code that Spark generates for it in a query: a body
 * without the query around it. What reading the arguments and writing the result takes is
 * contained.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Bodies {
  private static final int ROWS = 1000;

  private final InternalRow[] rows = new InternalRow[ROWS];
  private UnsafeProjection projection;

  /** Lets Spark plan the query, and takes its rows and its projection. */
  @Setup
  public void plan() throws IOException {
    SparkSession.Builder settings =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "ERROR")
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.extensions", "io.github.rapidsudfs.RapidsUdfsExtensions")
            .config("spark.rapidsUdfs.compileRows", System.getProperty("bodies.compiled"));
    try (SparkSession spark = settings.getOrCreate()) {
      SparkPlan plan =
          spark
              .read()
              .parquet(System.getProperty("bodies.data"))
              .selectExpr(System.getProperty("bodies.expression") + " AS result")
              .queryExecution()
              .executedPlan();
      while (!(plan instanceof ProjectExec)) {
        plan = plan.children().head();
      }
      ProjectExec project = (ProjectExec) plan;
      InternalRow[] read = project.child().executeTake(ROWS);
      for (int i = 0; i < ROWS; i++) {
        rows[i] = read[i].copy();
      }
      // Outside of a task each call counts by itself.
      TaskContext$.MODULE$.setTaskContext(TaskContext$.MODULE$.empty());
      projection = UnsafeProjection.create(project.expressions(), project.child().output());
      projection.initialize(0);
    }
  }

  /** The rows once. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void rows(Blackhole results) {
    for (InternalRow row : rows) {
      results.consume(projection.apply(row));
    }
  }
}
