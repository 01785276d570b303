# SPDX-License-Identifier: Apache-2.0

"""The demonstration: SQL over real data, and where each function of a query ran."""
