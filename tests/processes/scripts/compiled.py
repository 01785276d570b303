# SPDX-License-Identifier: Apache-2.0

"""Runs a program that is not changed, with its Python UDFs compiled, as the documentation says."""

import runpy
import sys

from rapids_udfs.python_udfs import install

install()  # the hook that configure sets
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
