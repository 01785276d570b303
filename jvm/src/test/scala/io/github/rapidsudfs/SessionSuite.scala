// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import io.github.rapidsudfs.api.NullRule
import io.github.rapidsudfs.metrics.Counters
import io.github.rapidsudfs.udf.Probes
import org.apache.spark.sql.{AnalysisException, Row}

/** The extension and the Scala API in a real session. */
class SessionSuite extends SparkSuite {

  private def row(sql: String): Row = session().sql(s"SELECT $sql").head()

  private def refused(sql: String, parts: String*): Unit = {
    val e = intercept[AnalysisException](session().sql(s"SELECT $sql"))
    parts.foreach(part => assert(e.getMessage.contains(part), e.getMessage))
  }

  test("arguments are coerced as a builtin's are") {
    assertEquals(row("ascii_lower(12.50)").getString(0), "12.50")
    assertEquals(row("money_round(1.25)").getDecimal(0), new java.math.BigDecimal("1.25"))
    assertEquals(row("haversine_km(0, 0, 0Y, 0S)").getDouble(0), 0.0)
    assertEquals(row("fiscal_year(DATE '2024-07-01', 7Y)").getShort(0), 2025.toShort)
    assert(row("ascii_lower(NULL)").isNullAt(0))
  }

  for (ansi <- Seq("true", "false"))
    test(s"no cast changes an argument, ANSI $ansi") {
      session().conf.set("spark.sql.ansi.enabled", ansi)
      try {
        // Columns by their types, of which every value counts.
        Seq(
          ("money_round", "CAST(2.344960 AS DECIMAL(9,6))", "DECIMAL(9,4)"),
          ("money_round", "CAST(1.00 AS DECIMAL(18,2))", "DECIMAL(9,4)"),
          ("money_round", "2.5D", "DECIMAL(9,4)"),
          ("money_round", "2.5F", "DECIMAL(9,4)"),
          ("money_round", "'2.5'", "DECIMAL(9,4)"),
          ("money_to_cents", "CAST(0.00499996 AS DECIMAL(9,8))", "DECIMAL(38,4)"),
          ("dec_sum", "array(0.005, 0.005)", "ARRAY<DECIMAL(18,2)>"),
          ("dec_sum", "array('1.00')", "ARRAY<DECIMAL(18,2)>"),
          ("hhmm", "5", "SMALLINT"),
          ("hhmm", "5.7D", "SMALLINT"),
          ("long_to_ipv4", "1.9", "BIGINT"),
          ("long_to_ipv4", "1.9D", "BIGINT"),
          ("array_stats", "array(1.9D)", "ARRAY<BIGINT>"),
          ("map_sum", "map('a', 1.9)", "MAP<STRING, BIGINT>"),
          ("array_cosine(array(1D), {})", "array(1L)", "ARRAY<DOUBLE>"),
          ("array_cosine(array(1D), {})", "array(1.0000000000000000001)", "ARRAY<DOUBLE>"),
          ("fiscal_year({}, 7)", "TIMESTAMP '2024-06-30 23:00:00'", "DATE"),
          ("fiscal_year({}, 7)", "'2024-06-30'", "DATE"),
          ("fiscal_year(DATE '2024-06-30', {})", "7L", "INT"),
          ("ts_floor({}, 7)", "TIMESTAMP_NTZ '2024-06-30 23:00:00'", "TIMESTAMP")
        ).foreach { case (call, value, wanted) =>
          val function = if (call.contains("{}")) call else s"$call({})"
          refused(
            s"${function.replace("{}", "v")} FROM VALUES ($value) AS t(v)",
            "DATATYPE_MISMATCH",
            s"of ${function.takeWhile(_ != '(')} must be $wanted, got ",
            s"; cast it in the query: CAST(v AS $wanted)"
          )
        }
        // Constants by their values.
        Seq(
          "money_round(2.344960)",
          "money_round(0.1D + 0.2D)",
          "money_round('1.23456')",
          "money_gross(1000000, 0.195550)",
          "hhmm(5.7)",
          "hhmm(65541)",
          "hhmm('five')",
          "long_to_ipv4(9223372036854775808D)",
          "haversine_km(0, 0, 0, 9007199254740993L)",
          "fiscal_year('2024-06-30 12:00:00', 7)",
          "fiscal_year('yesterday', 7)"
        ).foreach(refused(_, "DATATYPE_MISMATCH", "cast it in the query"))
        // What the cast itself would lose.
        val rounded = "which rounds it to 4 places before the function sees it"
        refused("money_round(2.344960)", s"CAST(2.344960 AS DECIMAL(9,4)), $rounded")
        refused("dec_sum(array(0.005, 0.005))", "DECIMAL(18,2)>), which rounds it to 2 places")
        refused("hhmm(5.7)", "CAST(5.7 AS SMALLINT), which cuts off its fraction")
        Seq(
          "money_round(2.340000)" -> "2.34",
          "money_round(2.34D)" -> "2.34",
          "money_round('2.34')" -> "2.34",
          "money_gross(100L, 0.19D)" -> "119.00",
          "hhmm(CAST(NULL AS DOUBLE))" -> null,
          "hhmm(605)" -> "10:05",
          "hhmm(5.0)" -> "00:05",
          "fiscal_year('2024-07-01', 7L)" -> "2025",
          "CAST(ts_floor('2024-07-01', 7) AS DATE) > '2024-06-29'" -> "true"
        ).foreach { case (sql, shown) =>
          assertEquals(row(s"CAST($sql AS STRING)").getString(0), shown, sql)
        }
      } finally session().conf.unset("spark.sql.ansi.enabled")
    }

  test("a column whose every value the declared type holds is coerced") {
    val columns = "VALUES (1.5, 7Y, 605S, 2.25F, 12345678.9012345) AS t(d, b, s, f, long)"
    assertEquals(
      session()
        .sql(s"""SELECT money_round(d), money_to_cents(d), money_gross(s, 0.19), ascii_lower(d),
                haversine_km(d, b, s, f) = haversine_km(1.5D, 7D, 605D, 2.25D),
                haversine_km(0, 0, 0, long) IS NOT NULL,
                fiscal_year(DATE '2024-07-01', b), dec_sum(array(d)) FROM $columns""")
        .head()
        .toSeq
        .map(_.toString),
      Seq("1.50", "150", "719.95", "1.5", "true", "true", "2025", "1.50")
    )
  }

  test("types that do not coerce fail at analysis, in Spark's words") {
    val call = "ascii_lower(array(1))"
    refused(call, "DATATYPE_MISMATCH", "\"" + call + "\"", "\"ARRAY<INT>\"")
    refused("ts_floor(TIMESTAMP '2024-01-01 00:00:00', map())", "DATATYPE_MISMATCH", "ts_floor")
  }

  test("arguments come by name, with Spark's own errors") {
    assertEquals(row("word_count(text => 17)").getInt(0), 1)
    Seq("first_month => 10, day => '2024-11-05'", "'2024-11-05', first_month => 10").foreach {
      named => assertEquals(row(s"fiscal_year($named)").getShort(0), 2025.toShort)
    }
    refused("word_count(txt => 'a')", "UNRECOGNIZED_PARAMETER_NAME", "`word_count`", "`text`")
    refused("word_count('a', text => 'b')", "BOTH_POSITIONAL_AND_NAMED", "`word_count`")
    refused("fiscal_year(first_month => 10)", "REQUIRED_PARAMETER_NOT_FOUND", "`day`")
    refused("fiscal_year(first_month => 10, 1)", "UNEXPECTED_POSITIONAL_ARGUMENT", "`fiscal_year`")
    refused("word_count(text => array(1))", "DATATYPE_MISMATCH", "\"word_count(array(1))\"")
    refused("count_nulls(1, value => 2)", "NAMED_PARAMETERS_NOT_SUPPORTED", "count_nulls")
  }

  test("types that the GPU cannot take fail at analysis, with the reason") {
    val intervals = "the plugin does not pass intervals to UDFs"
    refused("identity(INTERVAL '1' DAY)", "INTERVAL DAY", intervals)
    val nested = "array(TIMESTAMP_NTZ '2024-01-01 00:00:00')"
    refused(s"count_nulls(1, $nested)", "at element", "cast it to TIMESTAMP")
  }

  test("a wrong number of arguments fails at analysis") {
    refused("ascii_lower()", "WRONG_NUM_ARGS", "`ascii_lower` requires 1 parameters", "is 0")
    refused("ascii_lower('a', 'b')", "WRONG_NUM_ARGS", "is 2")
    refused("lib_version(1)", "WRONG_NUM_ARGS", "requires 0 parameters")
  }

  test("result types that depend on the arguments") {
    val types = "decimal(21,3) array<map<string,bigint>> struct<a:int,b:array<date>> void timestamp"
    types.split(" ").foreach { ddl =>
      val result = session().sql(s"SELECT identity(CAST(NULL AS $ddl)) AS v").schema("v").dataType
      assertEquals(result.sql, api.Ddl.parse(ddl).sql)
    }
    assertEquals(row("identity(CAST(1.5 AS DECIMAL(21,3)))").getDecimal(0).toString, "1.500")
  }

  test("nulls and days that the old calendar skipped pass at any depth") {
    val sql =
      "named_struct('d', array(DATE '1582-10-10', NULL), 's', CAST(NULL AS STRUCT<t: TIMESTAMP>))"
    val frame = session().sql(
      s"SELECT CAST(identity(IF(id = 0, $sql, NULL)) AS STRING) FROM range(2) ORDER BY id"
    )
    assertEquals(
      frame.collect().map(r => Option(r.getString(0))).toSeq,
      Seq(Some("{[1582-10-10, null], null}"), None)
    )
  }

  test("DESCRIBE FUNCTION EXTENDED shows signature, summary and examples") {
    val lines = session().sql("DESCRIBE FUNCTION EXTENDED ascii_lower").collect()
    val text = lines.map(_.getString(0)).mkString("\n")
    Seq(
      "Function: ascii_lower",
      "Class: io.github.rapidsudfs.functions.text.AsciiLower",
      "ascii_lower(text string) -> string - Turns the letters",
      "> SELECT ascii_lower('Straße ÄB');",
      "straße Äb"
    ).foreach(part => assert(text.contains(part), text))
  }

  test("every function is in the session without anything being called") {
    registry.Catalogue.all.foreach { f =>
      assert(session().catalog.functionExists(f.signature().name()), f.signature().name())
    }
  }

  test("register: all, with a prefix") {
    RapidsUdfs.register(session(), prefix = "all_")
    assertEquals(row("all_ascii_lower('ABC')").getString(0), "abc")
    assertEquals(row("all_identity(array(1L))").getSeq[Long](0), Seq(1L))
    assertEquals(row("all_count_nulls(1, NULL)").getInt(0), 1)
  }

  test("register: an unknown name, and nothing is registered") {
    val names = Seq("ascii_lower", "strip_htm")
    val e = intercept[NoSuchElementException](RapidsUdfs.register(session(), names, "none_"))
    assert(e.getMessage.contains("there is no function 'strip_htm'"), e.getMessage)
    assert(!session().catalog.functionExists("none_ascii_lower"))
  }

  test("a user's own dual function") {
    val signature = Probes.of("bigint", "string", NullRule.ANY_NULL).since("1")
    RapidsUdfs.registerAs(session(), "my_own", new OwnFunction(signature))
    assertEquals(row("my_own(7)").getString(0), "<7>")
    refused("my_own(array(1))", "DATATYPE_MISMATCH", "\"my_own(array(1))\"", "\"BIGINT\"")
    RapidsUdfs.registerAs(session(), "my_own", classOf[OwnFunctionByName].getName)
    assertEquals(row("my_own('8')").getString(0), "<8>")
  }

  test("builtins are known, and others not") {
    assert(RapidsUdfs.isBuiltin("lower"))
    assert(!RapidsUdfs.isBuiltin("ascii_lower"))
  }

  test("the counters report how often a body was called") {
    Counters.reset()
    session().range(0, 100, 1, 4).selectExpr("word_count(string(id))").collect()
    assertEquals(RapidsUdfs.counters.get("word_count").toSeq, Seq(100L, 0L, 0L, 0L))
  }

  test("plans keep what makes a call deterministic, and where it is null") {
    val plan = session().sql("SELECT count_nulls(1, NULL) AS n, ascii_lower('A') AS l").schema
    assert(!plan("n").nullable)
    assert(plan("l").nullable)
  }

  test("a call in SELECT is the one in GROUP BY, however often the plan makes it anew") {
    // Decimals narrower than their columns, a Hive function, types found at analysis, encoded dates.
    Seq(
      "money_round(CAST(n AS DECIMAL(9,4)))",
      "luhn_valid(string(n))",
      "count_nulls(n, NULL)",
      "identity(array(date_from_unix_date(n)))"
    ).foreach { call =>
      val sql =
        s"SELECT $call, max($call), count(*) FROM (SELECT int(id % 2) AS n FROM range(6)) GROUP BY $call"
      assertEquals(session().sql(sql).collect().map(_.getLong(2)).sum, 6L, call)
    }
  }

  test("the cuDF type of a Spark type, or why not") {
    val cudf = RapidsUdfs.cudfType("map<string,decimal(20,2)>")
    assertEquals(cudf, "LIST<STRUCT<STRING, DECIMAL128(scale=-2)>>")
    intercept[IllegalArgumentException](RapidsUdfs.cudfType("interval day"))
  }
}

/** Serializable, as every function must be: Spark sends it to its tasks. */
class OwnFunction(override val signature: api.Signature) extends columns.CheckedFunction {
  override def rowBody(args: Array[AnyRef]): AnyRef = s"<${args(0)}>"
  override def columnarBody(
      rows: Int,
      args: Array[ai.rapids.cudf.ColumnVector]
  ): ai.rapids.cudf.ColumnVector = throw new UnsupportedOperationException
}

final class OwnFunctionByName
    extends OwnFunction(Probes.of("bigint", "string", NullRule.ANY_NULL).since("1"))
