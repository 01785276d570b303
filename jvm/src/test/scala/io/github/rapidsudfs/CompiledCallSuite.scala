// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import io.github.rapidsudfs.api.NullRule
import io.github.rapidsudfs.functions.identities.Identity
import io.github.rapidsudfs.functions.meta.CountNulls
import io.github.rapidsudfs.functions.numbers.SatAdd
import io.github.rapidsudfs.functions.text.AsciiLower
import io.github.rapidsudfs.functions.time.FiscalYear
import io.github.rapidsudfs.metrics.Counters
import io.github.rapidsudfs.udf.{Probes, RowProbe}
import org.apache.spark.SparkException
import org.apache.spark.sql.acme.InSpark
import org.apache.spark.sql.api.java.{UDF1, UDF2}
import org.apache.spark.sql.catalyst.expressions.ScalaUDF
import org.apache.spark.sql.functions.{col, udf => udfOf}
import org.apache.spark.sql.rapidsudfs.{CompileRowCalls, CompiledCall}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.types.{ByteType, DateType, IntegerType, LongType, ShortType, StringType}

import java.io.IOException
import java.lang.reflect.UndeclaredThrowableException

/** Row-wise calls compiled into queries: where, with which answers, errors and counts. */
class CompiledCallSuite extends CompiledCallQueries {

  override protected def prepare(spark: SparkSession): Unit =
    spark
      .range(0, 60, 1, 3)
      .selectExpr(
        "id",
        "IF(id % 7 = 0, NULL, CAST(id * 4 - 120 AS TINYINT)) AS n",
        "IF(id % 5 = 0, NULL, concat('Äb C', id % 4)) AS s",
        "IF(id % 6 = 0, NULL, date_add(DATE '1999-06-15', int(id) * 40)) AS d"
      )
      .write
      .saveAsTable("data")

  private val Usual = CompileRowCalls.Setting -> "false"

  /** Runs a query over both paths, and gives the calls that each made. */
  private def both(sql: String): Map[String, Long] = {
    val usual = set(Usual)(ran(session().sql(sql)))
    assert(usual.compiled == 0 && usual.usual > 0, s"$sql: $usual")
    Modes.foreach { case (mode, settings) =>
      val compiled = set(settings: _*)(ran(session().sql(sql)))
      assert(compiled.compiled > 0 && compiled.usual == 0, s"$mode: $sql: $compiled")
      assertEquals(compiled.rows, usual.rows, s"$mode: $sql")
      // Without whole stages Spark finds other common subexpressions, and how often a sort compares
      // depends on the order in which rows come.
      if (settings.isEmpty && !sql.contains("ORDER BY"))
        assertEquals(compiled.counts, usual.counts, s"$mode: $sql")
      assert(compiled.counts.values.forall(_ > 0) && compiled.counts.nonEmpty, s"$mode: $sql")
    }
    usual.counts
  }

  Seq("true", "false").foreach { adaptive =>
    Seq(
      "a projection" -> "SELECT sat_add(n, 100Y), ascii_lower(s), fiscal_year(d, 10) FROM data",
      "a filter" -> "SELECT id FROM data WHERE sat_add(n, n) > 100 AND ascii_lower(s) LIKE '%c1'",
      "a condition of a join" ->
        "SELECT a.id, b.id FROM data a LEFT JOIN data b ON a.id = b.id AND sat_add(a.n, b.n) > 0",
      "keys of a join" ->
        "SELECT a.id, b.id FROM data a JOIN data b ON ascii_lower(a.s) = ascii_lower(b.s)",
      "a join without keys" ->
        "SELECT a.id, b.id FROM data a JOIN data b ON sat_add(a.n, b.n) > 120Y",
      "an aggregate" ->
        "SELECT fiscal_year(d, 10), sum(sat_add(n, 1Y)), max(ascii_lower(s)) FROM data GROUP BY 1",
      "a distinct aggregate" ->
        "SELECT count(DISTINCT ascii_lower(s)), count(DISTINCT sat_add(n, n)) FROM data",
      "an aggregate's filter" -> "SELECT sum(id) FILTER (WHERE sat_add(n, n) > 0) FROM data",
      "objects in an aggregate" -> "SELECT sort_array(collect_list(ascii_lower(s))) FROM data",
      "a sort" -> "SELECT id FROM data ORDER BY sat_add(n, n), ascii_lower(s), id",
      "the first rows" -> "SELECT id FROM data ORDER BY sat_add(n, n), id LIMIT 7",
      "a window" ->
        "SELECT id, sum(sat_add(n, n)) OVER (PARTITION BY ascii_lower(s) ORDER BY id) FROM data",
      "a generator" ->
        "SELECT id, w FROM data LATERAL VIEW explode(array(ascii_lower(s), s)) AS w",
      "arrays and maps" -> "SELECT char_ngrams(s, 2), url_query_map(s), parse_semver(s) FROM data",
      "grouping sets" ->
        "SELECT ascii_lower(s), sat_add(n, n), count(*) FROM data GROUP BY CUBE (1, 2)",
      "a partitioning" ->
        "SELECT id, ascii_lower(s) FROM data DISTRIBUTE BY ascii_lower(s)",
      "a subquery" -> "SELECT id FROM data WHERE n < (SELECT max(sat_add(n, 1Y)) - 9 FROM data)",
      "a higher-order function" -> "SELECT transform(array(s), x -> ascii_lower(x)) FROM data",
      "a condition" ->
        "SELECT IF(id > 30, ascii_lower(s), 'none'), coalesce(sat_add(n, n), 0Y) FROM data",
      "calls of calls" -> "SELECT ascii_lower(ascii_lower(s)), sat_add(sat_add(n, 1Y), n) FROM data",
      "constants" ->
        ("SELECT sat_add(n, 1Y), sat_add(100Y, 100Y), fiscal_year(DATE '2024-11-01', 10), " +
          "ascii_lower('AB'), ascii_lower(NULL), count_nulls(NULL, 1), char_ngrams('abcd', 2), " +
          "parse_semver('1.2.3'), money_round(CAST(1.2345 AS DECIMAL(9,4))), lib_version() FROM data"),
      "constants here and there" ->
        ("SELECT sat_add(5Y, 6Y), sum(x) FROM (SELECT sat_add(1Y, 2Y) AS x, n FROM data " +
          "WHERE sat_add(n, n) < sat_add(50Y, 50Y)) GROUP BY n"),
      "a constant in a condition" ->
        "SELECT IF(id > 30, ascii_lower('A'), s), transform(array(n), x -> sat_add(1Y, 1Y)) FROM data",
      "an untyped null" -> "SELECT sat_add(n, NULL), count_nulls(n, NULL, s) FROM data"
    ).foreach { case (what, sql) =>
      test(s"$what, adaptive $adaptive") {
        set("spark.sql.adaptive.enabled" -> adaptive)(both(sql))
      }
    }
  }

  test("what is written to a table, as the columns that a table generates are") {
    val insert = "INSERT OVERWRITE written SELECT ascii_lower(s), sat_add(n, n) FROM data"
    session().sql("CREATE TABLE written (s STRING, n TINYINT) USING parquet")
    val written = Seq("false", "true").map { compiled =>
      set(CompileRowCalls.Setting -> compiled) {
        val code = session().sql(s"EXPLAIN CODEGEN $insert").head().getString(0)
        assertEquals(code.contains("functions.text.AsciiLower"), compiled.toBoolean, code)
        Counters.reset()
        session().sql(insert)
        assertEquals(RapidsUdfs.counters.get("ascii_lower")(0), 60L)
        rows(session().table("written"))
      }
    }
    assertEquals(written(1), written(0))
  }

  test("a shuffle by a call is not done twice: the next stages of a plan know it") {
    def exchanges = {
      val frame = session().sql(
        "SELECT /*+ MERGE(b) */ ascii_lower(a.s), count(*) FROM data a JOIN data b " +
          "ON ascii_lower(a.s) = ascii_lower(b.s) GROUP BY ascii_lower(a.s)"
      )
      frame.collect()
      val text = frame.queryExecution.executedPlan.toString.split("== Initial Plan ==")(0)
      "Exchange ".r.findAllIn(text).size
    }
    assertEquals(exchanges, set(Usual)(exchanges))
  }

  test("a common subexpression is evaluated once") {
    val counts = both("SELECT length(ascii_lower(s)), concat(ascii_lower(s), '!') FROM data")
    assertEquals(counts, Map("ascii_lower" -> 60L))
  }

  test("a function that is not deterministic is called for each mention") {
    val signature = Probes.of("bigint", "bigint", NullRule.ANY_NULL).nondeterministic().since("1")
    RapidsUdfs.registerAs(session(), "drawn", new OfLong(signature))
    val name = signature.name()
    val counts = both("SELECT drawn(id) + drawn(id), drawn(id) > 5 FROM data")
    assertEquals(counts, Map(name -> 180L))
    val plan = session().sql("SELECT drawn(id) AS d FROM data").queryExecution.executedPlan
    assert(expressions(plan).exists(e => e.isInstanceOf[CompiledCall] && !e.deterministic))
  }

  test("a name that is not valid in Java") {
    val lower = new AsciiLower: UDF1[_, _]
    session().udf.register("ascii-lower", lower, StringType)
    // Spark makes methods of long code, and names them after the expression.
    set("spark.sql.codegen.methodSplitThreshold" -> "10") {
      assertEquals(both("SELECT `ascii-lower`(s) FROM data"), Map("ascii_lower" -> 60L))
    }
  }

  test("each way of registration") {
    val spark = session()
    spark.udf.register("java_year", new FiscalYear: UDF2[_, _, _], ShortType)
    spark.udf.register("java_lower", new AsciiLower: UDF1[_, _], StringType)
    val add: (java.lang.Byte, java.lang.Byte) => java.lang.Byte = new SatAdd
    spark.udf.register("scala_add", add)
    RapidsUdfs.register(spark, Seq("sat_add"), "own_")
    val row =
      both("SELECT java_year(d, 10Y), java_lower(s), scala_add(n, 1Y), own_sat_add(n, 1) FROM data")
    assertEquals(row.keySet, Set("fiscal_year", "ascii_lower", "sat_add"))
    Seq(
      "functions" -> functions.satAdd(col("n"), col("n")),
      "a typed udf" -> udfOf(add).apply(col("n"), col("n")),
      "a Java udf" -> udfOf(new SatAdd: UDF2[_, _, _], ByteType).apply(col("n"), col("n"))
    ).foreach { case (what, call) =>
      val usual = set(Usual)(ran(spark.table("data").select(call)))
      val compiled = ran(spark.table("data").select(call))
      assertEquals((compiled.rows, compiled.counts), (usual.rows, usual.counts), what)
      assertEquals((compiled.compiled, compiled.usual), (1, 0), what)
    }
  }

  test("a lambda that calls a function among other things does those, too") {
    val own = new OfLong(Probes.of("bigint", "bigint", NullRule.ANY_NULL).since("1"))
    val shifted = udfOf((value: java.lang.Long) => own.call(value + 1))
    val found = ran(session().range(3).groupBy(shifted(col("id"))).count())
    assertEquals((found.rows, found.compiled), (Seq("[1,1]", "[2,1]", "[3,1]"), 0))
  }

  test("a lambda in a package under Spark's is the user's") {
    val own = new OfLong(Probes.of("bigint", "bigint", NullRule.ANY_NULL).since("1"))
    val found = ran(session().range(3).select(InSpark.shifted(own)(col("id"))))
    assertEquals((found.rows, found.compiled), (Seq("[1]", "[2]", "[3]"), 0))
  }

  test("a lambda around a function may throw what it likes") {
    val own = new OfLong(Probes.of("bigint", "bigint", NullRule.ANY_NULL).since("1"))
    def full = udfOf { (value: java.lang.Long) =>
      if (value > 1) throw new IOException("disk full")
      own.call(value)
    }
    val e = intercept[SparkException](session().range(3).select(full(col("id"))).collect())
    val causes = Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).toSeq
    assertEquals(causes.last.toString, "java.io.IOException: disk full")
    assert(causes.forall(!_.isInstanceOf[UndeclaredThrowableException]), causes)
    assert(e.getMessage.contains("java.io.IOException: disk full"), e)
    // Spark names the function's class.
    assert(e.getMessage.contains("UsersLambda1"), e)
  }

  test("what a body does not look into is handed over as Spark holds it") {
    val spark = session()
    spark.udf.register("java_nulls", new CountNulls: UDF1[_, _], IntegerType)
    spark.udf.register("java_identity", new Identity: UDF1[_, _], DateType)
    Seq(
      "identity(d), identity(n), identity(CAST(id AS DECIMAL(20,3))), identity(array(d, NULL))",
      "identity(named_struct('a', s, 'b', array(d))), identity(timestamp_millis(id))",
      "map_entries(identity(map(id, d))), hex(identity(binary(s))), identity(NULL), identity(s)",
      "count_nulls(d, n, s, array(s), map(id, s), id), count_nulls()",
      "java_nulls(d), java_identity(d)"
    ).foreach { calls =>
      both(s"SELECT id, $calls FROM data")
      val code = spark.sql(s"EXPLAIN CODEGEN SELECT $calls FROM data").head().getString(0)
      assert(code.contains(".rapidsudfs.") && !code.contains(".argument("), code)
    }
  }

  test("calls whose types do not say what the body takes stay as they are, with their errors") {
    val spark = session()
    spark.udf.register("raw_year", new FiscalYear: UDF2[_, _, _], ShortType)
    spark.udf.register("as_int", new FiscalYear: UDF2[_, _, _], IntegerType)
    Seq("raw_year(d, id)", "as_int(d, 10)").foreach { call =>
      val all = expressions(spark.sql(s"SELECT $call FROM data").queryExecution.executedPlan)
      assertEquals(all.count(_.isInstanceOf[ScalaUDF]), 1, call)
      assertEquals(all.count(_.isInstanceOf[CompiledCall]), 0, call)
    }
    val e = intercept[Exception](spark.sql("SELECT raw_year(d, id) FROM data").collect())
    assert(chain(e).exists(_.contains("cast it in the query")), chain(e).mkString("\n"))
  }

  test("an error of a body reads as on the usual path") {
    val signature = Probes.of("bigint", "bigint", NullRule.ANY_NULL).since("1")
    RapidsUdfs.registerAs(session(), "refusing", new OfLong(signature))
    session().udf.register("refusing_java", new OfLong(signature): UDF1[_, _], LongType)
    val decimals = Probes.of("bigint", "decimal(5,1)", NullRule.ANY_NULL).since("1")
    val fine = new RowProbe(decimals)(_ => new java.math.BigDecimal("1.25"))
    RapidsUdfs.registerAs(session(), "too_fine", fine)
    val some = Probes.of("bigint", "bigint", NullRule.NEVER_NULL).since("1")
    RapidsUdfs.registerAs(session(), "null_after_all", new RowProbe(some)(_ => null))
    RapidsUdfs.registerAs(session(), "null_of_java", new NullOfLong(some))
    val calls = "null_after_all(id) null_after_all(9L) null_of_java(id) null_of_java(9L) " +
      "refusing(-id) refusing_java(-id) refusing_java(int(-id)) too_fine(id) " +
      "refusing(-9L) too_fine(9L)"
    calls.split(" ").foreach { call =>
      val sql = s"SELECT $call FROM data WHERE id = 9"
      Modes.foreach { case (mode, settings) =>
        def error = {
          val thrown = intercept[Exception](session().sql(sql).collect())
          chain(thrown).map(
            _.replaceAll("stage [0-9.]+|task [0-9.]+|TID \\d+|\\$\\$Lambda\\S+|(?s)\n\tat .*", "")
          )
        }
        val (compiled, usual) = set(settings: _*)((error, set(Usual)(error)))
        assertEquals(compiled, usual, s"$mode: $call")
        val text = usual.mkString("\n")
        assert(text.contains("FAILED_EXECUTE_UDF") || text.contains("Failed to execute"), text)
      }
    }
  }

  test("what the explanation of a plan says") {
    RapidsUdfs.register(session(), Seq("sat_add"), "other_")
    val plan = session().sql("SELECT sat_add(n, n), ascii_lower(s) FROM data").queryExecution
    val text = plan.executedPlan.toString
    assert(text.contains("sat_add(n#") && text.contains("ascii_lower(s#"), text)
    val code =
      session().sql("EXPLAIN CODEGEN SELECT sat_add(n, n) FROM data").head().getString(0)
    assert(code.contains("functions.numbers.SatAdd"), code)
  }

  test("the setting has two values") {
    val e = set(CompileRowCalls.Setting -> "maybe")(
      intercept[IllegalArgumentException](session().sql("SELECT sat_add(n, n) FROM data").collect())
    )
    assert(e.getMessage.contains("spark.rapidsUdfs.compileRows must be true or false, not maybe"))
  }
}
