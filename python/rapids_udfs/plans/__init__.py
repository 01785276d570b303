# SPDX-License-Identifier: Apache-2.0

"""Plans of queries: why a UDF is, or is not, on the GPU."""
