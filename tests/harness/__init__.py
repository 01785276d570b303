"""What the tests that go through Spark SQL share. Needs pyspark and pytest alone."""
