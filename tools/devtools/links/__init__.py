# SPDX-License-Identifier: Apache-2.0

"""Resolves the references of our jars in the jars of every supported Spark and of the plugin."""
