# SPDX-License-Identifier: Apache-2.0

"""Turn web server logs into tables: raw lines in the combined log format in, Parquet out.

    spark-submit --properties-file FILE etl.py INPUT OUTPUT

``rapids-udfs conf`` writes FILE (see the submit scripts): with its settings the functions are
available in SQL, so the job needs no Python package on the cluster. OUTPUT gets five folders:

    rejected    the lines in another format, as text
    hits        one row per request, cleaned and enriched, by day; no full address is stored
    daily       one row per day
    pages       one row per page, with the sizes of its responses
    campaigns   one row per parameter utm_... and its value

If more than 1 % of the lines are rejected, the job fails after writing only ``rejected``.
"""

from __future__ import annotations

import sys

from pyspark.sql import DataFrame, SparkSession

MOST_REJECTED = 0.01
FORMAT = (
    r'^(\S+) \S+ \S+ \[([^\]]+)\] "([A-Z]+) (\S+) HTTP/[0-9.]+" ([0-9]{3}) ([0-9]+|-) '
    r'"([^"]*)" "([^"]*)"$'
)
FIELDS = ("ip", "time", "method", "target", "status", "bytes", "referrer", "agent")
# The plugin reads numbers of months, not names.
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MONTH = " ".join(f"WHEN '{name}' THEN '{number:02d}'" for number, name in enumerate(MONTHS, 1))
TIMED = f"""
    SELECT *, to_timestamp(concat(substring(time, 8, 4), '-',
            CASE substring(time, 4, 3) {MONTH} END, '-',
            substring(time, 1, 2), ' ', substring(time, 13, 8)), 'yyyy-MM-dd HH:mm:ss') AS at,
        substring_index(target, '?', 1) AS path,
        url_query_map(get(split(target, '[?]'), 1)) AS parameters,
        url_query_map(get(split(referrer, '[?]'), 1)) AS searched,
        text_normalize(agent) AS client
    FROM requests
"""
"""Times are read as UTC, regardless of the zone that they name: servers should log in UTC."""
HITS = """
    SELECT to_date(at) AS day, ts_floor(at, 15) AS quarter,
           hhmm(CAST(hour(at) * 60 + minute(at) AS smallint)) AS clock,
           concat(long_to_ipv4(ipv4_to_long(ip) & 4294967040L), '/24') AS network,
           hash_bucket(concat(ip, client), 1000000) AS visitor,
           method, coalesce(url_decode_form(path), path) AS page,
           coalesce(map_get_or(parameters, 'flav', 'html'), 'html') AS flavour,
           map_filter_prefix(parameters, 'utm_') AS campaign,
           CAST(status AS int) AS status, CAST(nullif(bytes, '-') AS bigint) AS bytes,
           bucket_label(CAST(nullif(bytes, '-') AS double), named_struct(
               'edges', array(1e3, 1e4, 1e5, 1e6),
               'labels', array('to 1 kB', 'to 10 kB', 'to 100 kB', 'to 1 MB', 'more'))) AS size,
           ascii_lower(substring_index(substring_index(nullif(referrer, '-'), '/', 3), '/', -1))
               AS referred_by,
           word_count(map_get_or(searched, 'q', '')) AS words_searched,
           parse_semver(regexp_extract(agent, 'Chrome/([0-9]+[.][0-9]+[.][0-9]+)', 1)) AS chrome,
           ip_in_cidr(ip, '66.249.64.0/19') AS by_googlebot,
           bit_flags(status >= '400', client LIKE '%bot%', referrer = '-', bytes = '-') AS flags,
           count_nulls(nullif(bytes, '-'), nullif(referrer, '-'), nullif(agent, '-')) AS missing
    FROM timed
"""
DAILY = """
    SELECT day, fiscal_year(day, 7) AS fiscal_year,
           business_days(day, day + 1) = 1 AS business_day, add_business_days(day, 1) AS report_due,
           count(*) AS hits, count(DISTINCT visitor) AS visitors,
           count(DISTINCT network) AS networks, count(DISTINCT quarter) AS quarters,
           sum(bytes) AS bytes,
           count_if(flags & 1 = 1) AS errors, count_if(flags & 2 = 2) AS by_bots,
           count_if(by_googlebot) AS by_googlebot, sum(missing) AS missing,
           count_if(words_searched > 0) AS searches, max(chrome.major) AS newest_chrome
    FROM hits GROUP BY day
"""
PAGES = """
    SELECT page, hits, sizes.min AS least, sizes.max AS most,
           get(sizes.sorted, CAST(sizes.n DIV 2 AS int)) AS median
    FROM (SELECT page, count(*) AS hits, array_stats(collect_list(bytes)) AS sizes
          FROM hits WHERE status = 200 GROUP BY page)
"""
CAMPAIGNS = """
    SELECT name, value, count(*) AS hits, min(clock) AS earliest, max(clock) AS latest
    FROM hits LATERAL VIEW explode(campaign) AS name, value GROUP BY name, value
"""


def requests(lines: DataFrame) -> DataFrame:
    """Return the fields of the lines in the expected format."""
    from pyspark.sql import functions as sf

    fields = [sf.regexp_extract("value", FORMAT, i).alias(f) for i, f in enumerate(FIELDS, 1)]
    return lines.where(sf.col("value").rlike(FORMAT)).select(*fields)


def run(spark: SparkSession, source: str, target: str) -> dict[str, int]:
    """Read, clean, enrich, aggregate and write; return the number of rows of every table."""
    from pyspark.sql import functions as sf

    spark.conf.set("spark.sql.session.timeZone", "UTC")
    lines = spark.read.text(source)
    wrong = lines.where(~sf.col("value").rlike(FORMAT))
    wrong.coalesce(1).write.mode("overwrite").text(f"{target}/rejected")
    counts = {"lines": lines.count(), "rejected": spark.read.text(f"{target}/rejected").count()}
    if counts["rejected"] > MOST_REJECTED * counts["lines"]:
        raise SystemExit(
            f"{counts['rejected']} of {counts['lines']} lines of {source} do not have the "
            f"combined log format; they are in {target}/rejected"
        )
    # A single task reads a compressed file: from here on, use all cores.
    spread = lines.repartition(spark.sparkContext.defaultParallelism)
    requests(spread).createOrReplaceTempView("requests")
    spark.sql(TIMED).createOrReplaceTempView("timed")
    tables = {"hits": HITS, "daily": DAILY, "pages": PAGES, "campaigns": CAMPAIGNS}
    for name, sql in tables.items():
        writer = spark.sql(sql).write.mode("overwrite")
        (writer.partitionBy("day") if name == "hits" else writer).parquet(f"{target}/{name}")
        written = spark.read.parquet(f"{target}/{name}")
        written.createOrReplaceTempView(name)  # the next queries read the written hits
        counts[name] = written.count()
    return counts


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit("usage: spark-submit --properties-file FILE etl.py INPUT OUTPUT")
    spark = SparkSession.builder.appName("log_etl").getOrCreate()
    try:
        for name, rows in run(spark, sys.argv[1], sys.argv[2]).items():
            print(f"{name:10}{rows:10,}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
