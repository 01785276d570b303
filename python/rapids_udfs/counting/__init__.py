# SPDX-License-Identifier: Apache-2.0

"""Counts of what functions did, not of what was planned."""
