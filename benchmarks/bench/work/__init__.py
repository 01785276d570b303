# SPDX-License-Identifier: Apache-2.0

"""Work in Python UDFs, on whatever device the workers have: a module per kind."""
