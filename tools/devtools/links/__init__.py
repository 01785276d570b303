# SPDX-License-Identifier: Apache-2.0

"""Resolves what our jars refer to in the jars of every supported Spark and in the plugin's."""
