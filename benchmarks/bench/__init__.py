# SPDX-License-Identifier: Apache-2.0

"""The benchmarks: cases as data, and one harness that times, compares, reports and draws them."""
