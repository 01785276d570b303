"""The common parts of tests that go through Spark SQL. Needs pyspark and pytest alone."""
