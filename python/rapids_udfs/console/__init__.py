# SPDX-License-Identifier: Apache-2.0

"""Output on a terminal: tables, width, progress, encoding."""
