# SPDX-License-Identifier: Apache-2.0

"""The common parts of tests that go through Spark SQL. Needs only pyspark and pytest."""
