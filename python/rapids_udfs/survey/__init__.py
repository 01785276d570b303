# SPDX-License-Identifier: Apache-2.0

"""Which Python UDFs of files compile: a second reader of names for the front end, without Spark."""
