# SPDX-License-Identifier: Apache-2.0

"""Files generated from the JVM catalogue: their texts, and how they are written or compared."""
