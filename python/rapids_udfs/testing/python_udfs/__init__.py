# SPDX-License-Identifier: Apache-2.0

"""The comparison of compiled Python UDFs with Python."""
