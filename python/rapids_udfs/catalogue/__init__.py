# SPDX-License-Identifier: Apache-2.0

"""The catalogue of functions, as the JVM library describes it."""
