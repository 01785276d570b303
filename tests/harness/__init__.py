# SPDX-License-Identifier: Apache-2.0

"""The shared code of tests that use Spark SQL. Most of it needs only pyspark and pytest."""
