# SPDX-License-Identifier: Apache-2.0

"""The jars, the JVM, the plugin and the caches that a session needs."""
