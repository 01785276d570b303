# SPDX-License-Identifier: Apache-2.0

"""Explanations of why a UDF is, or is not, on the GPU."""
