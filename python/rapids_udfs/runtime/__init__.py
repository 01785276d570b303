# SPDX-License-Identifier: Apache-2.0

"""Jars, the JVM, the plugin and the caches that a session is made of."""
